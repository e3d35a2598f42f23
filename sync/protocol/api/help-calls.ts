/**
 * Calls for help from the vendor's kiosks: below `/console/{vendor}/api/`, as `staff.ts` says. Additive only.
 *
 * | route | takes | answers |
 * |---|---|---|
 * | `GET help-calls` | | {@link helpListSchema} |
 * | `POST help-calls/seen` | {@link seenCallsSchema} | 204 |
 * | `POST help-calls/{id}/answer` | | {@link helpListSchema} |
 */
import { z } from 'zod/mini';

const instant = z.iso.datetime();

export const helpCallSchema = z.object({
  id: z.uuid(),
  reason: z.enum(['help', 'crisis']),
  kiosk: z.string(),
  at: instant,
});
export type HelpCall = z.infer<typeof helpCallSchema>;
/** Calls that nobody has answered: `crisis` first, then the oldest. */
export const helpListSchema = z.object({ calls: z.array(helpCallSchema), serverTime: instant });
export type HelpList = z.infer<typeof helpListSchema>;
export const seenCallsSchema = z.object({ ids: z.array(z.uuid()).check(z.maxLength(100)) });
