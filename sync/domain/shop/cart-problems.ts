/** What is wrong with a cart, as far as the catalog says: the device shows it beside the line, and the server writes it into the order. */
import { quantityLimit } from '../catalog/limits.ts';
import type { Product } from '../catalog/product.ts';
import { soldAs } from '../catalog/sold-as.ts';
import { serviceGate } from '../eligibility/service-area.ts';
import type { OrderProblem } from '../orders/order-view.ts';
import { isWithin } from '../places/places.ts';
import type { VendorSource } from '../vendor/vendor-pack.ts';
import { shippingAt } from './places.ts';
import type { WantedLine } from './quote.ts';
import type { Shop } from './shop.ts';

export interface CartQuestion {
  readonly products: readonly Product[];
  readonly shop: Pick<Shop, 'shipping' | 'pharmacies'>;
  readonly serviceAreas: VendorSource['serviceAreas'];
  readonly lines: readonly WantedLine[];
  /** Undefined where it isn't known yet: nothing is said of it then. */
  readonly place: string | undefined;
  readonly way: 'mail' | 'pickup';
  /** Of the delivery, once it is chosen. */
  readonly rate?: string | undefined;
  readonly pharmacy?: string | undefined;
}

export interface CartProblem {
  readonly code: OrderProblem;
  /** Absent: of the whole cart. */
  readonly sku?: string;
}

/** Whether it may be sold in a place where the vendor cares for people. */
export const isSoldIn = ({ notIn = [] }: Pick<Product, 'notIn'>, place: string): boolean =>
  !notIn.some((area) => isWithin(place, area));

function lineProblems(
  { products, lines, place, way }: CartQuestion,
  { sku }: WantedLine,
): readonly OrderProblem[] {
  const product = soldAs(products, sku)?.product;
  if (product === undefined || product.discontinued !== undefined) return ['ITEM_UNAVAILABLE'];
  const skus = product.plans.map((plan) => plan.sku);
  const ordered = lines.reduce((sum, line) => sum + (skus.includes(line.sku) ? line.quantity : 0), 0);
  const handedOver = product.fulfillment.includes(way);
  return [
    ...(ordered > quantityLimit(product) ? (['QTY_LIMIT'] as const) : []),
    ...(place === undefined || isSoldIn(product, place) ? [] : (['AREA_NOT_SERVED'] as const)),
    ...(handedOver
      ? []
      : [way === 'pickup' ? ('PICKUP_NOT_ALLOWED' as const) : ('ITEM_UNAVAILABLE' as const)]),
  ];
}

function deliveryProblems(question: CartQuestion): readonly OrderProblem[] {
  const { shop, serviceAreas, place, way, rate, pharmacy } = question;
  if (way === 'pickup') {
    const chosen = shop.pharmacies.find(({ id }) => id === pharmacy);
    return pharmacy !== undefined && chosen?.active !== true ? ['PHARMACY_INACTIVE'] : [];
  }
  if (place === undefined) return [];
  // A British address names no nation: it is served where a part of its country is.
  const parts = serviceAreas.filter((area) => isWithin(area.place, place));
  const gates = [serviceGate(serviceAreas, place), ...parts.map(({ modality }) => modality)];
  const isServed = gates.some((gate) => gate !== 'not-served' && gate !== 'unavailable');
  const rates = shippingAt(shop.shipping, place);
  const delivers = rate === undefined ? rates.length > 0 : rates.some(({ id }) => id === rate);
  return isServed && delivers ? [] : ['AREA_NOT_SERVED'];
}

export function cartProblems(question: CartQuestion): readonly CartProblem[] {
  return [
    ...question.lines.flatMap((line) =>
      lineProblems(question, line).map((code) => ({ code, sku: line.sku })),
    ),
    ...deliveryProblems(question).map((code) => ({ code })),
  ];
}
