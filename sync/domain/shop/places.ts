/** What a shop asks in a place: the tax of it, and the ways to have things delivered there. */
import type { TaxCategory } from '../catalog/tax-category.ts';
import type { Delivery } from '../orders/order-view.ts';
import { isWithin } from '../places/places.ts';
import type { Pharmacy, ShippingRate, Shop, TaxRate } from './shop.ts';

/** The most exact row; undefined where nothing is taxed. */
export function taxRateAt(
  taxes: readonly TaxRate[],
  place: string,
  category: TaxCategory,
): TaxRate | undefined {
  const rows = taxes.filter((row) => row.category === category);
  return rows.find((row) => row.place === place) ?? rows.find((row) => isWithin(place, row.place));
}

/** The rates for a place, in the vendor's order. */
export function shippingAt(shipping: Shop['shipping'], place: string): readonly ShippingRate[] {
  return shipping.filter(({ places }) => places?.some((area) => isWithin(place, area)) ?? true);
}

/** Id of the chosen rate, where it still is one; else of the vendor's first. */
export function rateAt(
  { shipping }: Pick<Shop, 'shipping'>,
  place: string | undefined,
  chosen: string | null | undefined,
): string | undefined {
  const rates = place === undefined ? shipping : shippingAt(shipping, place);
  return (rates.find(({ id }) => id === chosen) ?? rates[0])?.id;
}

/** Where an order is sent, or handed over. Undefined: it has no goods, or the pharmacy isn't one of the vendor's any more. */
export function deliveredIn(
  delivery: Delivery,
  pharmacies: readonly Pick<Pharmacy, 'id' | 'region' | 'country'>[],
): string | undefined {
  if (delivery.way === 'none') return undefined;
  if (delivery.way === 'mail') return delivery.address.region ?? delivery.address.country;
  const pharmacy = pharmacies.find(({ id }) => id === delivery.pharmacy);
  return pharmacy && (pharmacy.region ?? pharmacy.country);
}
