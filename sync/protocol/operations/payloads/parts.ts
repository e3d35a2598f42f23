/** What payloads of several kinds are made of. A shipped version of a payload never changes, and neither does any part of it here. */
import { z } from 'zod/mini';

export const text = (most: number) => z.string().check(z.maxLength(most));
export const present = (most: number) => z.string().check(z.minLength(1), z.maxLength(most));
export const uuid = z.uuid();
export const hex256 = z.string().check(z.regex(/^[0-9a-f]{64}$/));

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
  sha256: hex256,
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

/** The form's slug in the vendor's space, its canonical with version, and the hash of its definition. */
export const formSchema = z.object({ slug: present(80), canonical: present(500), formHash: hex256 });
