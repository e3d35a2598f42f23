/** What a kiosk's page is told of its kiosk: pure, from what is known. */
import type { KioskStatus } from '../../../renderer/platform/contract/kiosk-contract.ts';

export interface StatusFacts {
  /** The page that asks has a session, or another has: a page that waits behind isn't told of it. */
  readonly inSession: boolean;
  readonly enrolled: boolean;
  readonly signedOut: boolean;
  readonly blocked: boolean;
  readonly updating: boolean;
  readonly closedByStaff: boolean;
  /** Outside of the clinic's hours: when they begin again, ms since 1970. */
  readonly opensAt: number | undefined;
  /** There is a valid key of the clinic's to seal to. */
  readonly hasKey: boolean;
  readonly languages: readonly string[];
  readonly online: boolean;
  readonly checkIn: boolean;
  readonly speech: boolean;
  readonly printer: boolean;
  /** ISO 8601 by the clinic's clock. */
  readonly now: string;
}

function phaseOf(facts: StatusFacts): Pick<KioskStatus, 'phase' | 'reason' | 'opensAt'> {
  if (facts.inSession) return { phase: 'in-session' };
  if (!facts.enrolled)
    return { phase: 'not-enrolled', ...(facts.signedOut ? { reason: 'revoked' as const } : {}) };
  if (facts.blocked) return { phase: 'closed', reason: 'wipe-failed' };
  if (facts.updating) return { phase: 'closed', reason: 'update' };
  if (facts.closedByStaff) return { phase: 'closed', reason: 'staff' };
  if (facts.opensAt !== undefined)
    return { phase: 'closed', reason: 'hours', opensAt: new Date(facts.opensAt).toISOString() };
  if (!facts.hasKey) return { phase: 'closed', reason: 'no-key' };
  return { phase: 'attract' };
}

export function statusOf(facts: StatusFacts): KioskStatus {
  const { languages, online, checkIn, speech, printer, now } = facts;
  return {
    ...phaseOf(facts),
    languages,
    online,
    checkIn,
    speech,
    printer,
    handOff: online,
    now,
  };
}
