/** A cart as it crosses the network. Apart from what is done with it: a page that shows its count needs no schema library. */
import { z } from 'zod/mini';
import { type CartContent, cartChoices, keyOf, MAX_ENTRIES, MAX_QUANTITY } from './cart.ts';

const said = { at: z.int().check(z.nonnegative()), by: z.uuid() };

const cartEntrySchema = z.object({
  source: z.uuid(),
  sku: z.string().check(z.minLength(1), z.maxLength(40)),
  place: z.enum(['cart', 'later']),
  product: z.string().check(z.minLength(1), z.maxLength(63)),
  quantity: z.int().check(z.nonnegative(), z.maximum(MAX_QUANTITY)),
  unit: z.int().check(z.nonnegative()),
  consultation: z.optional(z.uuid()),
  ...said,
});

export const cartContentSchema = z.object({
  entries: z
    .record(z.string(), cartEntrySchema)
    .check(z.refine((entries) => Object.keys(entries).length <= MAX_ENTRIES))
    .check(z.refine((entries) => Object.entries(entries).every(([key, entry]) => key === keyOf(entry)))),
  choices: z.partialRecord(
    z.enum(cartChoices),
    z.object({ value: z.string().check(z.maxLength(80)), ...said }),
  ),
}) satisfies z.ZodMiniType<CartContent>;
