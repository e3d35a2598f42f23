/** What a treatment costs in a place, all of it: the consultation, the medicine, delivery and tax, at first and each time after. */
import type { Plan } from '../catalog/product.ts';
import { serviceGate } from '../eligibility/service-area.ts';
import { isWithin } from '../places/places.ts';
import { shippingAt } from '../shop/places.ts';
import { type Quote, quote } from '../shop/quote.ts';
import type { Offer } from './discovery-index.ts';
import { mayBeNamed } from './may-be-named.ts';

export interface Rate {
  /** Of its kind among all rates of a treatment. */
  readonly id: string;
  readonly offer: Offer;
  readonly modality: 'async' | 'live';
  /** `visit`: the consultation is all that is sold. */
  readonly way: 'mail' | 'pickup' | 'visit';
  readonly plan?: Plan;
  /** In minor units of the vendor's currency, as all amounts. */
  readonly consultation: number;
  /** Of the medicine alone, in thirty days; left out where it is bought once, or its price is the pharmacy's. */
  readonly perMonth?: number;
  /** The medicine's price is asked at the pharmacy's counter. */
  readonly atPharmacy: boolean;
  readonly delivery: number;
  readonly tax: number;
  readonly first: number;
  readonly renewal?: Quote['renewals'][number];
}

const MONTH_DAYS = 30;

function priced(offer: Offer, plan: Plan | undefined, way: Rate['way'], place: string, fee: number): Quote[] {
  const question = {
    products: offer.product ? [offer.product] : [],
    shop: offer.shop,
    lines: plan ? [{ sku: plan.sku, quantity: 1 }] : [],
    place,
    consultationFee: fee,
  };
  if (way !== 'mail') return [quote({ ...question, way: 'pickup' })];
  return shippingAt(offer.shop.shipping, place).map(({ id }) => quote({ ...question, way, rate: id }));
}

function rateOf(
  offer: Offer,
  modality: Rate['modality'],
  way: Rate['way'],
  place: string,
  plan?: Plan,
): readonly Rate[] {
  // What needs no prescription can be bought without asking.
  const fee = offer.product?.kind === 'otc' ? 0 : (offer.form?.fee ?? 0);
  const [cheapest] = priced(offer, plan, way, place, fee).toSorted(
    (one, other) => one.totals.total - other.totals.total,
  );
  // Nothing is mailed there.
  if (cheapest === undefined) return [];
  const atPharmacy = cheapest.lines.some((line) => line.atCounter);
  const [renewal] = cheapest.renewals;
  return [
    {
      id: [offer.vendor.slug, plan?.sku ?? offer.form?.slug, way].join('.'),
      ...{ offer, modality, way, atPharmacy },
      ...(plan && { plan }),
      ...(plan?.everyDays !== undefined &&
        !atPharmacy && { perMonth: Math.round((plan.amount * MONTH_DAYS) / plan.everyDays) }),
      consultation: fee,
      delivery: cheapest.totals.shipping,
      tax: cheapest.totals.tax,
      first: cheapest.totals.total,
      ...(renewal && { renewal }),
    },
  ];
}

/** All ways to get a treatment in a place. */
export function ratesFor(offers: readonly Offer[], place: string): readonly Rate[] {
  return offers.flatMap((offer) => {
    const { vendor, product } = offer;
    const modality = serviceGate(vendor.serviceAreas, place);
    if (modality !== 'async' && modality !== 'live') return [];
    if (product === undefined) return rateOf(offer, modality, 'visit', place);
    if (!mayBeNamed(product, place) || product.notIn?.some((area) => isWithin(place, area))) return [];
    return product.fulfillment.flatMap((way) =>
      product.plans.flatMap((plan) => rateOf(offer, modality, way, place, plan)),
    );
  });
}

export type RateOrder = 'first' | 'month' | 'name';

/** What costs nothing each month isn't cheaper than what does: it comes last. */
const LAST = Number.MAX_SAFE_INTEGER;

/** Where two cost the same, by name: nobody pays for a place in the list. */
export function sortRates(rates: readonly Rate[], by: RateOrder, language: string): readonly Rate[] {
  const { compare } = new Intl.Collator(language);
  const amount = ({ first, perMonth }: Rate) => ({ first, month: perMonth ?? LAST, name: 0 })[by];
  const nameOf = ({ offer }: Rate) => offer.vendor.name;
  return rates.toSorted(
    (one, other) =>
      amount(one) - amount(other) || compare(nameOf(one), nameOf(other)) || compare(one.id, other.id),
  );
}
