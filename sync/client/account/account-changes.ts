/** What is asked online alone: the addresses that sign a person in, what opens an order here, and closing. Few ever do. */
import { contactListSchema } from '../../protocol/api/accounts.ts';
import { orderTokenSchema, paymentAnswerSchema } from '../../protocol/api/orders.ts';
import { codeOf, type Reply, type SessionRequests } from '../wire/session-requests.ts';
import type { AccountChanges, ContactResult, SessionFailure } from './account-contract.ts';
import type { AccountStore } from './account-store.ts';
import type { AccountWatch } from './account-watch.ts';

const CONTACT_REFUSALS: ReadonlyMap<string, ContactResult> = new Map([
  ['PROOF_TOO_OLD', { status: 'proof-too-old' }],
  ['SIGN_IN_FAILED', { status: 'wrong' }],
  ['INVALID_REQUEST', { status: 'no-address' }],
  ['EMAIL_TAKEN', { status: 'taken' }],
  ['EMAIL_NEEDED', { status: 'needed' }],
]);

const PAYMENT_REFUSALS = ['ORDER_LOCKED', 'PRICE_CHANGED'];

export function createAccountChanges(dependencies: {
  readonly requests: SessionRequests;
  readonly accounts: Pick<AccountStore, 'end'>;
  readonly watch: Pick<AccountWatch, 'changed'>;
  /** Of the sign-in that a request belongs to. */
  markNow(): Promise<string | undefined>;
  refusedBy(reply: Exclude<Reply<unknown>, { status: 'ok' }>, mark?: string): Promise<SessionFailure>;
  askSession(): Promise<void>;
}): AccountChanges {
  const { requests, accounts, watch, markNow, refusedBy, askSession } = dependencies;
  async function tellContact(method: 'POST' | 'PUT', path: string, body: object): Promise<ContactResult> {
    const mark = await markNow();
    const reply = await requests.tell({ method, path: `/account/v1/contacts${path}`, body });
    const refusal = CONTACT_REFUSALS.get(codeOf(reply) ?? '');
    if (refusal) return refusal;
    if (reply.status !== 'ok') return await refusedBy(reply, mark);
    // Whose name is on the page may be another one now.
    await askSession().catch(() => undefined);
    return { status: 'done' };
  }

  async function tellCard(method: 'POST' | 'PUT', path: string, body: object) {
    const mark = await markNow();
    const reply = await requests.tell({ method, path: `/account/v1${path}`, body });
    return reply.status === 'ok' ? ({ status: 'done' } as const) : await refusedBy(reply, mark);
  }

  return {
    async orderToken(order) {
      const mark = await markNow();
      const path = `/account/v1/orders/${encodeURIComponent(order)}/token`;
      const reply = await requests.ask({ method: 'POST', path, body: {} }, orderTokenSchema);
      if (reply.status === 'ok') return { status: 'ok', token: reply.body.token };
      return codeOf(reply) === 'NOT_FOUND' ? { status: 'absent' } : await refusedBy(reply, mark);
    },
    async payByCard(order, total) {
      const mark = await markNow();
      const path = `/account/v1/orders/${encodeURIComponent(order)}/payment`;
      const reply = await requests.ask({ method: 'POST', path, body: { total } }, paymentAnswerSchema);
      if (reply.status === 'ok') return { status: 'ok', answer: reply.body };
      const code = codeOf(reply);
      if (code === 'NOT_FOUND') return { status: 'absent' };
      return code !== undefined && PAYMENT_REFUSALS.includes(code)
        ? { status: 'refused', code }
        : await refusedBy(reply, mark);
    },
    keepCard: (order, keep) => tellCard('PUT', `/orders/${encodeURIComponent(order)}/card`, { keep }),
    removeCard: () => tellCard('POST', '/card/removal', {}),
    async contacts() {
      const mark = await markNow();
      const reply = await requests.ask({ method: 'GET', path: '/account/v1/contacts' }, contactListSchema);
      return reply.status === 'ok'
        ? { status: 'ok', contacts: reply.body.contacts }
        : await refusedBy(reply, mark);
    },
    requestContactCode: (email, language) => tellContact('POST', '', { email, language }),
    addContact: (contact) => tellContact('PUT', '', contact),
    removeContact: (email) => tellContact('POST', '/removal', { email }),
    async close() {
      const mark = await markNow();
      const reply = await requests.tell({ method: 'POST', path: '/account/v1/closing' });
      if (codeOf(reply) === 'PROOF_TOO_OLD') return { status: 'proof-too-old' };
      if (reply.status !== 'ok') return await refusedBy(reply, mark);
      await accounts.end(mark ?? '', 'closed');
      await watch.changed();
      return { status: 'done' };
    },
  };
}
