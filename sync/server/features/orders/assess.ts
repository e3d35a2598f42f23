/** What an order costs and what is wrong with it, by the catalog, the clock and the tables alone. Nothing that a device claims is believed. */
import { soldAs } from '../../../domain/catalog/sold-as.ts';
import { documentFor, isCurrent, type SaleFacts, salePurposesOf } from '../../../domain/legal/consents.ts';
import type { OrderLine } from '../../../domain/orders/order-view.ts';
import { onlyStateOfZip } from '../../../domain/places/zip-states.ts';
import { addressFaults } from '../../../domain/profile/address.ts';
import { type CartQuestion, cartProblems } from '../../../domain/shop/cart-problems.ts';
import { formOf, kindsOf, prescribedIn } from '../../../domain/shop/order-question.ts';
import { deliveredIn } from '../../../domain/shop/places.ts';
import { promotionOf } from '../../../domain/shop/promotion.ts';
import { CONSULTATION_SKU, type QuotedLine, quote } from '../../../domain/shop/quote.ts';
import type { Promotion } from '../../../domain/shop/shop.ts';
import { clinicDay } from '../../../domain/time/clinic-day.ts';
import type { Transaction } from '../../base/database/database.ts';
import type { Vendor } from '../../packs/vendor-directory.ts';
import type { Catalog } from '../shop/feature.ts';
import { isFeePaid } from './consultation-fee.ts';
import { type Buyer, type Consulted, findConsulted } from './qualify.ts';
import type { Consultations } from './service.ts';
import { hasOrdered } from './stored/first-order.ts';
import { lockUses, usesOf } from './stored/reservations.ts';
import type { OrderContent, StoredLine, StoredProblem } from './stored/stored-order.ts';

/** What the patient wrote. */
export type Wished = Omit<OrderContent, 'lines' | 'totals' | 'shippingTax' | 'redeems'>;

export interface AssessContext {
  readonly vendor: Vendor;
  readonly catalog: Catalog;
  readonly care: Consultations | undefined;
  readonly at: Date;
  /** Only to show it: waits for nobody, and keeps nobody waiting. */
  readonly looks?: boolean;
}

export interface Assessed {
  readonly content: OrderContent;
  readonly problems: readonly StoredProblem[];
  readonly promotion: Promotion | undefined;
  readonly consulted: Consulted | undefined;
}

const CONSULTATION_PACK = { en: 'Consultation', es: 'Consulta', ar: 'استشارة' };

/** The fee of the form that qualifies its prescriptions, or of one that leads to none; nothing once another order has paid it. */
async function feeOf(
  transaction: Transaction,
  buyer: Buyer & { readonly id: string },
  {
    context,
    wished,
    consulted,
  }: { context: AssessContext; wished: Wished; consulted: Consulted | undefined },
): Promise<{ readonly amount: number; readonly title: OrderLine['name'] } | undefined> {
  const { products } = context.catalog;
  const order = { products, lines: wished.wanted };
  const form = formOf(context.vendor.pack.questionnaires, order, consulted?.form);
  const leadsToRx = products.some(({ kind, questionnaire }) => kind === 'rx' && questionnaire === form?.slug);
  const isAsked = wished.delivery.way === 'none' ? !leadsToRx : prescribedIn(order).length > 0;
  if (!isAsked || !form) return undefined;
  // Whether it is paid is nobody else's to know.
  const isPaid = consulted !== undefined && (await isFeePaid(transaction, buyer));
  return { amount: isPaid ? 0 : form.price.amount, title: form.title };
}

async function findPromotion(
  transaction: Transaction,
  buyer: Buyer & { readonly id: string },
  { promotion: code, wanted, delivery, contact }: Wished,
  { catalog, vendor: { pack }, at, looks = false }: AssessContext,
) {
  if (code === undefined || code.trim() === '') return undefined;
  const kinds = kindsOf({ products: catalog.products, lines: wanted, way: delivery.way });
  const { vendor, id } = buyer;
  const { promotions } = catalog.shop;
  const today = clinicDay(pack.timezone)(at);
  const firstOrder = !(await hasOrdered(transaction, buyer, contact, promotions));
  const known = { promotions, code, today, kinds, firstOrder };
  const found = await promotionOf(known);
  if ('problem' in found) return found;
  // Looked at once more with the count. Locked, who comes second sees the first.
  const own =
    await transaction`select 1 from promotion_redemptions where vendor = ${vendor} and "order" = ${id}`;
  const used = await (looks ? usesOf : lockUses)(transaction, vendor, found.promotion.code);
  return promotionOf({ ...known, used: used - own.length });
}

function lineOf(
  quoted: QuotedLine,
  catalog: Catalog,
  title: OrderLine['name'] | undefined,
): readonly StoredLine[] {
  const { atCounter, ...line } = quoted;
  const counter = atCounter ? ({ atCounter } as const) : {};
  if (line.sku === CONSULTATION_SKU)
    return title ? [{ ...line, ...counter, name: title, pack: CONSULTATION_PACK }] : [];
  const sold = soldAs(catalog.products, line.sku);
  return sold ? [{ ...line, ...counter, name: sold.product.name, pack: sold.plan.pack }] : [];
}

/** A consent names a text that this vendor has published, and each document that the order needs is agreed to as it is now. */
function consentProblems(
  { consents }: Wished,
  { vendor }: AssessContext,
  facts: SaleFacts,
): readonly StoredProblem[] {
  const isKnown = (consent: Wished['consents'][number]) =>
    vendor.legal.some((document) => isCurrent(document, consent));
  const { legal } = vendor.pack;
  const isAgreed = salePurposesOf(facts, legal)
    .flatMap((purpose) => documentFor(purpose, legal) ?? [])
    .every((needed) => consents.some((one) => one.decision === 'active' && isCurrent(needed, one)));
  return isAgreed && consents.every(isKnown) ? [] : [{ code: 'CONSENT_OUTDATED' }];
}

function qualificationProblems(
  { wanted }: Wished,
  { catalog, at }: AssessContext,
  consulted: Consulted | undefined,
): readonly StoredProblem[] {
  return wanted.flatMap(({ sku }): StoredProblem[] => {
    const product = soldAs(catalog.products, sku)?.product;
    if (product?.kind !== 'rx') return [];
    const code = consulted ? consulted.problemOf(product, at) : 'RX_NOT_QUALIFIED';
    return code === undefined ? [] : [{ code, sku }];
  });
}

/** Of one that is a consultation alone: the form has to be theirs, to be had without a prescription, and to have a fee that nobody has paid. */
function feeProblems(consulted: Consulted | undefined, fee: number): readonly StoredProblem[] {
  if (!consulted) return [{ code: 'RX_NOT_QUALIFIED' }];
  if (consulted.problem) return [{ code: consulted.problem }];
  return fee === 0 ? [{ code: 'ITEM_UNAVAILABLE' }] : [];
}

/**
 * The state that somebody says is the one that counts. But what may not be sold everywhere has to be allowed in the one where the ZIP code lies as well, where that
 * is in another state alone.
 */
function isStateDenied({ delivery }: Wished, question: CartQuestion): boolean {
  if (delivery.way !== 'mail' || delivery.address.country !== 'US') return false;
  const { region, postcode = '' } = delivery.address;
  const place = onlyStateOfZip(postcode);
  if (place === undefined || place === region) return false;
  return cartProblems({ ...question, place, rate: undefined }).some(({ code }) => code === 'AREA_NOT_SERVED');
}

/** Reserves nothing. */
export async function assess(
  transaction: Transaction,
  buyer: Buyer & { readonly id: string; readonly payBy: 'card' | 'desk' },
  wished: Wished,
  context: AssessContext,
): Promise<Assessed> {
  const { catalog, vendor, care } = context;
  const { delivery, wanted } = wished;
  const consulted = await findConsulted(transaction, buyer, { rules: vendor.pack.rules, care });
  // Sent, handed over, or asked for.
  const place =
    deliveredIn(delivery, catalog.shop.pharmacies) ??
    (delivery.way === 'none' ? consulted?.place : undefined);
  const promoted = await findPromotion(transaction, buyer, wished, context);
  const promotion = promoted && 'promotion' in promoted ? promoted.promotion : undefined;
  const fee = await feeOf(transaction, buyer, { context, wished, consulted });
  const way = delivery.way;
  const rate = way === 'mail' ? delivery.rate : undefined;
  const asked = { products: catalog.products, lines: wanted, place, rate };
  const priced = quote({ ...asked, way, shop: catalog.shop, promotion, consultationFee: fee?.amount ?? 0 });
  const pharmacy = way === 'pickup' ? delivery.pharmacy : undefined;
  const { serviceAreas } = vendor.pack;
  const cart = way === 'none' ? undefined : { ...asked, way, shop: catalog.shop, serviceAreas, pharmacy };
  const isAddressWrong =
    (way === 'mail' && addressFaults(delivery.address).size > 0) ||
    (cart !== undefined && isStateDenied(wished, cart));
  const problems: StoredProblem[] = [
    ...(cart ? cartProblems(cart) : feeProblems(consulted, fee?.amount ?? 0)),
    ...(isAddressWrong ? [{ code: 'ADDRESS_INCOMPLETE' } as const] : []),
    ...qualificationProblems(wished, context, consulted),
    ...(promoted && 'problem' in promoted ? [{ code: promoted.problem }] : []),
    ...consentProblems(wished, context, {
      waitsForApproval: priced.onApproval > 0,
      renews: priced.renewals.length > 0,
      byCard: buyer.payBy === 'card',
    }),
    ...(priced.totals.total > wished.agreedTotal ? [{ code: 'PRICE_CHANGED' } as const] : []),
  ];
  const content: OrderContent = {
    ...wished,
    lines: priced.lines.flatMap((line) => lineOf(line, catalog, fee?.title)),
    totals: priced.totals,
    shippingTax: priced.shippingTax,
    ...(promotion && { redeems: promotion.code }),
  };
  const unique = new Map(problems.map((one) => [`${one.code} ${one.sku ?? ''}`, one]));
  return { content, problems: [...unique.values()], promotion, consulted };
}
