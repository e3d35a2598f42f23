/** The kind of operation that saves a cart. Imported by workers, and so free of routes and tables. */
import { cartSave as sent } from '../../../protocol/operations/cart-save.ts';
import { type CartSave, cartSaveVersions } from '../../../protocol/operations/payloads/cart-save.ts';
import { defineKind, type OperationKind } from '../../core/judging/kinds.ts';
import { effectNamed } from '../../core/judging/verdict.ts';

export const cartEffect = effectNamed<Pick<CartSave, 'person' | 'cart'>>('cart');

/** One that can't be read is nobody's work: its device has the cart still, and saves it again. */
export const cartSave = defineKind(sent, {
  versions: cartSaveVersions,
  judge: (_operation, { person, cart }) => ({
    outcome: 'applied',
    problem: undefined,
    effects: cartEffect.of({ person, cart }),
  }),
});

export const operations: readonly OperationKind[] = [cartSave];
