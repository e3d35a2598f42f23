/**
 * How many texts may be asked for. Each costs money, and somebody may be paid for it: a range of numbers can belong to the person who asks. Codes that sign people in go
 * to proven numbers alone and have a day's bound of their own, so that nobody uses it up by proving others.
 */
import { ProblemError } from '../../base/problems.ts';
import { type Counter, consumeAll, networkCounters } from '../../http/limits/consume-all.ts';
import type { Limits } from '../../http/limits/limits.ts';
import type { RatePolicy } from '../../http/limits/policy.ts';

const DAY_MINUTES = 24 * 60;
const perDay = (name: string, count: number, burst = count): RatePolicy => ({
  ...{ kind: 'rate', name, burst },
  perMinute: count / DAY_MINUTES,
});

const PROOFS_OF_PERSON = perDay('text-proofs-person', 8, 4);
const PROOFS_TO_NUMBER = perDay('text-proofs-number', 6, 3);
/** Of a thousand numbers in a row: where numbers are bought, they are bought like that. */
const PROOFS_TO_PREFIX = perDay('text-proofs-prefix', 30, 10);
const PROOFS_FROM_NETWORK = perDay('text-proofs-network', 60, 15);
const TEXTS_TO_NUMBER = perDay('text-codes-number', 24, 8);
/** As much work for numbers that nobody has proven, of an allowance of their own: they use up nobody's. */
const DECOYS_TO_NUMBER: RatePolicy = { ...TEXTS_TO_NUMBER, name: 'text-decoys-number' };
/** Dates of birth that were wrong with the right code: the number is somebody else's by now, who may know the year, or it was a slip. */
const WRONG_DATES = perDay('text-wrong-dates', 5);
const PREFIX_DIGITS = 3;

const key = (...parts: readonly string[]) => JSON.stringify(parts);

export interface ProofRequest {
  readonly vendor: string;
  readonly person: string;
  /** E.164. */
  readonly number: string;
  /** IP address. */
  readonly from: string;
  /** Of the vendor. */
  readonly perDay: number;
}

export interface TextLimits {
  /** @throws ProblemError RATE_LIMITED. */
  prove(request: ProofRequest): Promise<void>;
  /** A code to a proven number. @returns false where nothing more is sent today, or it isn't proven; nobody is told. */
  signIn(
    request: Pick<ProofRequest, 'vendor' | 'number' | 'perDay'> & { readonly isProven: boolean },
  ): Promise<boolean>;
  /** Before a date of birth is compared. @returns false where there were too many wrong ones today; nobody is told. */
  takeDate(number: Pick<ProofRequest, 'vendor' | 'number'>): Promise<boolean>;
  /** It was right, or who gave it doesn't have the number. */
  giveDateBack(number: Pick<ProofRequest, 'vendor' | 'number'>): Promise<void>;
}

export function createTextLimits(limits: Limits): TextLimits {
  const take = (counters: readonly Counter[]) => consumeAll(limits, counters);
  return {
    async prove({ vendor, person, number, from, perDay: bound }) {
      const taken = await take([
        [key(vendor, person), PROOFS_OF_PERSON],
        [key(vendor, number), PROOFS_TO_NUMBER],
        [key(vendor, number.slice(0, -PREFIX_DIGITS)), PROOFS_TO_PREFIX],
        ...networkCounters(from, (network) => key(network), PROOFS_FROM_NETWORK),
        [key(vendor), perDay('text-proofs-vendor', bound)],
      ]);
      if (!taken.allowed)
        throw new ProblemError('RATE_LIMITED', {}, { 'retry-after': String(taken.retryAfter) });
    },
    async signIn({ vendor, number, perDay: bound, isProven }) {
      const taken = await take([
        [key(vendor, number), isProven ? TEXTS_TO_NUMBER : DECOYS_TO_NUMBER],
        [key(vendor), perDay(isProven ? 'text-codes-vendor' : 'text-decoys-vendor', bound)],
      ]);
      return isProven && taken.allowed;
    },
    takeDate: async ({ vendor, number }) => (await take([[key(vendor, number), WRONG_DATES]])).allowed,
    giveDateBack: ({ vendor, number }) => limits.refund(key(vendor, number), 1, WRONG_DATES),
  };
}
