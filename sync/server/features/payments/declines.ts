/** Declined tries, each counted once, no matter who has heard of it: with an intent's secret, cards are also tried at the provider, past all that is ours. */
import type { PaymentProvider } from '../../providers/payment/provider.ts';
import { type ApplyDependencies, putPayment } from './apply.ts';
import type { Payment, PaymentName } from './payment.ts';
import type { PaymentEvent } from './store.ts';

const FAILED = 'payment_intent.payment_failed';
/** Events that tell of a declined try. */
export const DECLINE_EVENTS: readonly string[] = [FAILED, 'setup_intent.setup_failed'];

/** Declined tries that nobody has counted yet. */
export interface Uncounted {
  readonly tries: number;
  /** Once they are counted, and not before: a crash in between counts them twice, rather than not at all. @returns how many nobody else has counted meanwhile. */
  keep(): Promise<number>;
}

/** Where only the call itself tells of a try. */
export function uncountedOf(asked: boolean): Uncounted {
  const tries = asked ? 1 : 0;
  return { tries, keep: async () => tries };
}

export interface Declines {
  /**
   * @param asked this very call has asked a card: of a provider where cards are tried through us alone, that is the try.
   * @returns those that the caller is to count.
   * @throws ProviderUnknown, ProviderRefused
   */
  take(payment: Payment, asked: boolean, event?: PaymentEvent): Promise<Uncounted>;
  /** Nothing more is tried with the secret that is out there: the intent is canceled, and the order stays to be paid by another one. */
  close(name: PaymentName): Promise<void>;
}

/** What the bank refused has no name at the provider, who only tells that it happened. */
const unnamed = ({ declined }: Payment, event: PaymentEvent | undefined): readonly string[] =>
  declined === 'authentication-failed' && event?.type === FAILED ? [event.id] : [];

export function createDeclines({ store, providerOf, now }: ApplyDependencies): Declines {
  const providerFor = ({ vendor, provider }: Payment): PaymentProvider | undefined =>
    providerOf(vendor, provider);

  return {
    async take(payment, asked, event) {
      const provider = providerFor(payment);
      if (payment.intentId === null || !provider?.declines) return uncountedOf(asked);
      const named = await provider.declines(payment.vendor, payment.intentId);
      const all = [...named, ...unnamed(payment, event)];
      const tries = all.length === 0 ? [] : await store.within((rows) => rows.newDeclines(payment, all));
      const keep = () => store.within((rows) => rows.addDeclines(payment, tries, now()));
      return { tries: tries.length, keep: async () => (tries.length === 0 ? 0 : keep()) };
    },

    async close(name) {
      await store.within(async (rows) => {
        const before = await rows.lock(name);
        if (before?.phase !== 'open' || before.closeWanted || before.releaseWanted) return;
        if (!providerFor(before)?.declines) return;
        const after = { ...before, closeWanted: true };
        await putPayment(rows, { before, after, known: await rows.transfersOf(name) }, now());
      });
    },
  };
}
