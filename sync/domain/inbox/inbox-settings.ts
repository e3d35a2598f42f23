/** What a vendor sets of its inbox. */
import { z } from 'zod/mini';
import type { PackPart } from '../pack-fields.ts';

const limit = z.optional(z.int().check(z.positive()));
const quotaSchema = z.object({ alerts: limit, cases: limit, bytes: limit });

export const inboxPart = {
  settings: {
    /** Minutes until a clinician has read a red case; 15 where nothing is said. */
    redReviewMinutes: z.optional(z.int().check(z.positive())),
    /** Seconds in which staff can undo a decision; nothing is told to the patient before. 10 where nothing is said. */
    undoSeconds: z.optional(z.int().check(z.nonnegative())),
    /** What one sender may put into the inbox within an hour before it is listed below: see `sync/server/features/inbox/standing/quotas.ts`. */
    inboxQuotas: z.optional(
      z.object({
        device: z.optional(quotaSchema),
        kiosk: z.optional(quotaSchema),
        network: z.optional(quotaSchema),
        vendor: z.optional(quotaSchema),
      }),
    ),
  },
} satisfies PackPart;
