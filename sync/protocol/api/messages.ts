/**
 * Messages to patients, as staff see them: below `/console/{vendor}/api/`.
 *
 * | request     | answer                          |
 * |-------------|---------------------------------|
 * | `GET texts` | {@link TextUse}: numbers alone  |
 */
import { z } from 'zod/mini';

export const textUseSchema = z.object({
  /** Of the last week, the newest first; days without a code are left out. */
  days: z.array(
    z.object({
      /** ISO 8601, UTC. */
      day: z.iso.date(),
      sent: z.int(),
      /** Of those, how many were entered. */
      entered: z.int(),
      /** Few came back: somebody may be paid for the others. */
      alarmed: z.boolean(),
    }),
  ),
});
export type TextUse = z.infer<typeof textUseSchema>;
