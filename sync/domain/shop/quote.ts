/** What an order costs: asked by the device as an estimate, and by the server as the price. Amounts are in minor units, and every total is a sum of rounded parts. */

import { MIN_AMOUNT } from '../catalog/limits.ts';
import type { Product } from '../catalog/product.ts';
import { soldAs } from '../catalog/sold-as.ts';
import type { TaxCategory } from '../catalog/tax-category.ts';
import { percent, shareOf, splitBy, sumOf } from '../money/money.ts';
import type { OrderTotals, Way } from '../orders/order-view.ts';
import { shippingAt, taxRateAt } from './places.ts';
import type { Promotion, Shop } from './shop.ts';

/** SKU of the consultation's fee, which no product may have. */
export const CONSULTATION_SKU = 'CONSULTATION';

export interface WantedLine {
  readonly sku: string;
  readonly quantity: number;
}

/** What of a product decides its price. */
type PricedProduct = Pick<Product, 'slug' | 'kind' | 'plans' | 'taxCategory'>;

export interface QuoteQuestion {
  readonly products: readonly PricedProduct[];
  readonly shop: Pick<Shop, 'shipping' | 'taxes'>;
  readonly lines: readonly WantedLine[];
  /** ISO 3166: where it is delivered or picked up; undefined where that isn't known yet: tax and delivery are left out then. */
  readonly place: string | undefined;
  readonly way: Way;
  /** Id of a shipping rate; with `mail`. */
  readonly rate?: string | undefined;
  /** One that applies to this patient. */
  readonly promotion?: Promotion | undefined;
  /** Fee of the consultation that its prescription lines wait for, or that is all of it; 0 for none. */
  readonly consultationFee: number;
}

export interface QuotedLine {
  readonly sku: string;
  readonly product: string;
  readonly kind: 'rx' | 'otc' | 'consultation';
  readonly quantity: number;
  readonly unit: number;
  /** Discount and tax of each single unit, which a refund adds up again. */
  readonly units: readonly { readonly discount: number; readonly tax: number }[];
  readonly discount: number;
  readonly tax: number;
  /** Without tax. */
  readonly total: number;
  readonly everyDays?: number;
  /** Paid at the pharmacy's counter, and not in any total: a prescription that is picked up. */
  readonly atCounter: boolean;
}

export interface Quote {
  readonly lines: readonly QuotedLine[];
  readonly totals: OrderTotals;
  /** Part of `totals.tax`. */
  readonly shippingTax: number;
  /** Tax that the prices hold already, as in Britain: for the receipt, and part of no sum. */
  readonly includedTax: number;
  /** Charged at once: all of an order without prescriptions, and nothing of any other. */
  readonly now: number;
  /** Held now, and charged once a clinician approves. */
  readonly onApproval: number;
  /** What each renewal will cost, with delivery and tax. */
  readonly renewals: readonly { readonly everyDays: number; readonly amount: number }[];
  /** SKUs that aren't sold. */
  readonly unknown: readonly string[];
}

interface OpenLine extends Omit<QuotedLine, 'units' | 'discount' | 'tax' | 'total'> {
  readonly category: TaxCategory;
}

const categoryOf = ({ kind, taxCategory }: PricedProduct): TaxCategory => taxCategory ?? kind;

/** The same SKU asked for twice is one line: the SKU is the line's id. */
function merged(lines: readonly WantedLine[]): readonly WantedLine[] {
  const quantities = new Map<string, number>();
  for (const { sku, quantity } of lines) quantities.set(sku, (quantities.get(sku) ?? 0) + quantity);
  return [...quantities].map(([sku, quantity]) => ({ sku, quantity }));
}

function openLines({ products, lines, way, consultationFee }: QuoteQuestion): readonly OpenLine[] {
  const goods = merged(lines).flatMap(({ sku, quantity }): OpenLine[] => {
    const sold = soldAs(products, sku);
    if (!sold) return [];
    const { product, plan } = sold;
    const { kind } = product;
    return [
      {
        ...{ sku, product: product.slug, kind, quantity, unit: plan.amount },
        ...(plan.everyDays === undefined ? {} : { everyDays: plan.everyDays }),
        atCounter: way === 'pickup' && kind === 'rx',
        category: categoryOf(product),
      },
    ];
  });
  if (consultationFee === 0) return goods;
  const fee = { sku: CONSULTATION_SKU, product: 'consultation', kind: 'consultation' } as const;
  return [...goods, { ...fee, quantity: 1, unit: consultationFee, atCounter: false, category: 'service' }];
}

const isLowered = (promotion: Promotion, { kind, atCounter }: Pick<QuotedLine, 'kind' | 'atCounter'>) =>
  !atCounter && (kind === 'otc' || (kind === 'rx' && promotion.rx));

/** The discount of each line's units, split once over all of them. */
function discounts(
  lines: readonly OpenLine[],
  promotion: Promotion | undefined,
): ReadonlyMap<string, readonly number[]> {
  const lowered = promotion === undefined ? [] : lines.filter((line) => isLowered(promotion, line));
  const units = lowered
    .toSorted((one, other) => (one.sku < other.sku ? -1 : 1))
    .flatMap(({ sku, quantity, unit }) => Array.from({ length: quantity }, () => ({ sku, unit })));
  const base = sumOf(units.map(({ unit }) => unit));
  if (promotion === undefined || base === 0) return new Map();
  const wanted =
    'percent' in promotion.off ? shareOf(base, percent(promotion.off.percent)) : promotion.off.amount;
  // A card can't be charged less than the least: all of it goes, or that much stays.
  const amount = wanted >= base ? base : Math.min(wanted, base - MIN_AMOUNT);
  const parts = splitBy(
    amount,
    units.map(({ unit }) => unit),
  );
  const of = (wantedSku: string) => parts.filter((_, at) => units[at]?.sku === wantedSku);
  return new Map(lowered.map(({ sku }) => [sku, of(sku)]));
}

interface TaxQuestion {
  readonly shop: Pick<Shop, 'taxes'>;
  readonly place: string | undefined;
}

/** On top of an amount, and what it holds already. */
function taxOf({ shop, place }: TaxQuestion, category: TaxCategory, amount: number) {
  const row = place === undefined ? undefined : taxRateAt(shop.taxes, place, category);
  if (row === undefined) return { added: 0, included: 0 };
  if (row.included !== true) return { added: shareOf(amount, row.rate), included: 0 };
  return { added: 0, included: splitBy(amount, [row.rate, 100_000])[0] ?? 0 };
}

type TaxedLine = Pick<QuotedLine, 'sku' | 'kind' | 'quantity' | 'unit' | 'discount' | 'tax' | 'total'> & {
  readonly atCounter?: boolean | undefined;
};

/** @param off the discount of each unit. */
function taxUnits(
  { unit, total, atCounter }: Pick<TaxedLine, 'unit' | 'total' | 'atCounter'>,
  off: readonly number[],
  question: TaxQuestion,
  category: TaxCategory,
) {
  const { added, included } = atCounter ? { added: 0, included: 0 } : taxOf(question, category, total);
  const taxes = splitBy(
    added,
    off.map((one) => unit - one),
  );
  return { units: off.map((one, at) => ({ discount: one, tax: taxes[at] ?? 0 })), tax: added, included };
}

function closeLine(line: OpenLine, discountOfUnits: readonly number[] | undefined, question: TaxQuestion) {
  const { category, ...shown } = line;
  const { quantity, unit } = line;
  const off = discountOfUnits ?? Array.from({ length: quantity }, () => 0);
  const discount = sumOf(off);
  const total = quantity * unit - discount;
  const { units, tax, included } = taxUnits({ ...line, total }, off, question, category);
  return { line: { ...shown, units, discount, tax, total }, included };
}

/** Of what is mailed, also where a code takes all of its price. Free from an amount on: after discounts. */
function shippingOf({ shop, place, way, rate }: QuoteQuestion, goods: readonly QuotedLine[]): number {
  if (place === undefined || way !== 'mail' || goods.length === 0) return 0;
  const chosen = shippingAt(shop.shipping, place).find(({ id }) => id === rate);
  if (chosen === undefined) return 0;
  const isFree = chosen.freeFrom !== undefined && sumOf(goods.map(({ total }) => total)) >= chosen.freeFrom;
  return isFree ? 0 : chosen.amount;
}

function totalsOf(lines: readonly TaxedLine[], shipping: number, shippingTax: number): OrderTotals {
  const paid = lines.filter(({ atCounter }) => !atCounter);
  const subtotal = sumOf(paid.map(({ quantity, unit }) => quantity * unit));
  const discount = sumOf(paid.map((line) => line.discount));
  const tax = sumOf(paid.map((line) => line.tax)) + shippingTax;
  return { subtotal, discount, shipping, tax, total: subtotal - discount + shipping + tax };
}

function priced(question: QuoteQuestion) {
  const open = openLines(question);
  const off = discounts(open, question.promotion);
  const closed = open.map((line) => closeLine(line, off.get(line.sku), question));
  const lines: readonly QuotedLine[] = closed.map(({ line }) => line);
  const goods = lines.filter(({ atCounter, kind }) => !atCounter && kind !== 'consultation');
  const shipping = shippingOf(question, goods);
  const { added: shippingTax, included } = taxOf(question, 'shipping', shipping);
  const includedTax = sumOf(closed.map((line) => line.included)) + included;
  return { lines, totals: totalsOf(lines, shipping, shippingTax), shippingTax, includedTax };
}

/** What was priced before and isn't mailed, as another place taxes it: each unit keeps its price and its discount. */
export function retaxed<Line extends TaxedLine & Pick<QuotedLine, 'units'>>(
  lines: readonly Line[],
  { products, ...question }: TaxQuestion & Pick<QuoteQuestion, 'products'>,
): { readonly lines: readonly Line[]; readonly totals: OrderTotals } {
  const again = lines.map((line) => {
    const sold = soldAs(products, line.sku);
    const ofKind = line.kind === 'consultation' ? 'service' : line.kind;
    const off = line.units.map(({ discount }) => discount);
    const category = sold ? categoryOf(sold.product) : ofKind;
    const { units, tax } = taxUnits(line, off, question, category);
    return { ...line, units, tax };
  });
  return { lines: again, totals: totalsOf(again, 0, 0) };
}

/** What comes back each time is a delivery of its own: without the promotion and without the consultation. */
function renewalsOf(question: QuoteQuestion, lines: readonly QuotedLine[]): Quote['renewals'] {
  const paid = lines.filter(({ atCounter }) => !atCounter);
  const rhythms = new Set(paid.flatMap(({ everyDays }) => (everyDays === undefined ? [] : [everyDays])));
  return [...rhythms]
    .sort((one, other) => one - other)
    .map((everyDays) => {
      const again = paid.filter((line) => line.everyDays === everyDays);
      const { totals } = priced({ ...question, lines: again, promotion: undefined, consultationFee: 0 });
      return { everyDays, amount: totals.total };
    });
}

/** The one place where a price is made. */
export function quote(question: QuoteQuestion): Quote {
  const { lines, totals, shippingTax, includedTax } = priced(question);
  const waits = lines.some(({ kind }) => kind !== 'otc');
  const known = new Set(lines.map(({ sku }) => sku));
  return {
    ...{ lines, totals, shippingTax, includedTax },
    now: waits ? 0 : totals.total,
    onApproval: waits ? totals.total : 0,
    renewals: renewalsOf(question, lines),
    unknown: merged(question.lines)
      .map(({ sku }) => sku)
      .filter((sku) => !known.has(sku)),
  };
}
