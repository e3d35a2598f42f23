/** What Stripe tells: believed by its signature over the bytes as they came, and taken for no more than a hint of what to ask. */
import { Stripe } from 'stripe';

export interface StripeHint {
  readonly id: string;
  readonly type: string;
  /** Undefined where it isn't about a payment. */
  readonly intent: string | undefined;
}

/** Both ways: the library takes stamps of the future, which could be used again for as long. */
const TOLERANCE_S = 300;

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** Intents name themselves; charges, refunds and disputes theirs. */
function intentOf(object: Readonly<Record<string, unknown>>): string | undefined {
  const kind = textOf(object.object);
  return kind === 'payment_intent' || kind === 'setup_intent'
    ? textOf(object.id)
    : textOf(object.payment_intent);
}

/** @returns undefined where it isn't Stripe's, not of now, or of another account or mode. */
export function readStripeEvent(
  body: Buffer,
  signature: string | undefined,
  { secret, isLive, now }: { readonly secret: string; readonly isLive: boolean; readonly now: Date },
): StripeHint | undefined {
  const stamp = Number(/(?:^|,)t=(\d+)(?:,|$)/.exec(signature ?? '')?.[1]);
  const seconds = now.getTime() / 1000;
  if (signature === undefined || !(Math.abs(seconds - stamp) <= TOLERANCE_S)) return undefined;
  let event: Stripe.Event;
  try {
    // What is left of the tolerance is checked above, by the server's clock.
    event = Stripe.webhooks.constructEvent(body, signature, secret, Number.MAX_SAFE_INTEGER);
  } catch {
    return undefined;
  }
  if (event.livemode !== isLive || event.account !== undefined) return undefined;
  const object = event.data.object as unknown as Readonly<Record<string, unknown>>;
  return { id: event.id, type: event.type, intent: intentOf(object) };
}
