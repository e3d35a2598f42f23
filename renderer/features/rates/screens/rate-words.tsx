import type { Rate } from '../../../../sync/domain/discovery/rates.ts';
import { useExactMoney } from '../../../i18n/exact-money.ts';
import { useMessages } from '../../../i18n/index.ts';
import { useLocalized } from '../../../i18n/localized-text.tsx';

export interface RateWords {
  /** "Finasteride, 30 tablets". */
  readonly what: string;
  readonly how: string;
  readonly href: string;
  readonly consultation: string;
  readonly month: string;
  readonly delivery: string;
  readonly tax: string;
  readonly first: string;
  readonly renewal: string;
}

const NOTHING = '–';

/** A rate as it is read. */
export function useRateWords(): (rate: Rate) => RateWords {
  const t = useMessages('rates');
  const read = useLocalized();
  const exact = useExactMoney();
  return (rate) => {
    const { offer, plan, way, modality, atPharmacy, consultation, perMonth, delivery, tax, first, renewal } =
      rate;
    const { vendor, product, form } = offer;
    const money = (amount: number) => exact(amount, vendor.currency);
    const home = `/connect/${vendor.slug}/`;
    const needsNone = product?.kind === 'otc';
    const monthly = () => {
      if (plan === undefined) return NOTHING;
      if (atPharmacy) return t('atPharmacy');
      return perMonth === undefined ? t('once', { amount: money(plan.amount) }) : money(perMonth);
    };
    const again = () => {
      if (renewal) return t('renewal.days', { amount: money(renewal.amount), days: renewal.everyDays });
      return atPharmacy && plan?.everyDays !== undefined ? t('atPharmacy') : NOTHING;
    };
    return {
      what: product && plan ? `${read(product.name)}, ${read(plan.pack)}` : form ? read(form.title) : '',
      how: [t(way), ...(modality === 'live' ? [t('live')] : [])].join(' · '),
      href: product ? `${home}product/${product.slug}` : `${home}questionnaire/${form?.slug ?? ''}`,
      consultation: needsNone ? t('noVisit') : consultation === 0 ? t('free') : money(consultation),
      month: monthly(),
      delivery: way === 'mail' ? (delivery === 0 ? t('free') : money(delivery)) : NOTHING,
      tax: tax === 0 ? t('included') : money(tax),
      first: money(first),
      renewal: again(),
    };
  };
}
