/** The questionnaires that a vendor offers: as a pack names them, and as they are published. */
import { z } from 'zod/mini';
import { languages, otherLanguages } from '../languages.ts';
import { localizedSchema } from '../localized.ts';
import { currency, isoDate, type PackPart, packPath, slug } from '../pack-fields.ts';

/** One box before sending. Each purpose has its own, and none is ticked beforehand. */
const consentRequestSchema = z.object({
  document: slug,
  statement: localizedSchema,
  required: z.boolean(),
});
export type ConsentRequest = z.infer<typeof consentRequestSchema>;

/** Where content comes from and what it may be used for; nothing is published without it. */
export const contentManifestSchema = z.object({
  licence: z.string().check(z.minLength(1)),
  attribution: z.string().check(z.minLength(1)),
  allowedUse: z.string().check(z.minLength(1)),
  source: z.string().check(z.minLength(1)),
  version: z.string().check(z.minLength(1)),
  reviewedOn: isoDate,
});
export type ContentManifest = z.infer<typeof contentManifestSchema>;

export const offeredQuestionnaireSchema = z.object({
  slug,
  /** FHIR R4 Questionnaire, JSON. */
  file: packPath,
  title: localizedSchema,
  /** A sentence: what it is for. */
  purpose: localizedSchema,
  /** A small square drawing, where forms are shown as tiles: an SVG file of the pack. */
  picture: z.optional(packPath),
  durationMinutes: z.int().check(z.positive()),
  /** Minor units; 0 is free. */
  price: z.object({
    amount: z.int().check(z.nonnegative()),
    currency,
  }),
  /** Who reads the answers: index into `clinicians`. */
  clinician: z.int().check(z.nonnegative()),
  /** Hours until a clinician has read the answers. */
  reviewHours: z.int().check(z.positive()),
  minAge: z.int().check(z.nonnegative()),
  maxAge: z.optional(z.int().check(z.positive())),
  /** Days after which the safety answers of a draft are asked again. */
  maxAnswerAgeDays: z.int().check(z.positive()),
  consents: z.array(consentRequestSchema),
  /** When it asks who somebody is; by default after the questions. A form whose rules can raise an alert always asks first. */
  identity: z.optional(z.enum(['first', 'last'])),
  status: z.enum(['open', 'paused']),
  manifest: contentManifestSchema,
  /** Languages into which the form is officially translated; in all others it is shown in its original. */
  formLanguages: z.array(z.enum(languages)).check(z.minLength(1)),
  /** Translated form languages that a qualified person has not reviewed. */
  unreviewed: z.array(z.enum(otherLanguages)),
  /** Plausible ranges by linkId: outside, the runner asks to confirm and the clinic sees a flag; it never blocks. */
  plausible: z.optional(
    z.record(z.string(), z.object({ min: z.optional(z.number()), max: z.optional(z.number()) })),
  ),
  /** "Why we ask", by linkId. */
  why: z.optional(z.record(z.string(), localizedSchema)),
});
export type OfferedQuestionnaire = z.infer<typeof offeredQuestionnaireSchema>;

/** What the sum of a form's scored answers is called, and what it means. */
export const scoreScaleSchema = z.object({
  /** Canonical of the form, without version. As a rule's, it may wait for a form that is imported later. */
  questionnaire: z.string().check(z.minLength(1)),
  name: localizedSchema,
  /** Its highest sum. A form that adds up to another one is scored in another way: neither name nor bands are told of it. */
  max: z.number(),
  /** From the lowest on; each goes to where the next one begins. */
  bands: z
    .array(z.object({ from: z.number(), label: localizedSchema }))
    .check(
      z.refine((bands) => bands.every(({ from }, at) => at === 0 || from > (bands[at - 1]?.from ?? from))),
    ),
});
export type ScoreScale = z.infer<typeof scoreScaleSchema>;

export const intakePart = {
  fields: {
    questionnaires: z.array(offeredQuestionnaireSchema),
    scales: z.optional(z.array(scoreScaleSchema)),
  },
  settings: {
    /** Days that a draft stays before the device asks whether to keep it; nothing is deleted unasked. */
    draftDays: z.int().check(z.positive()),
    /** Minutes without use after which a shared device asks who is there. */
    idleMinutes: z.int().check(z.positive()),
    /** Days that the readable copy of a sent form stays on the patient's own device. */
    copyDays: z.int().check(z.nonnegative()),
    proxyAllowed: z.boolean(),
  },
} satisfies PackPart;

export interface PublishedQuestionnaire extends Omit<OfferedQuestionnaire, 'file'> {
  /** Canonical of the FHIR Questionnaire, without version. */
  readonly canonical: string;
  readonly version: string;
  /** SHA-256, hex, of the definition's canonical JSON; the definition stands at `questionnaires/{formHash}.json`. */
  readonly formHash: string;
  readonly url: string;
  /** Number of questions that are asked. */
  readonly questions: number;
}
