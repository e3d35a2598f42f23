/**
 * An unfinished intake on its way from a kiosk, or from a form in another site's page, to the patient's own device.
 *
 * | route | takes | answers |
 * |---|---|---|
 * | `PUT /connect/{vendor}/kiosk/v1/hand-offs/{id}` (see `kiosk.ts`) | {@link handOffSchema} | 204 |
 * | `POST /connect/{vendor}/hand-offs/{id}/claim` (public, limited by rate) | | {@link handOffSchema} once, then 404 |
 * | `GET /connect/{vendor}/hand-offs/forms/{hash}` (public, limited alike) | | 204 where the vendor has published that form, else 404 |
 */
import { z } from 'zod/mini';
import { base64url } from '../base/base64url.ts';

/** Sealed by a key that is in the address's fragment and never reaches the server. */
export const handOffSchema = z.object({
  /** base64url, AES-256-GCM. */
  iv: base64url,
  sealed: z.string().check(z.regex(/^[A-Za-z0-9_-]+$/), z.maxLength(2_000_000)),
});
export type HandOff = z.infer<typeof handOffSchema>;
/** What is sealed in a {@link HandOff}: the draft, and the definition of its form, which the phone may not have in that version. */
export const handOffContentSchema = z.object({
  /** The renderer's `DraftContent`. */
  content: z.unknown(),
  definition: z.optional(z.unknown()),
  /** Whether the desk knew that the patient is here; absent from a kiosk that doesn't say so. */
  toldDesk: z.optional(z.boolean()),
});
/** A hand-off that nobody fetched is deleted after this. */
export const HAND_OFF_MINUTES = 5;
/** Letters of the code that is shown beside the QR code: Crockford's base 32, 50 bits. */
export const HAND_OFF_CODE_LENGTH = 10;
