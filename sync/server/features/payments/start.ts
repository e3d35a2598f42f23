/** What a patient does with a payment: starts it, confirms it, and asks what became of it. */
import { randomUUID } from 'node:crypto';
import type { DeclineCode, PaymentConfirm, PaymentStarted } from '../../../protocol/api/orders.ts';
import { ProblemError } from '../../base/problems.ts';
import type { PaymentProvider, ProviderRequest } from '../../providers/payment/provider.ts';
import { ProviderRefused, ProviderUnknown } from '../../providers/payment/provider.ts';
import { newWork, putPayment } from './apply.ts';
import { countedAs } from './confirm-limits.ts';
import { type Declines, type Uncounted, uncountedOf } from './declines.ts';
import type { PerformDependencies, Performed } from './outcomes.ts';
import { intentAmount, newPayment, type Payment, type PaymentName, renewed, withStatus } from './payment.ts';
import { LEASE_MS } from './perform.ts';
import type { Work } from './store.ts';

export interface PaymentResult {
  readonly result: 'done' | 'action' | 'declined' | 'unknown';
  readonly declined?: DeclineCode;
  /** Declined tries that nobody has counted yet: what was remembered of an earlier one isn't told as another. */
  readonly uncounted?: Uncounted;
}

/** Who begins to pay. */
export interface Starter {
  /** Address. */
  readonly from: string;
  /** Of a person; undefined: nobody is signed in. */
  readonly session: string | undefined;
  /** That person, where it is their order. */
  readonly owner?: string | undefined;
}

export interface Paying {
  /** What a card can be tried with was handed out, and isn't to be closed. */
  isBegun(name: PaymentName): Promise<boolean>;
  /** @throws ProblemError `ORDER_LOCKED`, `PRICE_CHANGED`, `UNAVAILABLE`. */
  start(name: PaymentName, total: number, by: Starter): Promise<PaymentStarted>;
  /** @throws ProblemError `ORDER_LOCKED`, `PRICE_CHANGED`. */
  confirm(name: PaymentName, how: PaymentConfirm): Promise<PaymentResult>;
  /** What the provider says, or has said in the last two seconds. */
  check(name: PaymentName): Promise<PaymentResult>;
  /** Starts it and pays by the card that this person has kept. @throws ProblemError `ORDER_LOCKED` where there is none, and as the others do. */
  payByKept(name: PaymentName, total: number, person: string, by: Starter): Promise<PaymentResult>;
  /**
   * By the person's word, given or taken back: for the next order, once this one is paid by it.
   * @param session theirs. Where somebody began to pay in another one, it may be their card.
   * @throws ProblemError `ORDER_LOCKED`
   */
  keepCard(name: PaymentName, person: string, session: string, keep: boolean): Promise<void>;
}

function resultOf(payment: Payment | undefined): PaymentResult {
  switch (payment?.status) {
    case 'unknown':
    case 'canceling':
      return { result: 'unknown' };
    case 'requires_action':
      return { result: 'action' };
    case undefined:
    case 'none':
    case 'deferred':
    case 'requires_method':
    case 'failed':
    case 'voided':
      return { result: 'declined', ...(payment?.declined && { declined: payment.declined }) };
    case 'setup':
    case 'authorized':
    case 'captured':
    case 'refund_pending':
    case 'partially_refunded':
    case 'refunded':
    case 'disputed':
      return { result: 'done' };
  }
}

/** The patient may still pay by it. */
function isPayable({ phase, attempt, releaseWanted, closeWanted, provider }: Payment): boolean {
  if (releaseWanted || provider === 'desk') return false;
  return phase === 'none' || (phase === 'open' && attempt !== 'unknown' && !closeWanted);
}

type PayingDependencies = PerformDependencies & {
  readonly perform: (work: Work) => Promise<Performed>;
  readonly declines: Pick<Declines, 'take'>;
};

const leaseFrom = (now: Date) => ({ lease: randomUUID(), dueAt: new Date(now.getTime() + LEASE_MS) });

/** Pages ask what became of a payment as often as they like, at no cost to them: the provider is asked now and then, and what it has said is told again. */
const HEARD_MS = 2_000;
/** Of as many orders; then all of them are asked about again. */
const MAX_ORDERS = 10_000;

type Answer = (name: PaymentName) => Promise<PaymentResult>;

/** @param ask the provider. @param stored as it is known here by now. */
function createHeard({
  ask,
  stored,
  now,
}: {
  readonly ask: Answer;
  readonly stored: Answer;
  readonly now: () => Date;
}): Answer {
  const asked = new Map<string, { readonly at: number; readonly answer: Promise<PaymentResult> }>();
  return async (name) => {
    const key = `${name.vendor} ${name.order}`;
    const at = now().getTime();
    const last = asked.get(key);
    if (last && Math.abs(at - last.at) < HEARD_MS) {
      const heard = await last.answer;
      // No answer says nothing, whatever was known before.
      return heard.result === 'unknown' ? heard : stored(name);
    }
    if (asked.size >= MAX_ORDERS) asked.clear();
    const answer = ask(name);
    asked.set(key, { at, answer });
    return answer;
  };
}

function createStart(dependencies: PayingDependencies): Paying['start'] {
  const { store, providerOf, now, perform } = dependencies;
  const lease = () => leaseFrom(now());

  /** Ready for an intent, with the step that makes it where there is none; `cheaper`: what is due now is written, and to be shown first. */
  async function prepare(name: PaymentName, total: number, by: Starter, provider: PaymentProvider) {
    return store.within(async (rows) => {
      const due = await rows.ask(name, total);
      if (due.amount !== total) return 'cheaper';
      await rows.add(newPayment(due, now()));
      const before = await rows.lock(name);
      if (!before) throw new ProblemError('NOT_FOUND');
      const given = before.phase === 'voided' && !before.releaseWanted ? renewed(before) : before;
      if (!isPayable(given)) throw new ProblemError('ORDER_LOCKED');
      const { amount, currency, purpose } = due;
      const wanted = given.phase === 'open' ? { amount } : { amount, currency, purpose };
      // Whoever opens it now may be somebody else: what was asked before is asked again, or not kept.
      const isFirst = given.phase === 'none' && !(await rows.hasWork(given, 'create'));
      const isSame = isFirst || given.startedBy === by.session;
      const startedBy = isSame ? (by.session ?? null) : null;
      const opened = { keepFor: null, startedBy, startedFrom: countedAs(by) };
      // Begun now: what is known of who began is kept for an hour from here.
      const looked = given.phase === 'none' && { checkedAt: now() };
      const after = withStatus({ ...given, ...wanted, provider: provider.name, ...opened, ...looked });
      await putPayment(rows, { before, after, known: await rows.transfersOf(name) }, now());
      const isTakenBack = before.keepFor !== null && after.purpose === 'charge';
      if (after.intentId !== null)
        return isTakenBack ? rows.addWork(newWork(after, 'update', lease())) : undefined;
      const known = due.person === undefined ? undefined : await rows.cardOf({ ...name, person: due.person });
      const customer = known?.provider === provider.name ? known.customer : undefined;
      const intent = {
        ...{ purpose, amount, currency, ...name },
        ...(due.person !== undefined && { keeper: customer === undefined ? {} : { customer } }),
      };
      const request: ProviderRequest = { step: 'create', intent };
      return rows.addWork(newWork(after, 'create', { ...lease(), request: JSON.stringify(request) }));
    });
  }

  /** The intent is for what is due now, or isn't confirmed. */
  async function startedOf(name: PaymentName, provider: PaymentProvider): Promise<PaymentStarted> {
    const payment = await store.within((rows) => rows.find(name));
    if (!payment?.intentId) throw new ProblemError('UNAVAILABLE');
    let object = await provider.retrieve(name.vendor, payment.intentId);
    const { currency, purpose } = payment;
    const amount = intentAmount(payment);
    if (object.kind === 'payment' && object.amount !== amount) {
      const work = await store.within((rows) => rows.addWork(newWork(payment, 'update', lease())));
      if (work) await perform(work);
      object = await provider.retrieve(name.vendor, payment.intentId);
      if (object.amount !== amount) throw new ProblemError('UNAVAILABLE');
    }
    const { publishableKey } = provider;
    const started = { amount, currency, purpose };
    if (provider.name === 'demo') return { ...started, provider: { name: 'demo' } };
    const { clientSecret } = object;
    if (publishableKey === undefined || clientSecret === undefined) throw new ProblemError('UNAVAILABLE');
    return { ...started, provider: { name: 'stripe', publishableKey, clientSecret } };
  }

  return async (name, total, by) => {
    const provider = providerOf(name.vendor);
    if (!provider || !(await dependencies.mayMove(name.vendor))) throw new ProblemError('UNAVAILABLE');
    try {
      const work = await prepare(name, total, by, provider);
      if (work === 'cheaper') throw new ProblemError('PRICE_CHANGED');
      if (work) await perform(work);
      return await startedOf(name, provider);
    } catch (error) {
      if (error instanceof ProviderUnknown || error instanceof ProviderRefused)
        throw new ProblemError('UNAVAILABLE');
      throw error;
    }
  };
}

export function createPaying(dependencies: PayingDependencies): Paying {
  const { store, providerOf, now, fetchAndApply, perform, declines } = dependencies;
  const lease = () => leaseFrom(now());

  const find = (name: PaymentName) => store.within((rows) => rows.find(name));

  async function check(name: PaymentName): Promise<PaymentResult> {
    try {
      return resultOf(await fetchAndApply(name));
    } catch (error) {
      if (error instanceof ProviderUnknown || error instanceof ProviderRefused) return { result: 'unknown' };
      throw error;
    }
  }

  /** With what is to be counted of it. */
  async function counted(name: PaymentName, result: PaymentResult, asked: boolean): Promise<PaymentResult> {
    const payment = result.declined === undefined ? undefined : await find(name);
    if (!payment) return result;
    try {
      return { ...result, uncounted: await declines.take(payment, asked) };
    } catch (error) {
      // Its webhook tells of it, too: rather counted twice than not at all.
      if (error instanceof ProviderUnknown || error instanceof ProviderRefused)
        return { ...result, uncounted: uncountedOf(asked) };
      throw error;
    }
  }

  const paying: Paying = {
    async isBegun(name) {
      const payment = await find(name);
      return payment?.phase === 'open' && payment.intentId !== null && !payment.closeWanted;
    },

    start: createStart(dependencies),

    async confirm(name, { total, method, challenge, postcode }) {
      const work = await store.within(async (rows) => {
        const due = await rows.ask(name, total);
        if (due.amount !== total) return 'cheaper';
        const payment = await rows.lock(name);
        if (!payment?.intentId || payment.phase !== 'open' || payment.attempt === 'unknown') return undefined;
        if (payment.releaseWanted) throw new ProblemError('ORDER_LOCKED');
        if (due.amount !== payment.amount) throw new ProblemError('PRICE_CHANGED');
        // What the intent is for is still on its way: another amount would be held than was shown.
        if (method !== undefined && (await rows.hasWork(payment, 'update')))
          throw new ProblemError('PRICE_CHANGED');
        // The provider's own script has confirmed: there is only to see what became of it.
        if (method === undefined && challenge === undefined) return undefined;
        if (payment.closeWanted) throw new ProblemError('ORDER_LOCKED');
        const request: ProviderRequest = {
          ...{ step: 'confirm', intent: payment.intentId },
          ...(method === undefined ? {} : { method }),
          ...(challenge === undefined ? {} : { challenge }),
          ...(postcode === undefined ? {} : { postcode }),
        };
        return rows.addWork(
          newWork(payment, 'confirm', { ...lease(), actor: 'patient', request: JSON.stringify(request) }),
        );
      });
      if (work === 'cheaper') throw new ProblemError('PRICE_CHANGED');
      if (!work) return counted(name, await check(name), false);
      await perform(work);
      return counted(name, resultOf(await find(name)), true);
    },

    check: createHeard({ ask: check, stored: async (name) => resultOf(await find(name)), now }),

    async payByKept(name, total, person, by) {
      const card = await store.within((rows) => rows.cardOf({ ...name, person }));
      if (!card || card.provider !== providerOf(name.vendor)?.name) throw new ProblemError('ORDER_LOCKED');
      await paying.start(name, total, by);
      return paying.confirm(name, { total, method: card.method });
    },

    async keepCard(name, person, session, keep) {
      const work = await store.within(async (rows) => {
        const before = await rows.lock(name);
        if (before?.phase !== 'open' || before.attempt === 'unknown') throw new ProblemError('ORDER_LOCKED');
        if (keep && before.startedBy !== session) throw new ProblemError('ORDER_LOCKED');
        const after = { ...before, keepFor: keep ? person : null };
        if (after.keepFor === before.keepFor) return undefined;
        await rows.save(after);
        // What is held is kept until it is charged: the provider has been told so.
        return before.purpose === 'charge' ? rows.addWork(newWork(after, 'update', lease())) : undefined;
      });
      if (work && (await perform(work)) !== 'done') throw new ProblemError('UNAVAILABLE');
    },
  };
  return paying;
}
