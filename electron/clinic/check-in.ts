/**
 * Who is expected today, in memory only: hashes under a key that came with them, and goes with them. Without a list everyone is a walk-in. Nobody can
 * walk through birth dates: tries are counted for each session, and misses for the machine.
 */
import type { CheckInList } from '../../sync/protocol/api/kiosk.ts';
import { codeHash, importCheckInKey, personHashes, plainCode } from '../../sync/seal/check-in-hash.ts';

/** Of a session; after that there is only the desk. */
export const MAX_NAME_TRIES = 5;
export const MAX_CODE_TRIES = 8;
/** Limits for the whole machine: starting new sessions doesn't reset them. */
export const MAX_MISSES = 60;
export const MISSES_WITHIN_MS = 60 * 60_000;

export type CheckInQuestion =
  | { readonly birthDate: string; readonly name: string }
  | { readonly code: string };
export type Found =
  | {
      readonly status: 'matched';
      readonly appointment: string;
      readonly time: string;
      readonly due: string[];
    }
  | { readonly status: 'unmatched' | 'paused' };

/** Of one session. */
export interface Tries {
  names: number;
  codes: number;
}
export const noTries = (): Tries => ({ names: 0, codes: 0 });

export interface CheckIn {
  /** Replaces what was there. */
  take(list: CheckInList): Promise<void>;
  drop(): void;
  /** Of the list that can be searched now; undefined where there is none for today. */
  version(): string | undefined;
  find(question: CheckInQuestion, tries: Tries): Promise<Found>;
}

export interface CheckInOptions {
  readonly vendor: string;
  /** The clinic's day by the server's time, `YYYY-MM-DD`. */
  readonly today: () => string;
  /** ms that only grow. */
  readonly monotonic: () => number;
}

/** A human code (`human-code.ts`) without its hyphen. */
const PAUSE_CODE = /^[0-9A-HJKMNP-TV-Z]{6}$/;

interface Held {
  readonly version: string;
  readonly day: string;
  readonly key: CryptoKey;
  readonly entries: CheckInList['entries'];
}

export function createCheckIn({ vendor, today, monotonic }: CheckInOptions): CheckIn {
  let held: Held | undefined;
  let misses: readonly number[] = [];

  function list(): Held | undefined {
    if (held !== undefined && today() > held.day) held = undefined;
    return held;
  }

  /** One is a match; nobody and two people get the same answer. */
  function only(found: CheckInList['entries']): Found {
    const [one] = found;
    if (one === undefined || found.length > 1) {
      misses = [...misses, monotonic()].slice(-MAX_MISSES);
      return { status: 'unmatched' };
    }
    return { status: 'matched', appointment: one.id, time: one.time, due: [...one.due] };
  }

  function isWorn(): boolean {
    misses = misses.filter((at) => monotonic() - at < MISSES_WITHIN_MS);
    return misses.length >= MAX_MISSES;
  }

  async function byName(birthDate: string, name: string): Promise<Found> {
    const now = list();
    if (now === undefined) return { status: 'unmatched' };
    const hashes = new Set(await personHashes(now.key, vendor, birthDate, name));
    return only(now.entries.filter(({ person }) => person.some((hash) => hashes.has(hash))));
  }

  async function byCode(code: string): Promise<Found> {
    const now = list();
    const hash = now === undefined ? undefined : await codeHash(now.key, vendor, code);
    const found = (now?.entries ?? []).filter((entry) => entry.code !== undefined && entry.code === hash);
    if (found.length === 0 && PAUSE_CODE.test(plainCode(code))) return { status: 'paused' };
    return now === undefined ? { status: 'unmatched' } : only(found);
  }

  return {
    async take({ version, day, secret, entries }) {
      const key = await importCheckInKey(new Uint8Array(Buffer.from(secret, 'base64url')));
      held = { version, day, key, entries };
    },
    drop() {
      held = undefined;
    },
    version: () => list()?.version,
    async find(question, tries) {
      if ('code' in question) {
        tries.codes += 1;
        return tries.codes > MAX_CODE_TRIES || isWorn() ? { status: 'unmatched' } : byCode(question.code);
      }
      tries.names += 1;
      return tries.names > MAX_NAME_TRIES || isWorn()
        ? { status: 'unmatched' }
        : byName(question.birthDate, question.name);
    },
  };
}
