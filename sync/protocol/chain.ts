/** Apart from the kiosk's other schemas: every device's wire names a link, and only kiosks need the rest. */
import { z } from 'zod/mini';

const hex256 = z.string().check(z.regex(/^[0-9a-f]{64}$/));
const base64url = z.string().check(z.regex(/^[A-Za-z0-9_-]+$/));

/**
 * The kiosk's own chain over what it has sealed (offline-sync 4.4): each envelope's link names the one before it, and the device key signs it. A
 * missing number, or another envelope under a number, can't go unnoticed.
 */
export const chainLinkSchema = z.object({
  /** 1, 2, 3 … over all operations of this kiosk. */
  counter: z.int().check(z.positive()),
  /** SHA-256, hex, of the previous link's signed bytes; 64 zeros before the first. */
  previous: hex256,
  /** base64url ES256 over {@link chainBytes}. */
  signature: base64url,
});
export type ChainLink = z.infer<typeof chainLinkSchema>;

/** What a link's signature covers, and what the next link's `previous` is the hash of. */
export function chainBytes(link: {
  readonly vendor: string;
  readonly deviceId: string;
  readonly counter: number;
  readonly previous: string;
  readonly opId: string;
  /** Of the envelope. */
  readonly sha256: string;
}): Uint8Array<ArrayBuffer> {
  const { vendor, deviceId, counter, previous, opId, sha256 } = link;
  return new Uint8Array(
    new TextEncoder().encode(
      ['carefront kiosk chain', vendor, deviceId, counter, previous, opId, sha256].join('\n'),
    ),
  );
}
