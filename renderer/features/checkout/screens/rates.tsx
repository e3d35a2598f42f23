import { rateAt, shippingAt } from '../../../../sync/domain/shop/places.ts';
import type { ShippingRate, Shop } from '../../../../sync/domain/shop/shop.ts';
import { ChoiceRows } from '../../../design/controls/choices/choice-rows.tsx';
import { usePack } from '../../../device/provider/platform-provider.tsx';
import { useExactMoney } from '../../../i18n/exact-money.ts';
import { type Translate, useLocalized } from '../../../i18n/index.ts';
import { useRegionalMessages } from '../../../i18n/regional-messages.ts';
import type { CheckoutDetails } from '../flow/checkout-events.ts';

/** How long a delivery takes: the words of a range or of one number. */
export const daysOf = (t: Translate<'checkout'>, { min, max }: ShippingRate['days']): string =>
  min === max ? t('rates.exactly', { count: max }) : t('rates.days', { min, max });

interface RatesProps {
  readonly shop: Shop;
  readonly details: CheckoutDetails;
  readonly place: string | undefined;
  readonly onType: (part: Partial<CheckoutDetails>) => void;
}

/** The first of the vendor's is chosen; with one alone there is nothing to choose. */
export function Rates({ shop, details, place, onType }: RatesProps) {
  const t = useRegionalMessages('checkout');
  const localized = useLocalized();
  const money = useExactMoney();
  const { currency } = usePack();
  const rates = place === undefined ? shop.shipping : shippingAt(shop.shipping, place);
  if (rates.length < 2) return null;
  return (
    <ChoiceRows
      label={t('rates.title')}
      value={rateAt(shop, place, details.rate) ?? null}
      onChange={(rate) => onType({ rate })}
      options={rates.map(({ id, name, amount, days }) => ({
        id,
        label: localized(name),
        description: `${amount === 0 ? t('rates.free') : money(amount, currency)} · ${daysOf(t, days)}`,
      }))}
    />
  );
}
