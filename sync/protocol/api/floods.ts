/**
 * What arrived beyond a quota, looked at and dismissed as one. Below `/console/{vendor}/api/`, as `staff.ts` says.
 *
 * | request                                   | body                         | answer                       |
 * |-------------------------------------------|------------------------------|------------------------------|
 * | `GET    floods/{id}?cursor=`              |                              | {@link FloodDetail}          |
 * | `POST   floods/{id}/dismiss`              | {@link DismissFloodRequest}  | {@link FloodDetail}          |
 * | `POST   floods/{id}/lift`                 | `{}`                         | {@link FloodDetail}          |
 */
import { z } from 'zod/mini';
import { acknowledgeSchema } from './cases.ts';
import { floodSchema, inboxItemSchema } from './inbox.ts';
import { unshownSchema } from './rows.ts';

const instant = z.iso.datetime();

/** Numbers of the server's: opaque. */
const seenTo = z.string().check(z.regex(/^\d{1,18}$/));

export const dismissFloodSchema = z.object({
  /** Why: one for all. */
  note: acknowledgeSchema.shape.note,
  /** Of the page that was looked at: what came after it stays open. */
  seenTo,
});
export type DismissFloodRequest = z.infer<typeof dismissFloodSchema>;

export const floodDetailSchema = z.object({
  flood: floodSchema,
  /** Something of it is neither acknowledged, reviewed nor dismissed. */
  open: z.boolean(),
  /** The note with which it was dismissed last. */
  note: z.nullable(z.string()),
  /** Oldest first: those that are open, or all where none is. */
  items: z.array(inboxItemSchema),
  unshown: unshownSchema,
  cursor: z.nullable(z.string()),
  /** How far it was read: see {@link DismissFloodRequest}. */
  seenTo,
  serverTime: instant,
});
export type FloodDetail = z.infer<typeof floodDetailSchema>;
