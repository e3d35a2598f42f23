/** What is derived from the server's secret: a key for each purpose, so that nothing made for one can serve another. */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

export type AccountPurpose = 'cookie name' | 'session successor' | 'one-time code';

/** @param secret 32 random bytes, the same in every process. */
export function createAccountMac(
  secret: Uint8Array,
): (purpose: AccountPurpose, ...parts: readonly string[]) => Buffer {
  return (purpose, ...parts) => {
    const key = createHmac('sha256', secret).update(`accounts: ${purpose}`).digest();
    return createHmac('sha256', key).update(JSON.stringify(parts)).digest();
  };
}

export type AccountMac = ReturnType<typeof createAccountMac>;

export const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

export function isSame(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
