/** A cart, as it is sealed: all that its device has heard of it. What is said of an entry last counts, in whatever order carts arrive. */
import { z } from 'zod/mini';
import { cartContentSchema } from '../../../domain/cart/cart-schema.ts';
import { present, uuid } from './parts.ts';

export const cartSaveV1 = z.object({
  /** The person. */
  session: uuid,
  vendor: present(63),
  person: uuid,
  cart: cartContentSchema,
});
export type CartSave = z.infer<typeof cartSaveV1>;

export const cartSaveVersions = { 1: cartSaveV1 };
