/** An unfinished intake of a kiosk, as it is sealed. */
import { z } from 'zod/mini';
import { hex256, present, uuid } from './parts.ts';

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
    formHash: hex256,
  }),
  reason: z.enum(['patient', 'idle', 'staff', 'crash']),
  savedAt: z.iso.datetime({ offset: true }),
  /** base64url: an envelope (see `sync/seal/envelope.ts`) that holds the draft's 32-byte key, bound to `['paused', vendor, subjectId, box.keyId]`. */
  sealedKey: z.string().check(z.regex(/^[A-Za-z0-9_-]+$/), z.maxLength(1_000)),
  /** The draft's row: AES-256-GCM under that key, bound as every draft is (`draftBinding`). */
  box: draftBox,
  attachments: z.array(
    z.object({
      sha256: hex256,
      /** What opens the photo and says what it is, under the draft's key, bound to `['blob', vendor, subjectId, draftId, sha256]`. */
      box: z.optional(draftBox),
    }),
  ),
});
export type IntakePaused = z.infer<typeof intakePausedV1>;

export const intakePausedVersions = { 1: intakePausedV1 };
