/** The world around a checkout, as far as a test says: nothing of the rest ever answers. */
import type { CheckoutActors } from '../flow/checkout-events.ts';

const never = new Promise<never>(() => undefined);

export const testActors = (part: Partial<CheckoutActors> = {}): CheckoutActors => ({
  place: () => never,
  watchOrder: () => () => undefined,
  payByKept: () => never,
  start: () => never,
  confirm: () => never,
  check: () => never,
  ...part,
});

export class CodedError extends Error {
  readonly code: string;

  constructor(code: string) {
    super(code);
    this.code = code;
  }
}
