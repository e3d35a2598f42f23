/**
 * How often somebody may ask for codes, try to sign in, and claim. Keyed by who asks and for what: nobody can use up what the owner of an address may do.
 * A device that was signed in to the account before has an allowance of its own.
 */
import { ProblemError } from '../../base/problems.ts';
import { type Counter, consumeAll, networkCounters } from '../../http/limits/consume-all.ts';
import type { Limits } from '../../http/limits/limits.ts';
import type { RatePolicy } from '../../http/limits/policy.ts';
import {
  createSignInLimits,
  type SignInLimits,
  type SignInPolicies,
} from '../../http/limits/sign-in-limits.ts';

const perHour = (name: string, burst: number, count: number): RatePolicy => ({
  ...{ kind: 'rate', name, burst },
  perMinute: count / 60,
});

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Wrong codes and passwords. */
const tries = (by: 'password' | 'code'): SignInPolicies => ({
  knownBrowser: {
    kind: 'delay',
    name: `account-${by}-known`,
    free: 5,
    firstSeconds: 30,
    longestSeconds: 15 * MINUTE,
    forgetSeconds: HOUR,
  },
  accountFromNetwork: {
    kind: 'delay',
    name: `account-${by}-from-network`,
    free: 5,
    firstSeconds: MINUTE,
    longestSeconds: HOUR,
    forgetSeconds: DAY,
  },
  network: { kind: 'rate', name: `account-${by}-network`, burst: 30, perMinute: 2 },
  refusalAudit: { kind: 'rate', name: `account-${by}-refusal-audit`, burst: 1, perMinute: 1 },
});
/** Wrong codes are bounded by the codes that may be asked for, so that only passwords need this. It never stops anybody for long. */
const PASSWORD_ACCOUNT: RatePolicy = { kind: 'rate', name: 'account-password', burst: 50, perMinute: 2 };
const RIGHT_PASSWORDS = perHour('account-right-passwords', 30, 30);

const CODES_OF_DEVICE = perHour('account-codes-device', 5, 10);
const CODES_OF_KNOWN = perHour('account-codes-known', 5, 10);
const CODES_FROM_NETWORK = perHour('account-codes-from-network', 5, 6);
const CODES_OF_NETWORK = perHour('account-codes-network', 30, 60);
const CODES_TO_ADDRESS = perHour('account-codes-address', 12, 12);

/** Each is a hash to compute, and a letter to every contact. */
const PASSWORD_CHANGES = perHour('account-password-changes', 10, 10);

const CLAIMS_OF_DEVICE = perHour('account-claims-device', 10, 10);
const CLAIMS_OF_PERSON = perHour('account-claims-person', 10, 10);

export interface Asker {
  readonly vendor: string;
  /** In the form of `email-address.ts`. */
  readonly email: string;
  readonly device: string;
  /** IP address. */
  readonly from: string;
  /** The device was signed in to this account before. */
  readonly isKnown: boolean;
}

export interface AccountLimits {
  readonly passwords: SignInLimits;
  readonly codes: SignInLimits;
  /** @throws ProblemError RATE_LIMITED, like those below. */
  askForCode(asker: Asker): Promise<void>;
  /** A right password, which is no reason to check any number of them. */
  rightPassword(asker: Pick<Asker, 'vendor' | 'email'>): Promise<void>;
  changePassword(owner: { readonly vendor: string; readonly person: string }): Promise<void>;
  claim(claimant: {
    readonly vendor: string;
    readonly device: string;
    readonly person: string;
  }): Promise<void>;
}

const key = (...parts: readonly string[]) => JSON.stringify(parts);

export function createAccountLimits(limits: Limits): AccountLimits {
  async function demandAll(counters: readonly Counter[]): Promise<void> {
    const taken = await consumeAll(limits, counters);
    if (!taken.allowed)
      throw new ProblemError('RATE_LIMITED', {}, { 'retry-after': String(taken.retryAfter) });
  }
  return {
    passwords: createSignInLimits(limits, { ...tries('password'), account: PASSWORD_ACCOUNT }),
    codes: createSignInLimits(limits, tries('code')),
    askForCode: ({ vendor, email, device, from, isKnown }) =>
      demandAll(
        isKnown
          ? [[key(vendor, email, device), CODES_OF_KNOWN]]
          : [
              [key(vendor, device), CODES_OF_DEVICE],
              ...networkCounters(from, (network) => key(network), CODES_OF_NETWORK),
              ...networkCounters(from, (network) => key(vendor, email, network), CODES_FROM_NETWORK),
              [key(vendor, email), CODES_TO_ADDRESS],
            ],
      ),
    rightPassword: ({ vendor, email }) => demandAll([[key(vendor, email), RIGHT_PASSWORDS]]),
    changePassword: ({ vendor, person }) => demandAll([[key(vendor, person), PASSWORD_CHANGES]]),
    claim: ({ vendor, device, person }) =>
      demandAll([
        [key(vendor, device), CLAIMS_OF_DEVICE],
        [key(vendor, person), CLAIMS_OF_PERSON],
      ]),
  };
}
