/** What patients are told of an order by email. It names no product, and its link opens the order by a token in the fragment. */
import { languages } from '../../../domain/languages.ts';
import { isConsultation, type OrderMoney } from '../../../domain/orders/order-view.ts';
import type { Transaction } from '../../base/database/database.ts';
import type { Messages } from '../../core/messages/messages.ts';
import type { MoneyLine, OrderNews } from '../../providers/mail/letters/texts/letter-texts.ts';
import { readEmailAddress } from '../accounts/feature.ts';
import { readSummary } from '../inbox/feature.ts';
import { keepsPrivate } from '../profile/feature.ts';
import { mintToken } from './order-tokens.ts';
import { isOwnForm } from './stored/own-form.ts';
import type { StoredOrder } from './stored/stored-order.ts';

export interface LetterOptions {
  /** Sends the neutral letter: what was wished with the form can’t be read any more. */
  readonly keepsPrivate: boolean;
}

export interface OrderLetters {
  /** In the transaction of what it tells of. */
  tell(transaction: Transaction, order: StoredOrder, what: OrderNews, options?: LetterOptions): Promise<void>;
  /** Where it has become ready, or has left. */
  tellOfFulfillment(transaction: Transaction, before: StoredOrder, after: StoredOrder): Promise<void>;
}

/** What is said of a consultation's fee in words of its own: nothing was ordered. */
const OF_FEE: Readonly<Partial<Record<OrderNews, OrderNews>>> = {
  ...{ received: 'fee-received', problem: 'fee-problem' },
  ...{ charged: 'completed', unpaid: 'fee-unpaid', asked: 'fee-asked' },
  ...{ 'not-approved': 'fee-closed', cancelled: 'fee-cancelled' },
};

const CONFIRMED: readonly string[] = ['authorized', 'card_saved', 'charged'];

/** Nobody makes us write to strangers: to an address that a guest has typed only once a card stood for the order, or staff have worked on it. */
const mayWrite = ({ person, events }: StoredOrder): boolean =>
  person !== null || events.some(({ event, actor }) => CONFIRMED.includes(event) || actor === 'clinic');

/** Once an account is closed, nobody opens its orders any more. */
async function isClosed(transaction: Transaction, { vendor, person }: StoredOrder): Promise<boolean> {
  const rows = await transaction`
    select 1 from persons where vendor = ${vendor} and id = ${person}::uuid and closed_at is not null`;
  return rows.length > 0;
}

/** As they say of themselves, or have said with the form. */
async function isPrivate(
  transaction: Transaction,
  { vendor, person, device, consultation }: StoredOrder,
): Promise<boolean> {
  if (person !== null && (await keepsPrivate(transaction, { vendor, person }))) return true;
  const [form] = await transaction<[{ summary: string }?]>`
    select summary from inbox_items i
    where vendor = ${vendor} and id = ${consultation}::uuid and kind = 'case' and ${isOwnForm(transaction, { person, device })}`;
  return form !== undefined && readSummary(form.summary).isPrivate === true;
}

/** Said only where it is certain. */
function moneyLine(what: OrderNews, { statuses: { payment }, money }: StoredOrder): MoneyLine {
  if (what !== 'not-approved' && what !== 'cancelled') return 'nothing';
  if (payment === 'unknown' || payment === 'disputed' || payment === 'requires_action') return 'nothing';
  return ledgerLine(money);
}

function ledgerLine({ held, charged, refunded }: OrderMoney): MoneyLine {
  if (charged > refunded) return 'refunding';
  if (charged > 0) return 'nothing';
  return held > 0 ? 'releasing' : 'not-charged';
}

export function createOrderLetters(
  messages: Pick<Messages, 'enqueue'>,
  publicUrl: URL | undefined,
  now: () => Date,
): OrderLetters {
  const own: OrderLetters = {
    async tell(transaction, order, what, { keepsPrivate: isSilent } = { keepsPrivate: false }) {
      const { vendor, id, code, content, currency, money } = order;
      const to = content.contact.email === undefined ? undefined : readEmailAddress(content.contact.email);
      if (to === undefined || !mayWrite(order)) return;
      const said = (isConsultation(content) ? OF_FEE[what] : undefined) ?? what;
      const path = `/connect/${vendor}/checkout/${content.delivery.way === 'pickup' ? 'pharmacy/' : ''}success/${id}`;
      const mayOpen = publicUrl !== undefined && !(await isClosed(transaction, order));
      const { token } = mayOpen ? await mintToken(transaction, { vendor, order: id }, now()) : {};
      await messages.enqueue(transaction, {
        ...{
          vendor,
          to,
          letter: 'order',
          language: languages.find((one) => one === content.language) ?? 'en',
        },
        params: {
          ...{ what: said, code, currency, money: moneyLine(what, order) },
          ...(token !== undefined && publicUrl && { url: new URL(`${path}#t=${token}`, publicUrl).href }),
          ...((isSilent || (await isPrivate(transaction, order))) && { isPrivate: 'yes' }),
          ...(what === 'charged' && { charged: String(money.charged) }),
        },
      });
    },
    async tellOfFulfillment(transaction, before, after) {
      const now = after.statuses.fulfillment;
      if (now === before.statuses.fulfillment) return;
      if (now === 'ready_for_pickup') await own.tell(transaction, after, 'ready');
      if (now === 'shipped') await own.tell(transaction, after, 'shipped');
    },
  };
  return own;
}
