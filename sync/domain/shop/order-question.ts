/** What of an order decides its price, for cart, checkout and server alike. */
import type { Product } from '../catalog/product.ts';
import { soldAs } from '../catalog/sold-as.ts';
import type { QuoteQuestion, WantedLine } from './quote.ts';

/** Kinds of products that are paid for here, which a promotion may discount. A prescription that is picked up is paid for at the counter, so it isn't one. */
export function kindsOf({
  products,
  lines,
  way,
}: Pick<QuoteQuestion, 'products' | 'lines' | 'way'>): readonly Product['kind'][] {
  return lines.flatMap(({ sku }) => {
    const kind = soldAs(products, sku)?.product.kind;
    return kind === undefined || (kind === 'rx' && way === 'pickup') ? [] : [kind];
  });
}

interface Prescribable {
  readonly products: readonly Product[];
  readonly lines: readonly WantedLine[];
}

/** By prescription, in the order of the catalog. */
export const prescribedIn = ({ products, lines }: Prescribable): readonly Product[] =>
  products.filter(
    ({ kind, plans }) => kind === 'rx' && plans.some(({ sku }) => lines.some((line) => line.sku === sku)),
  );

/**
 * The form whose fee is charged with the order. An order has one consultation.
 * @param consulted slug of the form that was sent; before that, the first prescription's is asked for
 */
export function formOf<Form extends { readonly slug: string }>(
  forms: readonly Form[],
  order: Prescribable,
  consulted?: string | null,
): Form | undefined {
  const asked = consulted ?? prescribedIn(order)[0]?.questionnaire;
  return forms.find(({ slug }) => slug === asked);
}
