/**
 * The cookie of a browser in which somebody has signed in before: it lets that browser have its own allowance of tries for that account, so that
 * nobody else's failures stop it. It opens nothing by itself, and says nothing of whose it is.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

export interface KnownBrowsers {
  /** @returns the id under which this browser is known for the account; undefined where it isn't. */
  find(vendor: string, email: string, cookie: string | undefined): string | undefined;
  /** @returns the cookie's next value: the account is added, or renewed, and others that use the browser stay known. */
  remember(vendor: string, email: string, cookie: string | undefined): string;
}

export const KNOWN_BROWSER_DAYS = 180;
const DAY_MS = 86_400_000;
/** People who share a computer at the front desk; the ones who signed in longest ago are forgotten. */
const MAX_ACCOUNTS = 8;
const MAX_COOKIE_LENGTH = 1_000;
const ID_BYTES = 16;
/** Id, day of the sign-in, and the HMAC of both with the account. */
const ENTRY = /^([\w-]{22})\.([0-9a-z]{1,6})\.([\w-]{43})$/;

interface Entry {
  readonly text: string;
  readonly id: string;
  readonly day: number;
  readonly mac: string;
}

function readEntries(cookie: string | undefined): readonly Entry[] {
  if (cookie === undefined || cookie.length > MAX_COOKIE_LENGTH) return [];
  return cookie
    .split('~')
    .slice(0, MAX_ACCOUNTS)
    .flatMap((text) => {
      const [, id, day, mac] = ENTRY.exec(text) ?? [];
      if (id === undefined || day === undefined || mac === undefined) return [];
      return [{ text, id, day: Number.parseInt(day, 36), mac }];
    });
}

function isSame(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}

/** @param key at least 32 random bytes, the same in every process. @param now milliseconds since 1970. */
export function createKnownBrowsers(key: Uint8Array, now: () => number): KnownBrowsers {
  // A key of its own: what signs nonces must not be able to sign this.
  const signing = createHmac('sha256', key).update('known-browser').digest();
  const today = () => Math.floor(now() / DAY_MS);
  const macOf = (vendor: string, email: string, id: string, day: number) =>
    createHmac('sha256', signing)
      .update(JSON.stringify([vendor, email, id, day]))
      .digest('base64url');

  const isOf = (vendor: string, email: string) => {
    return ({ id, day, mac }: Entry) => {
      const age = today() - day;
      return age >= 0 && age <= KNOWN_BROWSER_DAYS && isSame(mac, macOf(vendor, email, id, day));
    };
  };

  return {
    find: (vendor, email, cookie) => readEntries(cookie).find(isOf(vendor, email))?.id,

    remember(vendor, email, cookie) {
      const isTheirs = isOf(vendor, email);
      const entries = readEntries(cookie);
      const id = entries.find(isTheirs)?.id ?? randomBytes(ID_BYTES).toString('base64url');
      const day = today();
      const own = `${id}.${day.toString(36)}.${macOf(vendor, email, id, day)}`;
      const others = entries.filter((entry) => !isTheirs(entry)).map(({ text }) => text);
      return [own, ...others].slice(0, MAX_ACCOUNTS).join('~');
    },
  };
}
