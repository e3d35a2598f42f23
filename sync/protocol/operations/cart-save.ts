/** What somebody who is signed in has in their cart: it follows them to their other devices. */
import { defineOperation, type Submission } from './operation.ts';
import type { CartSave } from './payloads/cart-save.ts';

export const cartSave = defineOperation<CartSave>()({
  kind: 'cart.save',
  lane: 'cart',
  sealed: 'before-queueing',
  // The device has the cart itself.
  retention: { copy: false, endsDraft: false },
  newest: 1,
  upcast: {},
});

export function cartSubmission({ vendor, person, cart }: Omit<CartSave, 'session'>): Submission {
  return {
    operation: cartSave,
    session: person,
    ...{ subjectId: person, person },
    about: {},
    payload: (): CartSave => ({ session: person, vendor, person, cart }),
  };
}
