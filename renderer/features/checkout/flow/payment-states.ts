/** Paying: what the document for it goes through, in the words of the machine's guards and actions. */
import type { CheckoutContext } from './checkout-events.ts';

const came = <Status extends string>(status: Status) => ({ type: 'came', params: { status } }) as const;

/** What was asked of the provider has an answer. */
const answered = [
  { guard: came('done'), target: '#checkout.done', actions: 'forgetCard' },
  { guard: came('declined'), target: '#checkout.payment.card', actions: 'keepDecline' },
  { guard: came('action'), target: '#checkout.payment.action' },
  { guard: came('changed'), target: '#checkout.priced' },
  { guard: came('again'), target: '#checkout.payment.opening', actions: 'forgetCard' },
  { target: '#checkout.payment.unknown' },
] as const;

export const paymentStates = {
  initial: 'opening',
  states: {
    opening: {
      invoke: {
        src: 'start',
        onDone: [
          { guard: came('started'), target: 'card', actions: 'keepStarted' },
          { guard: came('paid'), target: '#checkout.done' },
          { guard: came('changed'), target: '#checkout.priced' },
          { guard: came('unknown'), target: 'unknown' },
          { target: 'failed', actions: 'keepTrouble' },
        ],
        onError: { target: 'failed', actions: 'keepTrouble' },
      },
    },
    failed: { on: { RETRY: 'opening' } },
    // A second press finds the machine elsewhere.
    card: { on: { SUBMITTED: { target: 'confirming', actions: 'takeCard' } } },
    confirming: {
      invoke: {
        src: 'confirm',
        input: ({ context }: { readonly context: CheckoutContext }) => context,
        onDone: answered,
        // No answer is no decline.
        onError: 'unknown',
      },
    },
    action: { on: { CHALLENGED: { target: 'confirming', actions: 'takeChallenge' } } },
    unknown: {
      entry: 'forgetCard',
      after: { untilCheck: 'checking' },
      on: { RETRY: 'checking' },
    },
    checking: {
      entry: 'countCheck',
      invoke: { src: 'check', onDone: answered, onError: 'unknown' },
    },
  },
} as const;
