/** What a checkout costs: the same for what is shown and for what is sealed as shown. */
import type { Product } from '../../../../sync/domain/catalog/product.ts';
import type { Way } from '../../../../sync/domain/orders/order-view.ts';
import { promotionOf } from '../../../../sync/domain/shop/promotion.ts';
import { type Quote, quote } from '../../../../sync/domain/shop/quote.ts';
import type { Promotion, Shop } from '../../../../sync/domain/shop/shop.ts';
import { clinicDay } from '../../../../sync/domain/time/clinic-day.ts';
import type { PublishedPack } from '../../../../sync/domain/vendor/published-pack.ts';
import type { CheckoutDetails } from './checkout-events.ts';
import type { AskedFor } from './read-asked.ts';
import type { OrderedCart } from './read-cart.ts';
import { placeOf, rateAt } from './read-details.ts';

export interface Priceable {
  readonly cart: Pick<OrderedCart, 'lines'>;
  readonly shop: Shop;
  readonly products: readonly Product[];
  readonly way: Way;
  readonly asked: AskedFor | undefined;
}
type Pack = Pick<PublishedPack, 'questionnaires' | 'timezone'>;

/** Of a code as it was typed; undefined where it doesn't count here. */
export async function findPromotion(
  { cart, shop, products, way }: Omit<Priceable, 'asked'>,
  code: string,
  { timezone }: Pick<Pack, 'timezone'>,
  now: Date,
): Promise<Promotion | undefined> {
  if (code.trim() === '') return undefined;
  const kinds = products.flatMap(({ kind, plans }) =>
    plans.some(({ sku }) => cart.lines.some((line) => line.sku === sku)) &&
    !(kind === 'rx' && way === 'pickup')
      ? [kind]
      : [],
  );
  const today = clinicDay(timezone)(now);
  const found = await promotionOf({ promotions: shop.promotions, code, today, kinds });
  return 'promotion' in found ? found.promotion : undefined;
}

/** What the consultation was for: of the cart's products, the first by prescription. */
export const rxOf = (priceable: Pick<Priceable, 'cart' | 'products'>): Product | undefined =>
  prescribedIn(priceable)[0];

/** Of the cart's products, those by prescription. */
export const prescribedIn = ({ cart, products }: Pick<Priceable, 'cart' | 'products'>): readonly Product[] =>
  products.filter(
    ({ kind, plans }) =>
      kind === 'rx' && plans.some(({ sku }) => cart.lines.some((line) => line.sku === sku)),
  );

export function priceOf(
  { cart, shop, products, way, asked }: Priceable,
  details: CheckoutDetails,
  { questionnaires }: Pick<Pack, 'questionnaires'>,
  promotion: Promotion | undefined,
): Quote {
  const place = asked ? asked.place : placeOf(way, details, shop);
  const form = asked ? asked.form : rxOf({ cart, products })?.questionnaire;
  const consultationFee = questionnaires.find(({ slug }) => slug === form)?.price.amount ?? 0;
  const rate = rateAt(shop, place, details.rate);
  return quote({ ...{ products, shop, lines: cart.lines, place, way, promotion, rate }, consultationFee });
}
