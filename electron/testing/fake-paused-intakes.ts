/** Paused intakes that a fake clinic gives back for a code and a birth date. */
import { resumeRequestSchema } from '../../sync/protocol/api/kiosk.ts';

export interface FakePausedIntakes {
  /** A paused intake that a code and a birth date give back, once. */
  keepPaused(code: string, birthDate: string, content: unknown): void;
  /** Comes back with every paused intake. @param bytes of its ciphertext; absent where it was lost */
  keepPhoto(sha256: string, bytes?: Uint8Array): void;
}

export function createFakePausedIntakes(): {
  readonly pausedIntakes: FakePausedIntakes;
  /** @returns undefined where no intake has this code and birth date */
  readonly resume: (body: unknown) => unknown;
  readonly photo: (sha256: string) => { readonly sealed: string } | undefined;
} {
  const paused = new Map<string, unknown>();
  const photos = new Map<string, Uint8Array | undefined>();

  return {
    pausedIntakes: {
      keepPaused: (code, birthDate, content) => void paused.set(`${code} ${birthDate}`, content),
      keepPhoto: (sha256, bytes) => void photos.set(sha256, bytes),
    },
    resume(body) {
      const { code, birthDate } = resumeRequestSchema.parse(body);
      const key = `${code} ${birthDate}`;
      const content = paused.get(key);
      if (!paused.delete(key)) return undefined;
      const attachments = [...photos].map(([sha256]) => ({
        ...{ sha256, key: 'k'.repeat(43), contentType: 'image/jpeg', size: 3 },
      }));
      return { content, ...(attachments.length === 0 ? {} : { attachments }) };
    },
    photo(sha256) {
      const bytes = photos.get(sha256);
      return bytes === undefined ? undefined : { sealed: Buffer.from(bytes).toString('base64url') };
    },
  };
}
