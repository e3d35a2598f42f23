/**
 * The way from a cart to a paid order:
 *
 * ```
 * opening -> contact -> address -> delivery -> review -> placing -> queued -> payment -> done
 *            whatever is known already is passed over; review <-> contact, address, delivery, to change one of them
 * placing --this device couldn't keep it--> review
 * queued --the vendor has it--> priced (something is to be settled) | paying | payment | done (nothing is due)
 * paying --by the card that is kept--> done | payment (that didn't do: whatever it is, the document for paying says)
 * payment    opening -> card -> confirming -> done
 *            confirming -> action (the bank asks) -> confirming
 *            confirming -> card (declined: another try, the same order)
 *            confirming, opening -> unknown (nobody knows yet: nothing is to be paid again) -> done | card | action
 *            opening -> failed -> opening
 *            confirming, unknown --its intent is over, or its tries are used up--> opening
 *            opening, confirming --the price has changed--> priced
 * ```
 *
 * Contact, address and delivery are parts of one screen: the state is the first of them that lacks something. What happens from `payment` on happens in a
 * document of its own, which begins there and asks the server: nothing that is stored here decides about money.
 */
import { assign, fromCallback, fromPromise, setup } from 'xstate';
import type { DeclineCode, PaymentStarted } from '../../../../sync/protocol/api/orders.ts';
import type { OrderNext } from '../order/order-next.ts';
import {
  type Begun,
  type CheckoutActors,
  type CheckoutContext,
  type CheckoutEvent,
  type DetailFacts,
  initialContext,
  type PaymentOutcome,
  type PaymentTrouble,
  type StartOutcome,
} from './checkout-events.ts';
import { paymentStates } from './payment-states.ts';

/** Milliseconds until the provider is asked again what became of a payment. */
export const CHECK_AFTER_MS = [5_000, 60_000, 600_000, 3_600_000] as const;

const codeOf = (error: unknown) =>
  typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string'
    ? error.code
    : 'unknown';

const factsOf = (event: CheckoutEvent): DetailFacts | undefined =>
  event.type === 'OPENED' || event.type === 'CONTINUED' ? event.facts : undefined;

/** Of an event that says that an actor is done, which the types of a machine's own events don't know. */
function outputOf(event: object): (object & { readonly status?: unknown }) | undefined {
  return 'output' in event && typeof event.output === 'object' && event.output !== null
    ? event.output
    : undefined;
}

function startedOf(event: object): PaymentStarted | undefined {
  const output = outputOf(event);
  return output && 'started' in output ? (output.started as PaymentStarted) : undefined;
}

function troubleOf(event: object): PaymentTrouble {
  const output = outputOf(event);
  return output && 'trouble' in output ? (output.trouble as PaymentTrouble) : 'unreadable';
}

function declinedOf(event: object): DeclineCode | null {
  const output = outputOf(event);
  return output && 'declined' in output ? (output.declined as DeclineCode) : null;
}

/** To the first part that lacks something. */
const toTheNext = [
  { guard: { type: 'lacks', params: { part: 'contact' } }, target: '#checkout.contact' },
  { guard: { type: 'lacks', params: { part: 'address' } }, target: '#checkout.address' },
  { guard: { type: 'lacks', params: { part: 'delivery' } }, target: '#checkout.delivery' },
  { target: '#checkout.review' },
] as const;

const ordered = [
  { guard: { type: 'next', params: { is: 'settle' } }, target: '#checkout.priced' },
  { guard: 'isPaidByKept', target: '#checkout.paying' },
  { guard: { type: 'next', params: { is: 'pay' } }, target: '#checkout.payment' },
  { target: '#checkout.done' },
] as const;

const setupWith = (actors: CheckoutActors) =>
  setup({
    types: {
      context: {} as CheckoutContext,
      events: {} as CheckoutEvent,
      input: {} as Begun,
    },
    actors: {
      place: fromPromise<void, CheckoutContext>(({ input }) => actors.place(input)),
      watchOrder: fromCallback<CheckoutEvent>(({ sendBack }) =>
        actors.watchOrder((next) => sendBack({ type: 'ORDER_SEEN', next })),
      ),
      payByKept: fromPromise<PaymentOutcome>(() => actors.payByKept()),
      start: fromPromise<StartOutcome>(() => actors.start()),
      confirm: fromPromise<PaymentOutcome, CheckoutContext>(({ input: { started, method, challenge } }) =>
        actors.confirm({ total: started?.amount ?? 0, method, challenge }),
      ),
      check: fromPromise<PaymentOutcome>(() => actors.check()),
    },
    delays: {
      untilCheck: ({ context }) =>
        CHECK_AFTER_MS[Math.min(context.checks, CHECK_AFTER_MS.length - 1)] ?? CHECK_AFTER_MS[0],
    },
    guards: {
      lacks: ({ event }, { part }: { readonly part: 'contact' | 'address' | 'delivery' }) =>
        factsOf(event)?.[part] === false,
      isPage: ({ event }, { page }: { readonly page: string }) =>
        event.type === 'CHANGE' && event.page === page,
      next: ({ event }, { is }: { readonly is: OrderNext }) =>
        event.type === 'ORDER_SEEN' && event.next === is,
      isPaidByKept: ({ context, event }) =>
        event.type === 'ORDER_SEEN' && event.next === 'pay' && context.details.payment === 'kept',
      came: ({ event }, { status }: { readonly status: string }) => outputOf(event)?.status === status,
      wasPlaced: ({ event }) => event.type === 'RESUMED' && event.at === 'placing',
      isConsented: ({ event }) => event.type === 'PLACE' && event.consented,
    },
    actions: {
      keepTyped: assign({
        details: ({ context, event }) =>
          event.type === 'TYPED' ? { ...context.details, ...event.part } : context.details,
      }),
      keepConsents: assign({
        consents: ({ context, event }) => (event.type === 'CONSENTED' ? event.decisions : context.consents),
      }),
      forgetProblem: assign({ problem: null }),
      keepStarted: assign({
        started: ({ event }) => startedOf(event) ?? null,
        trouble: null,
      }),
      keepTrouble: assign({ trouble: ({ event }) => troubleOf(event) }),
      keepDecline: assign({
        declined: ({ event }) => declinedOf(event),
        ...{ method: null, challenge: null, checks: 0 },
      }),
      forgetCard: assign({ method: null, challenge: null, declined: null }),
      takeCard: assign(({ event }) => ({
        method: event.type === 'SUBMITTED' ? (event.method ?? null) : null,
        challenge: null,
        declined: null,
      })),
      takeChallenge: assign({
        challenge: ({ event }) => (event.type === 'CHALLENGED' ? event.result : null),
      }),
      countCheck: assign({ checks: ({ context }) => context.checks + 1 }),
    },
  });

export function createCheckoutMachine(actors: CheckoutActors) {
  return setupWith(actors).createMachine({
    id: 'checkout',
    context: ({ input }) => initialContext(input),
    initial: 'opening',
    on: {
      TYPED: { actions: 'keepTyped' },
      CONSENTED: { actions: 'keepConsents' },
    },
    states: {
      opening: {
        on: {
          OPENED: toTheNext,
          RESUMED: [{ guard: 'wasPlaced', target: 'placing' }, { target: 'payment' }],
        },
      },
      contact: { on: { CONTINUED: toTheNext } },
      address: { on: { CONTINUED: toTheNext } },
      delivery: { on: { CONTINUED: toTheNext } },
      review: {
        on: {
          BACK: 'delivery',
          CHANGE: [
            { guard: { type: 'isPage', params: { page: 'contact' } }, target: 'contact' },
            { guard: { type: 'isPage', params: { page: 'address' } }, target: 'address' },
            { target: 'delivery' },
          ],
          // What was known is no longer enough: a rate is gone, a pharmacy has closed.
          OPENED: toTheNext,
          PLACE: { guard: 'isConsented', target: 'placing', actions: 'forgetProblem' },
        },
      },
      placing: {
        invoke: {
          src: 'place',
          input: ({ context }) => context,
          onDone: 'queued',
          onError: { target: 'review', actions: assign({ problem: ({ event }) => codeOf(event.error) }) },
        },
      },
      queued: { invoke: { src: 'watchOrder' }, on: { ORDER_SEEN: ordered } },
      paying: {
        invoke: {
          src: 'payByKept',
          onDone: [
            { guard: { type: 'came', params: { status: 'done' } }, target: 'done' },
            { target: 'payment' },
          ],
          onError: 'payment',
        },
      },
      priced: { on: { ORDER_SEEN: ordered } },
      payment: paymentStates,
      done: { type: 'final' },
    },
  });
}
export type CheckoutMachine = ReturnType<typeof createCheckoutMachine>;
