/** Who moves money for which vendor, as the settings say. */
import type { PaymentSettings } from '../base/config/config.ts';
import type { Sql } from '../base/database/database.ts';
import { serviceNamed } from '../core/feature.ts';
import type { VendorDirectory } from '../packs/vendor-directory.ts';
import { createDemoProvider } from './payment/demo/demo.ts';
import type { PaymentProvider } from './payment/provider.ts';
import { createStripeProvider, type StripeSettings } from './payment/stripe/stripe.ts';

export interface PaymentProviderSettings extends PaymentSettings {
  /** Another way to Stripe: for tests. */
  readonly stripeApi?: StripeSettings['api'];
}

export interface PaymentProviders {
  /** @param name of the one that a payment was begun with; undefined: for one that begins. */
  of(vendor: string, name?: PaymentProvider['name']): PaymentProvider | undefined;
  /** What tells a true webhook; undefined: there is none. */
  readonly webhook: { readonly secret: string; readonly isLive: boolean } | undefined;
}

export const paymentProviders = serviceNamed<PaymentProviders>('paymentProviders');

export function openPaymentProviders({
  sql,
  now,
  vendors,
  payments = { by: 'demo' },
}: {
  readonly sql: Sql;
  readonly now: () => Date;
  readonly vendors: VendorDirectory;
  readonly payments: PaymentProviderSettings | undefined;
}): PaymentProviders {
  const { by, stripe: keys, stripeApi } = payments;
  const demo = createDemoProvider({ sql, now });
  const stripe = keys && createStripeProvider({ ...keys, ...(stripeApi && { api: stripeApi }) });
  return {
    of(vendor, name) {
      if (name !== undefined) return name === 'stripe' ? stripe : demo;
      if (by === 'stripe') return stripe;
      // Nobody who waits for a real parcel pays by a card that is played.
      return by === 'demo' && vendors.find(vendor)?.pack.demo ? demo : undefined;
    },
    webhook: keys && { secret: keys.webhookSecret, isLive: keys.secretKey.includes('_live_') },
  };
}
