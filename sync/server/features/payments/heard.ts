/** Pages ask what became of a payment as often as they like, at no cost to them: the provider is asked now and then, and what it has said is told again. */
import type { PaymentName } from './payment.ts';
import type { PaymentResult } from './start.ts';

const HEARD_MS = 2_000;
/** Of as many orders; then all of them are asked about again. */
const MAX_ORDERS = 10_000;

type Answer = (name: PaymentName) => Promise<PaymentResult>;

/** @param ask the provider. @param stored as it is known here by now. */
export function createHeard({
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
    if (last && at - last.at < HEARD_MS) {
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
