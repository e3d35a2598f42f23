/**
 * A vendor pack: the data that makes one vendor's space. `vendors/{vendor}/vendor.json` and the files that it names.
 * The pack seeds the server, feeds the PWA and is built into the kiosk; it holds no code.
 */
import { z } from 'zod/mini';
import { languages, otherLanguages } from '../languages.ts';
import { openPeriodsSchema } from '../time/opening-hours.ts';
import { inLanguages, localizedSchema } from './localized.ts';

const slug = z.string().check(z.regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/), z.maxLength(63));
const colour = z.string().check(z.regex(/^#[0-9a-fA-F]{6}$/));
/** A path inside the pack, with forward slashes and no way out of it. */
const packPath = z.string().check(z.regex(/^(?!.*\.\.)[A-Za-z0-9_][A-Za-z0-9_./-]*$/));
const placeCode = z.string().check(z.regex(/^[A-Z]{2}(-[A-Z0-9]{1,3})?$/));
const isoDate = z.iso.date();
const limit = z.optional(z.int().check(z.positive()));
const quotaSchema = z.object({ alerts: limit, cases: limit, bytes: limit });

/** Slugs of legal documents must not collide with the fixed children of a vendor's space. */
export const reservedSlugs = [
  'account',
  'cart',
  'checkout',
  'conversations',
  'dashboard',
  'patient',
  'product',
  'questionnaire',
  'subscription',
  'tracking',
  'sync',
  'assets',
  'icons',
  'manifest.webmanifest',
  'pack.json',
  'theme.css',
  'test',
] as const;

export const brandSchema = z.object({
  /** Any colours: the palette computed from them always passes WCAG AA. */
  colors: z.object({ primary: colour, secondary: colour, background: colour }),
  /** What the vendor shows first; the patient's own choice of contrast goes before it. */
  scheme: z.enum(['light', 'dark']),
  /** Names of the type families that the renderer ships, see `renderer/design/fonts`. */
  typeface: z.enum(['ysabeau', 'rubik', 'nunito', 'instrument', 'aleo']),
  shape: z.enum(['square', 'soft', 'round', 'stout']),
  motion: z.enum(['calm', 'brisk']),
  /** Drawn in outline, then filled on the success screen; also the source of the icons. Path data only. */
  mark: z.object({
    viewBox: z.string().check(z.regex(/^-?[\d.]+ -?[\d.]+ [\d.]+ [\d.]+$/)),
    paths: z.array(z.string().check(z.regex(/^[MmLlHhVvCcSsQqTtAaZz0-9eE.,\s-]+$/))).check(z.minLength(1)),
  }),
  /**
   * Art of the home page, of the success screen, of a form's first page and of the kiosk's attract screen: SVG files of the pack.
   * The kiosk's fills the upper 55 % of a panel of 1080 x 1920 and is cropped about its middle on one of 1280 x 800.
   */
  art: z.object({
    home: packPath,
    success: packPath,
    landing: z.optional(packPath),
    kiosk: z.optional(packPath),
  }),
});

export const consentDocumentSchema = z.object({
  slug,
  kind: z.enum([
    'terms',
    'privacy',
    'telehealth-consent',
    'notice-of-privacy-practices',
    'accessibility',
    'complaints',
    'cookies',
    'licences',
    'shipping-returns',
    'other',
  ]),
  title: localizedSchema,
  version: z.string().check(z.regex(/^\d+(\.\d+)*$/)),
  effectiveFrom: isoDate,
  /** What changed against the version before, in a sentence. */
  changes: z.optional(localizedSchema),
  /** Markdown files, by language. English always. */
  files: inLanguages(packPath),
  /** Languages whose text a qualified person has not reviewed: they are shown with a mark that says so. */
  unreviewed: z.array(z.enum(otherLanguages)),
});

/** One box at welcome. Each purpose has its own, and none is ticked beforehand. */
export const consentRequestSchema = z.object({
  document: slug,
  statement: localizedSchema,
  required: z.boolean(),
});

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
    currency: z.string().check(z.regex(/^[A-Z]{3}$/)),
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

/** A condition in enableWhen form (FHIR R4 Questionnaire.item.enableWhen). */
export const ruleConditionSchema = z.looseObject({
  question: z.string(),
  operator: z.enum(['exists', '=', '!=', '>', '<', '>=', '<=']),
});

export const safetyRuleSchema = z.object({
  id: slug,
  version: z.string().check(z.regex(/^\d+(\.\d+)*$/)),
  /** Canonical of the form, without version. A rule may wait for a form that is imported later. */
  questionnaire: z.string().check(z.minLength(1)),
  conditions: z.array(ruleConditionSchema).check(z.minLength(1)),
  behavior: z.enum(['any', 'all']),
  /** STOP: can't continue. URGENT: panel at once, then back to the form. REVIEW: a clinician must see. INFO: shown only. */
  outcome: z.enum(['STOP', 'URGENT', 'REVIEW', 'INFO']),
  /** Which panel URGENT opens. */
  panel: z.optional(z.enum(['crisis', 'emergency'])),
  /** What we know (first line of the panel or of the stop page). */
  headline: localizedSchema,
  /** What to do now. */
  advice: localizedSchema,
  /** For staff: what the flag means. */
  label: localizedSchema,
  /** Where the rule comes from. */
  source: z.string().check(z.minLength(1)),
  /** Safe alternatives after a STOP. */
  alternatives: z.optional(z.array(localizedSchema)),
});
export type SafetyRule = z.infer<typeof safetyRuleSchema>;

export const vendorSchema = z.object({
  slug,
  name: z.string().check(z.minLength(1), z.maxLength(60)),
  legalName: z.string().check(z.minLength(1)),
  /** Invented company: every page says so. */
  demo: z.boolean(),
  tagline: localizedSchema,
  description: localizedSchema,
  region: z.string().check(z.regex(/^[A-Z]{2}$/)),
  currency: z.string().check(z.regex(/^[A-Z]{3}$/)),
  locales: z.array(z.enum(languages)).check(z.minLength(1)),
  /** IANA name. */
  timezone: z.string(),
  status: z.enum(['open', 'paused', 'maintenance']),
  brand: brandSchema,
  contact: z.object({
    /** E.164. */
    phone: z.string().check(z.regex(/^\+[1-9]\d{6,14}$/)),
    email: z.email(),
    /** For people, as "Monday to Friday, 8 am to 6 pm". */
    hours: localizedSchema,
    /** The same for machines, in the vendor's time zone: what a kiosk in the vendor's rooms may be told to keep. */
    hoursOfOperation: z.optional(openPeriodsSchema),
    address: z.string(),
  }),
  registrations: z.array(z.object({ label: localizedSchema, value: z.string() })),
  clinicians: z
    .array(
      z.object({
        name: z.string(),
        credentials: z.string(),
        role: localizedSchema,
        about: localizedSchema,
        portrait: z.optional(packPath),
      }),
    )
    .check(z.minLength(1)),
  /** How it works, in three or four steps. */
  steps: z.array(z.object({ title: localizedSchema, text: localizedSchema })),
  /** Questions that people ask before they start. */
  faq: z.array(z.object({ question: localizedSchema, answer: localizedSchema })),
  /** Where care may be given. A place that isn't listed is not served. */
  serviceAreas: z
    .array(z.object({ place: placeCode, modality: z.enum(['async', 'live', 'unavailable']) }))
    .check(z.minLength(1)),
  settings: z.object({
    /** Days that a draft stays before the device asks whether to keep it; nothing is deleted unasked. */
    draftDays: z.int().check(z.positive()),
    /** Minutes without use after which a shared device asks who is there. */
    idleMinutes: z.int().check(z.positive()),
    /** Days that the readable copy of a sent form stays on the patient's own device. */
    copyDays: z.int().check(z.nonnegative()),
    proxyAllowed: z.boolean(),
    /** Minutes until a clinician has read a red case; 15 where nothing is said. */
    redReviewMinutes: z.optional(z.int().check(z.positive())),
    /** Seconds in which staff can undo a decision; nothing is told to the patient before. 10 where nothing is said. */
    undoSeconds: z.optional(z.int().check(z.nonnegative())),
    /** What one sender may put into the inbox within an hour before it is listed below: see `sync/server/features/inbox/quotas.ts`. */
    inboxQuotas: z.optional(
      z.object({
        device: z.optional(quotaSchema),
        kiosk: z.optional(quotaSchema),
        network: z.optional(quotaSchema),
        vendor: z.optional(quotaSchema),
      }),
    ),
  }),
  /** What a kiosk in the vendor's rooms says, where there is one. */
  kiosk: z.optional(
    z.object({
      /** The one thing to do after check-in, in the room where the kiosk stands, as "Take a seat, blue area". */
      doneInstruction: localizedSchema,
      /** How long check-in takes, in minutes, as the attract screen says it. */
      attractMinutes: z.optional(z.int().check(z.positive())),
    }),
  ),
  questionnaires: z.array(offeredQuestionnaireSchema),
  /** Files with arrays of safety rules. */
  rules: z.array(packPath),
  legal: z.array(consentDocumentSchema).check(z.minLength(1)),
});
export type VendorSource = z.infer<typeof vendorSchema>;
export type LegalSource = z.infer<typeof consentDocumentSchema>;
export type ConsentRequest = z.infer<typeof consentRequestSchema>;
export type Brand = z.infer<typeof brandSchema>;
