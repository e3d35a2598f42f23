/**
 * What the envelopes hold, per `kind@v`. A shipped version never changes: a new one gets a new `v` and an upcaster.
 */
import { z } from 'zod/mini';

const text = (most: number) => z.string().check(z.maxLength(most));
const present = (most: number) => z.string().check(z.minLength(1), z.maxLength(most));
const uuid = z.uuid();

/** ISO 3166-1 or 3166-2, e.g. `US-CA`, `GB`. The code only: coordinates never leave the device. */
export const placeSchema = z.object({
  code: z.string().check(z.regex(/^[A-Z]{2}(-[A-Z0-9]{1,3})?$/)),
  confirmedAt: z.iso.datetime({ offset: true }),
});

/** How the clinic may reach the patient without giving anything away to others. */
export const contactSchema = z.object({
  method: z.enum(['phone', 'sms', 'email']),
  /** E.164 for phone and sms, an address for email. */
  value: present(254),
  /** Whether a message may say who it is from. */
  mayLeaveMessage: z.boolean(),
});

export const patientSchema = z.object({
  /** The subject: minted at welcome, bound to the person and not to a session. */
  id: uuid,
  givenName: present(100),
  familyName: present(100),
  birthDate: z.iso.date(),
  sexAtBirth: z.enum(['female', 'male', 'intersex', 'undisclosed']),
  contact: contactSchema,
  /** Who is answering: the patient, or someone for them. */
  answeredBy: z.enum(['self', 'proxy']),
  proxyName: z.optional(present(200)),
});
export type PatientDetails = z.infer<typeof patientSchema>;

/** One per agreement; a box that was left open is recorded as `rejected`. */
export const consentSchema = z.object({
  document: present(80),
  version: present(40),
  /** SHA-256, hex, of the document that was shown. */
  sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
  language: present(35),
  decision: z.enum(['active', 'rejected']),
  decidedAt: z.iso.datetime({ offset: true }),
});
export type ConsentDecision = z.infer<typeof consentSchema>;

export const ruleHitSchema = z.object({
  rule: present(80),
  version: present(40),
  outcome: z.enum(['STOP', 'URGENT', 'REVIEW', 'INFO']),
  panel: z.optional(z.enum(['crisis', 'emergency'])),
  at: z.iso.datetime({ offset: true }),
  /** linkIds of the answers that met the rule. */
  evidence: z.array(present(255)),
  /** The patient has changed the answers since, so that the rule holds no longer. */
  withdrawnAt: z.optional(z.iso.datetime({ offset: true })),
});
export type RuleHit = z.infer<typeof ruleHitSchema>;

export const intakeSubmitV1 = z.object({
  session: uuid,
  vendor: present(63),
  /** The form's slug in the vendor's space, its canonical with version, and the hash of its definition. */
  questionnaire: z.object({
    slug: present(80),
    canonical: present(500),
    formHash: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
  }),
  language: present(35),
  patient: patientSchema,
  place: placeSchema,
  consents: z.array(consentSchema),
  /** Every rule that was met while answering, withdrawn ones included. */
  ruleHits: z.array(ruleHitSchema),
  startedAt: z.iso.datetime({ offset: true }),
  completedAt: z.iso.datetime({ offset: true }),
  /** The name typed under the attestation. */
  attestation: z.object({ name: present(200), at: z.iso.datetime({ offset: true }) }),
  /** FHIR R4 QuestionnaireResponse; judged by the questionnaire engine, not here. */
  response: z.looseObject({ resourceType: z.literal('QuestionnaireResponse') }),
  /** Values that the patient confirmed though they look implausible, by linkId. */
  confirmedImplausible: z.optional(z.array(present(255))),
});

/**
 * One photo or document of the response. Its answer is an Attachment whose `url` is {@link blobUrl} of `sha256`, without `data`.
 */
export const attachmentSchema = z.object({
  /** SHA-256, hex, of the ciphertext: the blob's name. */
  sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
  /** base64url, 32 bytes: opens the blob, see `sync/seal/blob.ts`. */
  key: z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/)),
  contentType: present(127),
  /** Bytes before sealing. */
  size: z.int().check(z.nonnegative()),
  title: z.optional(text(255)),
});
export type BlobAttachment = z.infer<typeof attachmentSchema>;

const BLOB_URL = 'urn:carefront:blob:';
/** The `url` of an Attachment whose content is a blob. */
export const blobUrl = (sha256: string) => `${BLOB_URL}${sha256}`;
/** @returns the blob's name; undefined for any other `url`. */
export const blobName = (url: string | undefined) =>
  url?.startsWith(BLOB_URL) ? url.slice(BLOB_URL.length) : undefined;

/** Version 2: photos and documents travel as blobs of their own. */
export const intakeSubmitV2 = z.extend(intakeSubmitV1, { attachments: z.array(attachmentSchema) });
export type IntakeSubmit = z.infer<typeof intakeSubmitV2>;
/** What a flow hands over to be submitted: the client adds the attachments that the response names. */
export type IntakeAnswers = z.infer<typeof intakeSubmitV1>;

export const safetyAlertV1 = z.object({
  session: uuid,
  vendor: present(63),
  questionnaire: z.object({
    slug: present(80),
    canonical: present(500),
    formHash: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
  }),
  language: present(35),
  patient: patientSchema,
  place: placeSchema,
  hit: ruleHitSchema,
  /** The questions and answers that met the rule, as they were shown. */
  evidence: z.array(z.object({ linkId: present(255), question: text(4000), answers: z.array(text(4000)) })),
});
export type SafetyAlert = z.infer<typeof safetyAlertV1>;

/** AES-256-GCM under a draft's key. */
const draftBox = z.object({
  keyId: present(64),
  iv: z.string().check(z.regex(/^[A-Za-z0-9_-]+$/)),
  sealed: z.string().check(z.regex(/^[A-Za-z0-9_-]+$/), z.maxLength(1_400_000)),
});

/**
 * An intake that was left unfinished at a kiosk: paused by the patient, or left behind by an idle wipe, a crash or a power cut. The kiosk can't read
 * it any more by then: the draft's key was in its memory only, and lies here sealed to the clinic as it was when the intake began.
 */
export const intakePausedV1 = z.object({
  session: uuid,
  vendor: present(63),
  draftId: uuid,
  subjectId: uuid,
  questionnaire: z.object({
    slug: present(80),
    formHash: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
  }),
  reason: z.enum(['patient', 'idle', 'staff', 'crash']),
  savedAt: z.iso.datetime({ offset: true }),
  /** base64url: an envelope (see `sync/seal/envelope.ts`) that holds the draft's 32-byte key, bound to `['paused', vendor, subjectId, box.keyId]`. */
  sealedKey: z.string().check(z.regex(/^[A-Za-z0-9_-]+$/), z.maxLength(1_000)),
  /** The draft's row: AES-256-GCM under that key, bound as every draft is (`draftBinding`). */
  box: draftBox,
  attachments: z.array(
    z.object({
      sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
      /** What opens the photo and says what it is, under the draft's key, bound to `['blob', vendor, subjectId, draftId, sha256]`. */
      box: z.optional(draftBox),
    }),
  ),
});
export type IntakePaused = z.infer<typeof intakePausedV1>;

/** `kind@v` to schema. */
export const payloadSchemas = {
  'intake.submit@1': intakeSubmitV1,
  'intake.submit@2': intakeSubmitV2,
  'safety.alert@1': safetyAlertV1,
  'intake.paused@1': intakePausedV1,
} as const;
