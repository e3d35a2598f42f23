/** A document by which a clinic sees who somebody is, and what it has found. */
import { z } from 'zod/mini';
import { isoDate } from '../pack-fields.ts';

/** In the order in which they are offered. */
export const documentKinds = ['drivers-license', 'passport', 'national-id', 'residence-permit'] as const;
export type DocumentKind = (typeof documentKinds)[number];

/** Why staff ask for another one. */
export const refusalReasons = ['unreadable', 'expired', 'another-person', 'not-accepted'] as const;
export type RefusalReason = (typeof refusalReasons)[number];

/** Front and back. */
export const MAX_IDENTITY_PHOTOS = 2;
/** After staff have decided, their photos stay for so long: for whoever asks again. */
export const KEPT_DAYS = 30;

const instant = z.string();
export const identityDocumentSchema = z.object({
  document: z.enum(documentKinds),
  /** `refused`: the clinic asks for another one. */
  status: z.enum(['sent', 'confirmed', 'refused']),
  /** When it was sent, by the device's clock. */
  statedAt: instant,
  decidedAt: z.optional(instant),
  reason: z.optional(z.enum(refusalReasons)),
  /** Printed on it, as staff have read it; absent where it never ends, or nobody has said. */
  expiresOn: z.optional(isoDate),
  /** When the photos are deleted; none while staff haven't decided. */
  deletedOn: z.optional(instant),
});
export type IdentityDocument = z.infer<typeof identityDocumentSchema>;
