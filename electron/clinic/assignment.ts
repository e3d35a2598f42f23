/**
 * Whose kiosk this is (K8). The lock is double: the vendor that was built in, and an assignment that this vendor's root key has signed for this
 * very machine. Where the two don't agree, nothing starts.
 */
import {
  assignmentBytes,
  type KioskAssignment,
  kioskAssignmentSchema,
} from '../../sync/protocol/api/kiosk-assignment.ts';

/** A clock may be off by so much: kiosks have no battery for it, and start before they have a network. */
export const CLOCK_TOLERANCE_MS = 24 * 60 * 60_000;

export type AssignmentFault =
  | 'unreadable'
  | 'wrong-vendor'
  | 'wrong-device'
  | 'unknown-root'
  | 'bad-signature'
  | 'rolled-back'
  | 'expired'
  | 'not-yet-valid';

export type AssignmentVerdict =
  | { readonly ok: true; readonly assignment: KioskAssignment }
  | { readonly ok: false; readonly fault: AssignmentFault };

export interface AssignmentTrust {
  /** Slug of the vendor that was built in. */
  readonly vendor: string;
  /** base64url raw Ed25519 root keys of that vendor, from its pack. */
  readonly rootKeys: readonly string[];
  /** base64url of this machine's own public key. */
  readonly deviceKey: string;
  /** The highest version that was ever accepted here; 0 where none was. */
  readonly acceptedVersion: number;
  /** The latest time that the server or an assignment has named, ms since 1970: a clock that is set back gains nothing. */
  readonly latestKnownTime: number;
}

async function isSigned(assignment: KioskAssignment): Promise<boolean> {
  const bytes = (text: string) => new Uint8Array(Buffer.from(text, 'base64url'));
  try {
    const key = await crypto.subtle.importKey('raw', bytes(assignment.rootKey), { name: 'Ed25519' }, false, [
      'verify',
    ]);
    return await crypto.subtle.verify(
      'Ed25519',
      key,
      bytes(assignment.signature),
      assignmentBytes(assignment),
    );
  } catch {
    return false;
  }
}

/**
 * @param json as it came from the server, from a file of the machine's management, or from the disk
 * @param now ms since 1970, by this machine's clock
 */
export async function judgeAssignment(
  json: unknown,
  trust: AssignmentTrust,
  now: number,
): Promise<AssignmentVerdict> {
  const refuse = (fault: AssignmentFault): AssignmentVerdict => ({ ok: false, fault });
  const parsed = kioskAssignmentSchema.safeParse(json);
  if (!parsed.success) return refuse('unreadable');
  const assignment = parsed.data;
  // The signature first: what isn't the vendor's own word is not worth an answer of its own.
  if (!trust.rootKeys.includes(assignment.rootKey)) return refuse('unknown-root');
  if (!(await isSigned(assignment))) return refuse('bad-signature');
  if (assignment.vendor !== trust.vendor) return refuse('wrong-vendor');
  if (assignment.deviceKey !== trust.deviceKey) return refuse('wrong-device');
  if (assignment.version < trust.acceptedVersion) return refuse('rolled-back');
  const time = Math.max(now, trust.latestKnownTime);
  if (Date.parse(assignment.issuedAt) - CLOCK_TOLERANCE_MS > time) return refuse('not-yet-valid');
  if (Date.parse(assignment.notAfter) + CLOCK_TOLERANCE_MS < time) return refuse('expired');
  return { ok: true, assignment };
}

export interface AssignmentChoice {
  readonly use: KioskAssignment | undefined;
  /** Why the newer one was not taken; for the staff's health page. */
  readonly refused: AssignmentFault | undefined;
}

/** Takes a new assignment where it holds, and keeps the last good one where it doesn't. */
export async function chooseAssignment(
  offered: unknown,
  lastGood: unknown,
  trust: AssignmentTrust,
  now: number,
): Promise<AssignmentChoice> {
  const fresh = offered === undefined ? undefined : await judgeAssignment(offered, trust, now);
  if (fresh?.ok === true) return { use: fresh.assignment, refused: undefined };
  const kept = await judgeAssignment(lastGood, trust, now);
  return {
    use: kept.ok ? kept.assignment : undefined,
    refused: fresh?.fault ?? (kept.ok ? undefined : kept.fault),
  };
}
