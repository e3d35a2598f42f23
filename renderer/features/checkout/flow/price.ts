/** What a checkout costs: the same for what is shown and for what is sealed as shown. */
import type { Product } from '../../../../sync/domain/catalog/product.ts';
import type { Way } from '../../../../sync/domain/orders/order-view.ts';
import { formOf, kindsOf } from '../../../../sync/domain/shop/order-question.ts';
import { rateAt } from '../../../../sync/domain/shop/places.ts';
import { promotionOf } from '../../../../sync/domain/shop/promotion.ts';
import { type Quote, quote } from '../../../../sync/domain/shop/quote.ts';
import type { Promotion, Shop } from '../../../../sync/domain/shop/shop.ts';
import { clinicDay } from '../../../../sync/domain/time/clinic-day.ts';
import type { PublishedPack } from '../../../../sync/domain/vendor/published-pack.ts';
import type { CheckoutDetails } from './checkout-events.ts';
import type { AskedFor } from './read-asked.ts';
import type { OrderedCart } from './read-cart.ts';
import { placeOf } from './read-details.ts';

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
  const kinds = kindsOf({ products, lines: cart.lines, way });
  const today = clinicDay(timezone)(now);
  const found = await promotionOf({ promotions: shop.promotions, code, today, kinds });
  return 'promotion' in found ? found.promotion : undefined;
}

export function priceOf(
  { cart, shop, products, way, asked }: Priceable,
  details: CheckoutDetails,
  { questionnaires }: Pick<Pack, 'questionnaires'>,
  promotion: Promotion | undefined,
): Quote {
  const place = asked ? asked.place : placeOf(way, details, shop);
  const order = { products, lines: cart.lines };
  const consultationFee = formOf(questionnaires, order, asked?.form)?.price.amount ?? 0;
  const rate = rateAt(shop, place, details.rate);
  return quote({ ...order, ...{ shop, place, way, promotion, rate, consultationFee } });
}
