/** An order, as it is sealed: what the patient wants and was shown. What it costs, the server says. */
import { z } from 'zod/mini';
import { deliverySchema, handingOverSchema } from '../../../domain/orders/order-view.ts';
import { addressSchema } from '../../../domain/profile/address.ts';
import { consentSchema, present, text, uuid } from './parts.ts';

const line = z.object({ sku: present(40), quantity: z.int().check(z.positive(), z.maximum(99)) });

export const orderPlaceV1 = z.object({
  /** The order's id. */
  session: uuid,
  vendor: present(63),
  /** Who is signed in; absent for a guest. */
  person: z.optional(uuid),
  placedAt: z.iso.datetime({ offset: true }),
  /** 32 random bytes, base64url: opens the order on this device. The server keeps its hash. */
  token: z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/)),
  /** One order comes of one version of a cart, from however many tabs. */
  cart: z.object({ id: uuid, version: z.int().check(z.nonnegative()) }),
  lines: z.array(line).check(z.minLength(1), z.maxLength(50)),
  /** The operation that sent the form which its prescription lines need. */
  consultation: z.optional(uuid),
  delivery: deliverySchema,
  contact: z.object({
    name: present(200),
    email: z.optional(present(254)),
    /** E.164. */
    phone: z.optional(present(16)),
  }),
  /** As it was typed. */
  promotion: z.optional(text(40)),
  /** Terms of sale, charging on approval, renewing: each by itself, with the text that was shown. */
  consents: z.array(consentSchema).check(z.maxLength(12)),
  payment: z.enum(['card', 'desk']),
  shown: z.object({ total: z.int().check(z.nonnegative()), currency: present(3) }),
  language: present(35),
});

const anyGoods = z.extend(orderPlaceV1, {
  lines: z.array(line).check(z.maxLength(50)),
  delivery: handingOverSchema,
});
const handsOver = ({ lines, delivery, consultation }: z.infer<typeof anyGoods>) =>
  (lines.length === 0) === (delivery.way === 'none') && (lines.length > 0 || consultation !== undefined);

/** Version 2: a consultation may be all of it. Then there are no lines, and nothing is handed over. */
export const orderPlaceV2 = anyGoods.check(z.refine(handsOver, { path: ['lines'] }));

/** Version 3: the card's billing address, where it isn't the delivery's. */
export const orderPlaceV3 = z
  .extend(anyGoods, { billing: z.optional(addressSchema) })
  .check(z.refine(handsOver, { path: ['lines'] }));
export type OrderPlace = z.infer<typeof orderPlaceV3>;

export const orderPlaceVersions = { 1: orderPlaceV1, 2: orderPlaceV2, 3: orderPlaceV3 };
