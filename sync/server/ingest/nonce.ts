/**
 * The nonces of DPoP proofs (RFC 9449 section 8), without a table: a nonce is the number of a time slot with its HMAC, so that
 * every process that has the key accepts it.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';

/** A nonce is good for this slot and the next: five to ten minutes. */
const SLOT_MS = 5 * 60_000;

export interface NonceSource {
  current(): string;
  isFresh(nonce: string): boolean;
}

/** @param key at least 32 random bytes. @param now milliseconds since 1970. */
export function createNonceSource(key: Uint8Array, now: () => number): NonceSource {
  const mint = (slot: number) => {
    const mac = createHmac('sha256', key).update(`nonce:${slot}`).digest('base64url');
    return `${slot.toString(36)}.${mac}`;
  };
  const slotNow = () => Math.floor(now() / SLOT_MS);
  return {
    current: () => mint(slotNow()),
    isFresh: (nonce) => {
      const given = Buffer.from(nonce);
      return [slotNow(), slotNow() - 1].some((slot) => {
        const expected = Buffer.from(mint(slot));
        return expected.length === given.length && timingSafeEqual(expected, given);
      });
    },
  };
}
