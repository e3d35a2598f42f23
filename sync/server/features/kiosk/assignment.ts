/** Signs what makes a machine the kiosk of one vendor: see `sync/protocol/api/kiosk-assignment.ts`. */
import {
  assignmentBytes,
  HOURS_SINCE,
  hoursOf,
  type KeptHours,
  type KioskAssignment,
  type KioskConfig,
  kioskAssignmentSchema,
  kioskAssignmentV1,
} from '../../../protocol/api/kiosk-assignment.ts';
import type { RootSigner } from '../../core/sealing/vendor-keys.ts';

const DAY_MS = 86_400_000;
export const ASSIGNMENT_DAYS = 90;
/** A new one is signed when less than this is left, so that a kiosk that is off for weeks still has a valid one. */
export const RENEW_BEFORE_DAYS = 45;

export interface AssignmentFacts
  extends Pick<KioskAssignment, 'vendor' | 'kioskId' | 'deviceKey' | 'name' | 'server' | 'version'> {
  readonly config: KioskConfig;
  /** That the kiosk keeps; undefined: it is open until staff close it. */
  readonly hours?: KeptHours | undefined;
}

interface Term {
  readonly issuedAt: string;
  readonly notAfter: string;
}

function sign(
  { hours, ...facts }: AssignmentFacts,
  { issuedAt, notAfter }: Term,
  root: RootSigner,
): KioskAssignment {
  const { vendor, kioskId, deviceKey, name, server, version, config } = facts;
  const fields = {
    ...{ vendor, kioskId, deviceKey, name, server, version, config },
    ...{ issuedAt, notAfter, rootKey: root.rootKey },
  };
  // The lowest version that can say it: a kiosk of any age reads what asks nothing new of it.
  if (hours === undefined) {
    const unsigned = { v: 1 as const, ...fields };
    return { ...unsigned, signature: root.sign(assignmentBytes(unsigned)) };
  }
  const unsigned = { v: 2 as const, ...fields, hours };
  return { ...unsigned, signature: root.sign(assignmentBytes(unsigned)) };
}

export function signAssignment(facts: AssignmentFacts, root: RootSigner, now: Date): KioskAssignment {
  const notAfter = new Date(now.getTime() + ASSIGNMENT_DAYS * DAY_MS).toISOString();
  return sign(facts, { issuedAt: now.toISOString(), notAfter }, root);
}

/**
 * The same assignment, of the same version and term, as a kiosk can read it: one of before there were hours is open until staff close it, and is told
 * all else. Once it reads hours, it asks again at its start, and gets them.
 * @param reads the highest `v` that the kiosk reads
 */
export function assignmentFor(assignment: KioskAssignment, reads: number, root: RootSigner): KioskAssignment {
  if (hoursOf(assignment) === undefined || reads >= HOURS_SINCE) return assignment;
  return sign({ ...assignment, hours: undefined }, assignment, root);
}

export function readAssignment(stored: string): KioskAssignment {
  return kioskAssignmentSchema.parse(JSON.parse(stored));
}

export function isRenewalDue({ notAfter }: KioskAssignment, now: Date): boolean {
  return Date.parse(notAfter) - now.getTime() < RENEW_BEFORE_DAYS * DAY_MS;
}

/** Whether a kiosk takes it for its server: https, or this machine. */
export function isKioskServer(origin: string): boolean {
  return kioskAssignmentV1.shape.server.safeParse(origin).success;
}
