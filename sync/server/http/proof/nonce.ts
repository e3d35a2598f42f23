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

interface Slot {
  readonly number: number;
  readonly nonce: string;
  readonly former: string;
}

function isEqual(a: string, b: string): boolean {
  const [one, other] = [Buffer.from(a), Buffer.from(b)];
  return one.length === other.length && timingSafeEqual(one, other);
}

/** @param key at least 32 random bytes. @param now milliseconds since 1970. */
export function createNonceSource(key: Uint8Array, now: () => number): NonceSource {
  const mint = (slot: number) => {
    const mac = createHmac('sha256', key).update(`nonce:${slot}`).digest('base64url');
    return `${slot.toString(36)}.${mac}`;
  };
  const slotOf = (number: number): Slot => ({ number, nonce: mint(number), former: mint(number - 1) });
  const slotNow = () => Math.floor(now() / SLOT_MS);
  let latest = slotOf(slotNow());
  const current = () => {
    const number = slotNow();
    if (latest.number !== number) latest = slotOf(number);
    return latest;
  };
  return {
    current: () => current().nonce,
    isFresh: (nonce) => {
      const { nonce: newest, former } = current();
      return isEqual(nonce, newest) || isEqual(nonce, former);
    },
  };
}
