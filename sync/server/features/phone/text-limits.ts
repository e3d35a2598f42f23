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
  /** A code to a proven number. @returns false where nothing more is sent today; nobody is told. */
  signIn(request: Pick<ProofRequest, 'vendor' | 'number' | 'perDay'>): Promise<boolean>;
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
    async signIn({ vendor, number, perDay: bound }) {
      const taken = await take([
        [key(vendor, number), TEXTS_TO_NUMBER],
        [key(vendor), perDay('text-codes-vendor', bound)],
      ]);
      return taken.allowed;
    },
  };
}
