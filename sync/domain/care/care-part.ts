/** What a vendor asks for before a clinician prescribes, beside what always holds. */
import { z } from 'zod/mini';
import { identityRulesSchema } from '../identity/identity-rules.ts';
import { type PackPart, slug } from '../pack-fields.ts';
import { verifications } from './guards.ts';

const ids = z
  .array(z.string().check(z.minLength(1), z.maxLength(255)))
  .check(z.minLength(1), z.maxLength(20));

export const carePart = {
  fields: {
    care: z.optional(
      z.strictObject({
        /** Whether, or for what, staff must have confirmed a photo ID. */
        identity: z.optional(identityRulesSchema),
        forms: z.array(
          z.strictObject({
            questionnaire: slug,
            /** Where a form alone is not enough by law or by the vendor's own rule. */
            verification: z.optional(z.enum(verifications)),
            /** linkIds: where all of them are answered, allergies and medicines are confirmed. */
            history: z.optional(ids),
            /** Ids of safety rules that say that a reading is missing or too old. */
            vitals: z.optional(ids),
            /** A question that asks when a reading was taken, and for how many days the reading counts: on the day of the decision. */
            reading: z.optional(
              z.strictObject({
                taken: z.string().check(z.minLength(1), z.maxLength(255)),
                days: z.int().check(z.positive(), z.maximum(366)),
              }),
            ),
          }),
        ),
      }),
    ),
  },
} satisfies PackPart;
