/** A draft's content as it comes from elsewhere: over the kiosk's bridge, or from a kiosk to this phone. */
import { z } from 'zod/mini';
import {
  consentSchema,
  patientSchema,
  placeSchema,
  ruleHitSchema,
} from '../../../sync/protocol/operations/payloads/parts.ts';

const text = (most: number) => z.string().check(z.maxLength(most));
const uuid = z.uuid();
const hex256 = z.string().check(z.regex(/^[0-9a-f]{64}$/));
const instant = z.iso.datetime({ offset: true });

/** See `DraftContent`. What belongs to the engine and the machine alone is passed on as it is. */
export const draftContentSchema = z.object({
  draftId: uuid,
  session: uuid,
  subjectId: uuid,
  questionnaire: z.object({ slug: text(80), canonical: text(500), formHash: hex256 }),
  owner: z.enum(['own', 'shared']),
  language: text(35),
  startedAt: instant,
  updatedAt: instant,
  patient: z.partial(patientSchema),
  place: z.optional(placeSchema),
  consents: z.array(consentSchema),
  flow: z.object({ v: z.int(), snapshot: z.unknown() }),
  form: z.optional(z.unknown()),
  ruleHits: z.array(ruleHitSchema),
  confirmedImplausible: z.array(text(255)),
});
