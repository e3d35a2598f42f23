/** What becomes of orders as they arrive, in the transaction that judges them: those take turns. Each is kept; what is wrong with one is its patient's to settle. */
import { languages } from '../../../domain/languages.ts';
import { otherBilling } from '../../../domain/orders/billing.ts';
import type { OrderPlace } from '../../../protocol/operations/payloads/order-place.ts';
import type { Transaction } from '../../base/database/database.ts';
import { problem } from '../../base/problems.ts';
import { statedAtOf } from '../../core/judging/stated-at.ts';
import type { ApplyBatch, ApplyContext, Decided } from '../../core/judging/verdict.ts';
import type { VendorDirectory } from '../../packs/vendor-directory.ts';
import { findSpokesman } from '../accounts/feature.ts';
import { nameTerms, REFERENCE } from '../inbox/feature.ts';
import type { OrderDesk } from './order-desk.ts';
import { keepToken } from './order-tokens.ts';
import { PATIENT } from './settle-order.ts';
import { openOrder } from './stored/open-order.ts';
import { isOwnForm, namesOwnForm } from './stored/own-form.ts';
import { NO_MONEY, type OrderContent } from './stored/stored-order.ts';

/** The largest that a column of integers takes. */
const MAX_VERSION = 2_147_483_647;
/** All of them are looked at whenever their form moves on. Nobody orders as often by one: it qualifies each product once, for 30 days. */
const MAX_ORDERS_OF_FORM = 30;

interface Known {
  id: string;
  device: string;
  person: string | null;
}

/** Lone surrogates and U+0000 are in no text of PostgreSQL. */
const termsOf = (name: string, code: string) =>
  [`${REFERENCE}${code}`, ...nameTerms(name)].map((one) => one.replace(/[\0\p{Cs}]/gu, '').slice(0, 100));

/** What isn't priced yet. */
function contentOf(placed: OrderPlace, currency: string): OrderContent {
  const { contact, delivery, consents, language, shown, lines, promotion } = placed;
  const billing = otherBilling(placed);
  return {
    ...{ contact, delivery, consents, shown, promotion, wanted: lines },
    ...(billing && { billing }),
    language: languages.find((one) => one === language) ?? 'en',
    ...{ lines: [], totals: { subtotal: 0, discount: 0, shipping: 0, tax: 0, total: 0 }, shippingTax: 0 },
    // What was shown in other money was agreed to in none of ours.
    agreedTotal: shown.currency === currency ? shown.total : 0,
  };
}

interface NewOrder {
  readonly decided: Decided;
  readonly placed: OrderPlace;
  readonly person: string | null;
  /** Empty where nobody knows which it was. */
  readonly device: string;
  readonly currency: string;
  readonly at: Date;
}

async function insert(
  transaction: Transaction,
  { decided: { operation }, placed, person, device, currency }: NewOrder,
  sameAs: string | null,
): Promise<void> {
  const { vendor, opId, code, receivedAt } = operation;
  const { session, cart, delivery, payment, contact } = placed;
  const content = JSON.stringify(contentOf(placed, currency));
  await transaction`
    insert into orders (vendor, id, op_id, code, device, person, same_as, cart_id, cart_version, placed_at, received_at, consultation, way, pay_by, currency, total,
      items, has_rx, content, problems, order_status, clinical_status, fulfillment_status, payment_status, money, label, waits_on)
    values (${vendor}, ${session}, ${opId}, ${code}, ${device}, ${person}, ${sameAs}, ${cart.id}, ${cart.version},
      ${statedAtOf(placed.placedAt, receivedAt)}, ${receivedAt.toISOString()}, ${placed.consultation ?? null}, ${delivery.way}, ${payment}, ${currency}, 0, 0, false, ${content},
      '[]', 'placed', 'none', 'unfulfilled', 'none', ${JSON.stringify(NO_MONEY)}, 'not-paid', 'patient')`;
  if (sameAs !== null) return;
  const terms = termsOf(contact.name, code);
  await transaction`
    insert into order_terms (vendor, term, "order") select ${vendor}, term, ${session} from unnest(${terms}::text[]) as t (term) on conflict do nothing`;
}

/**
 * A consultation's fee is named by its form, and anyone who knows that could have taken its place before its patient pays: theirs is an order of its own then.
 * @returns whether the place is free now.
 */
async function givesWay(
  transaction: Transaction,
  { placed, person, device, decided }: NewOrder,
  first: Known,
): Promise<boolean> {
  const { vendor } = decided.operation;
  if (placed.consultation === undefined || placed.cart.id.toLowerCase() !== placed.consultation) return false;
  const moved = await transaction`
    update orders o set cart_id = o.id where o.vendor = ${vendor} and o.id = ${first.id} and not ${namesOwnForm(transaction)}
      and exists (select 1 from inbox_items i where i.vendor = ${vendor} and i.id = ${placed.consultation} and i.kind = 'case'
        and ${isOwnForm(transaction, { person, device })}) returning o.id`;
  return moved.length > 0;
}

/** So many orders of theirs name the form already, whatever has become of those, that one more is of none. */
async function isFormUsedUp(
  transaction: Transaction,
  { decided: { operation }, placed, person, device }: NewOrder,
): Promise<boolean> {
  if (placed.consultation === undefined) return false;
  const rows = await transaction`
    select 1 from orders where vendor = ${operation.vendor} and consultation = ${placed.consultation} and same_as is null
      and (device = ${device} or person = ${person}::uuid) limit ${MAX_ORDERS_OF_FORM}`;
  return rows.length === MAX_ORDERS_OF_FORM;
}

/** The first of the same cart is the order, and every later one another name of it: for who placed the first, and nobody else. */
async function placeOne(
  transaction: Transaction,
  context: ApplyContext,
  desk: OrderDesk,
  order: NewOrder,
): Promise<void> {
  const { placed, person, device, decided } = order;
  const { vendor } = decided.operation;
  const [first] = await transaction<[Known?]>`
    select id, device, person from orders
    where vendor = ${vendor} and cart_id = ${placed.cart.id} and cart_version = ${placed.cart.version} and same_as is null for update`;
  // Of an order that is in somebody's account, the next person on a shared device learns nothing.
  const isTheirs =
    first && (first.person === null ? device !== '' && first.device === device : first.person === person);
  if (first && !isTheirs && !(await givesWay(transaction, order, first))) return;
  const same = isTheirs ? first : undefined;
  const isUsedUp = !same && (await isFormUsedUp(transaction, order));
  const named = isUsedUp ? { ...order, placed: { ...placed, consultation: undefined } } : order;
  await insert(transaction, named, same?.id ?? null);
  await keepToken(transaction, { vendor, order: placed.session, token: placed.token, expiresAt: null });
  const open = await openOrder(transaction, vendor, same?.id ?? placed.session);
  if (same || !open) return open?.save(context.publish);
  open.add({ event: 'placed', at: order.at, ...PATIENT });
  await desk.settle(open, { transaction, publish: context.publish, at: context.at });
}

export function createPlaceOrders(
  vendors: VendorDirectory,
  desk: OrderDesk,
  effectOf: (decided: Decided) => OrderPlace | undefined,
): ApplyBatch {
  return async (transaction, decided, context) => {
    for (const one of decided) {
      const sent = effectOf(one);
      if (!sent) continue;
      const { vendor, opId, device, receivedAt } = one.operation;
      const pack = vendors.find(vendor)?.pack;
      // In one case, as PostgreSQL compares them.
      const placed = {
        ...sent,
        session: sent.session.toLowerCase(),
        cart: { ...sent.cart, version: Math.min(sent.cart.version, MAX_VERSION) },
        consultation: sent.consultation?.toLowerCase(),
      };
      const known = await transaction`
        select 1 from orders where vendor = ${vendor} and (op_id = ${opId} or id = ${placed.session})`;
      if (known.length > 0 || !pack) continue;
      const spokesman =
        placed.person === undefined
          ? undefined
          : await findSpokesman(transaction, { vendor, device, person: placed.person }, context.at);
      // Of a device that was signed out, or was never theirs, nobody knows who holds it: it is the order of that device, and in nobody's account.
      const speaks = spokesman?.device === 'signed-in' && !one.isImported;
      await placeOne(transaction, context, desk, {
        ...{ decided: one, placed, currency: pack.currency },
        person: speaks ? spokesman.person : null,
        device: one.isImported ? '' : device,
        at: new Date(statedAtOf(placed.placedAt, receivedAt)),
      });
      if (spokesman)
        context.publish.settle({
          ...{ vendor, person: spokesman.person, opId },
          ...(speaks ? { outcome: 'applied' } : { outcome: 'held', problem: problem('PERSON_SIGNED_OUT') }),
        });
    }
  };
}
