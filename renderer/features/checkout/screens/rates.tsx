import { rateAt, shippingAt } from '../../../../sync/domain/shop/places.ts';
import type { Shop } from '../../../../sync/domain/shop/shop.ts';
import { ChoiceRows } from '../../../design/controls/choices/choice-rows.tsx';
import { usePack } from '../../../device/provider/platform-provider.tsx';
import { useExactMoney } from '../../../i18n/exact-money.ts';
import { useLocalized, useMessages } from '../../../i18n/index.ts';
import type { CheckoutDetails } from '../flow/checkout-events.ts';

interface RatesProps {
  readonly shop: Shop;
  readonly details: CheckoutDetails;
  readonly place: string | undefined;
  readonly onType: (part: Partial<CheckoutDetails>) => void;
}

/** The first of the vendor's is chosen; with one alone there is nothing to choose. */
export function Rates({ shop, details, place, onType }: RatesProps) {
  const t = useMessages('checkout');
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
        description: `${amount === 0 ? t('rates.free') : money(amount, currency)} · ${t('rates.days', days)}`,
      }))}
    />
  );
}
