/** What an order costs: asked by the device as an estimate, and by the server as the price. Amounts are in minor units, and every total is a sum of rounded parts. */

import type { Product } from '../catalog/product.ts';
import type { OrderTotals } from '../orders/order-view.ts';
import type { Promotion, Shop } from './shop.ts';

export interface WantedLine {
  readonly sku: string;
  readonly quantity: number;
}

export interface QuoteQuestion {
  readonly products: readonly Product[];
  readonly shop: Pick<Shop, 'shipping' | 'taxes'>;
  readonly lines: readonly WantedLine[];
  /** ISO 3166: where it is delivered or picked up; undefined where that isn't known yet: tax and delivery are left out then. */
  readonly place: string | undefined;
  readonly way: 'mail' | 'pickup';
  /** Id of a shipping rate; with `mail`. */
  readonly rate?: string | undefined;
  /** One that applies to this patient. */
  readonly promotion?: Promotion | undefined;
  /** Fee of the consultation that its prescription lines wait for; 0 for none. */
  readonly consultationFee: number;
}

export interface QuotedLine {
  readonly sku: string;
  readonly product: string;
  readonly kind: 'rx' | 'otc' | 'consultation';
  readonly quantity: number;
  readonly unit: number;
  /** Discount and tax of each single unit, which a refund adds up again. */
  readonly units: readonly { readonly discount: number; readonly tax: number }[];
  readonly discount: number;
  readonly tax: number;
  /** Without tax. */
  readonly total: number;
  readonly everyDays?: number;
  /** Paid at the pharmacy's counter, and not in any total: a prescription that is picked up. */
  readonly atCounter: boolean;
}

export interface Quote {
  readonly lines: readonly QuotedLine[];
  readonly totals: OrderTotals;
  /** Tax of the delivery is in `totals.tax`. */
  readonly shippingTax: number;
  /** Charged at once: what is sold over the counter alone. */
  readonly now: number;
  /** Held now, and charged once a clinician approves. */
  readonly onApproval: number;
  /** What each renewal will cost, with delivery and tax. */
  readonly renewals: readonly { readonly everyDays: number; readonly amount: number }[];
  /** SKUs that nobody sells. */
  readonly unknown: readonly string[];
}
