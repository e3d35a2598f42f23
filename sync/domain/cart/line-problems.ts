/** What stands between a line and its order: each has one action that clears it, which the cart offers at the line. A checkout begins once there are none. */
import { quantityLimit } from '../catalog/limits.ts';
import type { Product } from '../catalog/product.ts';
import { type Sold, soldAs } from '../catalog/sold-as.ts';
import { type CartQuestion, cartProblems } from '../shop/cart-problems.ts';
import type { CartLine } from './cart.ts';
import { qualificationOf, type SentForm } from './consultations.ts';

export type LineProblem =
  /** Not sold any more, or not this pack: `instead` are slugs of what is. */
  | { readonly code: 'ITEM_UNAVAILABLE'; readonly instead: readonly string[] }
  | { readonly code: 'PRICE_CHANGED'; readonly was: number; readonly now: number }
  | { readonly code: 'AREA_NOT_SERVED' }
  /** No form has been sent; or one that a clinician has decided against, or prescribed something else on. */
  | { readonly code: 'RX_NOT_QUALIFIED'; readonly why: 'none' | 'refused' | 'other-product' }
  | { readonly code: 'CONSULTATION_EXPIRED' }
  | { readonly code: 'QTY_LIMIT'; readonly limit: number }
  /** The rest can be had in a way in which this can't. */
  | { readonly code: 'MIXED_FULFILLMENT'; readonly way: 'mail' | 'pickup' }
  /** One order is decided on one consultation. */
  | { readonly code: 'SECOND_CONSULTATION' };

export interface CheckedLine extends CartLine {
  /** Undefined where this device knows of no such product. */
  readonly sold: Sold | undefined;
  /** The form that it would be ordered on. */
  readonly qualifies: SentForm | undefined;
  /** The first is what is to be settled first. */
  readonly problems: readonly LineProblem[];
}

export interface CartCheck
  extends Pick<CartQuestion, 'products' | 'shop' | 'serviceAreas' | 'place' | 'way'> {
  readonly lines: readonly CartLine[];
  readonly forms: readonly SentForm[];
  readonly now: Date;
}

function ofCatalog(check: CartCheck, line: CartLine, sold: Sold | undefined): readonly LineProblem[] {
  const { products, way } = check;
  const codes = cartProblems(check)
    .filter(({ sku }) => sku === line.sku)
    .map(({ code }) => code);
  const product = sold?.product ?? products.find(({ slug }) => slug === line.product);
  if (sold === undefined || product === undefined || product.discontinued !== undefined) {
    const known = product?.discontinued === undefined && product !== undefined ? [product.slug] : [];
    return [{ code: 'ITEM_UNAVAILABLE', instead: [...known, ...(product?.discontinued?.instead ?? [])] }];
  }
  const found: LineProblem[] = [];
  if (codes.includes('AREA_NOT_SERVED')) found.push({ code: 'AREA_NOT_SERVED' });
  if (codes.includes('QTY_LIMIT')) found.push({ code: 'QTY_LIMIT', limit: quantityLimit(product) });
  if (!product.fulfillment.includes(way)) found.push({ code: 'MIXED_FULFILLMENT', way });
  return found;
}

function ofConsultation(check: CartCheck, line: CartLine, sold: Sold | undefined) {
  if (sold?.product.kind !== 'rx') return { problems: [], qualifies: undefined };
  const found = qualificationOf(sold.product, check.forms, check.now, line.consultation);
  if (found.status === 'qualified') return { problems: [], qualifies: found.form };
  const problem: LineProblem =
    found.status === 'expired'
      ? { code: 'CONSULTATION_EXPIRED' }
      : { code: 'RX_NOT_QUALIFIED', why: found.status };
  return { problems: [problem], qualifies: undefined };
}

/** In the order of the catalog; what isn't in it comes last. */
export function checkedLines(check: CartCheck): readonly CheckedLine[] {
  const skus = check.products.flatMap(({ plans }) => plans.map(({ sku }) => sku));
  const rank = ({ sku }: CartLine) => (skus.includes(sku) ? skus.indexOf(sku) : skus.length);
  const lines = check.lines
    .toSorted((one, two) => rank(one) - rank(two) || (one.sku < two.sku ? -1 : 1))
    .map((line) => {
      const sold = soldAs(check.products, line.sku);
      return { line, sold, ...ofConsultation(check, line, sold) };
    });
  const first = lines.find(({ qualifies }) => qualifies !== undefined)?.qualifies;
  return lines.map(({ line, sold, qualifies, problems }): CheckedLine => {
    const isSecond = qualifies !== undefined && qualifies.id !== first?.id;
    const isDearer = sold !== undefined && sold.plan.amount > line.unit;
    return {
      ...line,
      ...{ sold, qualifies },
      problems: [
        ...ofCatalog(check, line, sold),
        ...problems,
        ...(isSecond ? [{ code: 'SECOND_CONSULTATION' } as const] : []),
        ...(isDearer ? [{ code: 'PRICE_CHANGED', was: line.unit, now: sold.plan.amount } as const] : []),
      ],
    };
  });
}

/** The ways in which all of it can be had together, in the order in which they are offered. */
export function waysOf(products: readonly Pick<Product, 'fulfillment'>[]): readonly ('mail' | 'pickup')[] {
  const shared = (['mail', 'pickup'] as const).filter((way) =>
    products.every(({ fulfillment }) => fulfillment.includes(way)),
  );
  if (shared.length > 0) return shared;
  return (['mail', 'pickup'] as const).filter((way) =>
    products.some(({ fulfillment }) => fulfillment.includes(way)),
  );
}
