import { useEffect, useMemo, useState } from 'react';
import { type CartLine, choiceIn, emptyCart, linesIn } from '../../../sync/domain/cart/cart.ts';
import { type CheckedLine, checkedLines, waysOf } from '../../../sync/domain/cart/line-problems.ts';
import { quantityLimit } from '../../../sync/domain/catalog/limits.ts';
import { countryOf } from '../../../sync/domain/places/places.ts';
import { cartProblems } from '../../../sync/domain/shop/cart-problems.ts';
import { formOf, kindsOf } from '../../../sync/domain/shop/order-question.ts';
import { rateAt } from '../../../sync/domain/shop/places.ts';
import { type PromotionProblem, promotionOf } from '../../../sync/domain/shop/promotion.ts';
import { type Quote, quote } from '../../../sync/domain/shop/quote.ts';
import type { Promotion } from '../../../sync/domain/shop/shop.ts';
import { clinicDay } from '../../../sync/domain/time/clinic-day.ts';
import { useNow } from '../../base/use-now.ts';
import type { StoredCart } from '../../device/cart/stored-cart.ts';
import { useSentForms } from '../../device/cart/use-sent-forms.ts';
import type { ShopFiles } from '../../device/catalog/fetch-shop.ts';
import { usePack } from '../../device/provider/platform-provider.tsx';

export interface CheckedCart {
  readonly lines: readonly CheckedLine[];
  readonly later: readonly CartLine[];
  readonly way: 'mail' | 'pickup';
  readonly ways: readonly ('mail' | 'pickup')[];
  readonly place: string | undefined;
  /** Whether it has to be asked. */
  readonly asksPlace: boolean;
  /** Where it can be picked up; undefined where it is mailed. */
  readonly places: readonly string[] | undefined;
  /** Nothing at all can be delivered there. */
  readonly notServed: boolean;
  readonly code: string | undefined;
  readonly promotion: Promotion | PromotionProblem | undefined;
  readonly estimate: Quote;
  /** Nothing stands between this and an order. */
  readonly isClear: boolean;
}

/** The code that was typed, looked up. */
function usePromotion(
  { shop }: ShopFiles,
  code: string | undefined,
  kinds: readonly ('rx' | 'otc')[],
): Promotion | PromotionProblem | undefined {
  const [found, setFound] = useState<{ readonly code: string; readonly is: Promotion | PromotionProblem }>();
  const { promotions } = shop;
  const { timezone } = usePack();
  const asked = kinds.join();
  useEffect(() => {
    if (code === undefined) return;
    let gone = false;
    const today = clinicDay(timezone)(new Date());
    const of = (['rx', 'otc'] as const).filter((kind) => asked.includes(kind));
    void promotionOf({ promotions, code, today, kinds: of }).then((result) => {
      if (!gone) setFound({ code, is: 'promotion' in result ? result.promotion : result.problem });
    });
    return () => {
      gone = true;
    };
  }, [promotions, code, asked, timezone]);
  return code !== undefined && found?.code === code ? found.is : undefined;
}

export function useCheckedCart(files: ShopFiles, cart: StoredCart | undefined): CheckedCart {
  const { serviceAreas, questionnaires } = usePack();
  const forms = useSentForms() ?? [];
  const now = useNow();
  const content = cart?.content ?? emptyCart;
  const { shop, products } = files;
  const limits = useMemo(
    () => new Map(products.map((product) => [product.slug, quantityLimit(product)])),
    [products],
  );
  const lines = linesIn(content, 'cart', (product) => limits.get(product));
  const inCart = products.filter(({ slug }) => lines.some(({ product }) => product === slug));
  const ways = waysOf(inCart);
  const chosen = choiceIn(content, 'way');
  const way = ways.find((each) => each === chosen) ?? ways[0] ?? 'mail';
  const [only, ...others] = serviceAreas.map((area) => area.place);
  const asksPlace = only === undefined || others.length > 0 || countryOf(only) === 'US';
  const place = choiceIn(content, 'place') ?? (asksPlace ? undefined : only);
  const checked = checkedLines({
    ...{ products, shop, serviceAreas, lines, forms, place, way, now },
  });
  const priced = checked.filter(({ sold }) => sold?.product.discontinued === undefined);
  const code = choiceIn(content, 'promotion');
  const order = { products, lines: priced, way };
  const promotion = usePromotion(files, code, kindsOf(order));
  const estimate = quote({
    ...{ ...order, shop, place },
    rate: rateAt(shop, place, choiceIn(content, 'rate')),
    promotion: typeof promotion === 'object' ? promotion : undefined,
    consultationFee: formOf(questionnaires, order)?.price.amount ?? 0,
  });
  const handedOver = shop.pharmacies.filter(({ active }) => active).map((one) => one.region ?? one.country);
  const wide = cartProblems({ products, shop, serviceAreas, lines, place, way });
  const notServed = wide.some(({ code: is, sku }) => is === 'AREA_NOT_SERVED' && sku === undefined);
  return {
    lines: checked,
    later: linesIn(content, 'later', (product) => limits.get(product)),
    ...{ way, ways, place, asksPlace, notServed, code, promotion, estimate },
    places: way === 'pickup' ? handedOver : undefined,
    isClear: !notServed && checked.every(({ problems }) => problems.length === 0),
  };
}
