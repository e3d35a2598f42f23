/**
 * Whose kiosk this is, over time (K8): the assignment that is in force, the last good one on the disk, and what may never go back: the highest
 * version that was taken, the latest time that is known, and the kiosks that were signed out here.
 */
import { z } from 'zod/mini';
import type { KioskAssignment } from '../../sync/protocol/api/kiosk-assignment.ts';
import type { IntakeKeeper } from '../intake/contract.ts';
import type { KioskLog } from '../log/events.ts';
import { type AssignmentFault, chooseAssignment, judgeAssignment } from './assignment.ts';
import type { ClinicServer } from './server.ts';
import type { SmallFiles } from './small-file.ts';

export const ENROLLMENT_FILE = 'enrolment.json';
/** Put into the data folder by the machine's management: an assignment as the server makes it. */
export const MANAGED_FILE = 'assignment.json';
/** Written no more often than that: a disk of a kiosk is a flash card. */
const KEEP_TIME_EVERY_MS = 60 * 60_000;
const MAX_SIGNED_OUT = 50;

const memorySchema = z.object({
  v: z.literal(1),
  /** Of the kiosk that was taken last. */
  kioskId: z.optional(z.string()),
  acceptedVersion: z.int().check(z.nonnegative()),
  /** ms since 1970. */
  latestKnownTime: z.number().check(z.nonnegative()),
  /** Ids of kiosks that this machine was, and must not become again. */
  signedOut: z.array(z.string()).check(z.maxLength(MAX_SIGNED_OUT)),
  /** Judged again at each start. */
  lastGood: z.optional(z.unknown()),
});
type Memory = z.infer<typeof memorySchema>;
const NEW: Memory = { v: 1, acceptedVersion: 0, latestKnownTime: 0, signedOut: [], lastGood: undefined };

export type EnrollOutcome = 'enrolled' | 'refused' | 'offline' | 'wrong-vendor';

export interface AssignmentStore {
  /** Reads what is kept, and what the machine's management has put there. Call once, before all else. */
  load(): Promise<void>;
  current(): KioskAssignment | undefined;
  /** Why a newer one wasn't taken. */
  refused(): AssignmentFault | undefined;
  /** Whether this machine was a kiosk that has been signed out, and isn't another one yet. */
  isSignedOut(): boolean;
  /** It was a kiosk's, and may be again as soon as the server gives a newer word: what was in force has run out, or doesn't hold. */
  isLapsed(): boolean;
  enroll(code: string): Promise<EnrollOutcome>;
  /** Asks the server for the newest. @returns whether another one is in force now */
  refresh(): Promise<boolean>;
  /** What is in force may have run out since. @returns whether it has */
  review(): Promise<boolean>;
  /** Of the server, ms since 1970: a clock that is set back gains nothing. */
  noteTime(time: number): Promise<void>;
  /** Remote sign-out: this machine can't be that kiosk again, whatever lies on its disk. */
  forget(): Promise<void>;
}

export interface AssignmentStoreOptions {
  readonly vendor: string;
  readonly rootKeys: readonly string[];
  readonly files: SmallFiles;
  /** Of the folder that the machine's management writes to. */
  readonly managed: Pick<SmallFiles, 'read'>;
  readonly intakes: Pick<IntakeKeeper, 'device'>;
  readonly server: ClinicServer;
  readonly host: { readonly kind: 'electron' | 'chromium'; readonly version: string };
  /** ms since 1970. */
  readonly now: () => number;
  readonly log: KioskLog;
}

/** The point as RFC 5480 (2.2) writes it uncompressed: 4, x, y. @returns base64url, 65 bytes */
export function rawPoint({ x, y }: { readonly x: string; readonly y: string }): string {
  return Buffer.concat([Buffer.of(4), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]).toString(
    'base64url',
  );
}

const kioskOf = (json: unknown) =>
  typeof json === 'object' && json !== null && 'kioskId' in json ? json.kioskId : undefined;

export function createAssignmentStore(options: AssignmentStoreOptions): AssignmentStore {
  const { vendor, rootKeys, files, managed, intakes, server, host, now, log } = options;
  let memory: Memory = NEW;
  let current: KioskAssignment | undefined;
  let refused: AssignmentFault | undefined;
  let keptTime = 0;

  const deviceKey = async () => rawPoint((await intakes.device()).publicJwk);

  /** A version counts within one kiosk: another one starts over, and one that was signed out never comes back. */
  const trustFor = async (json: unknown) => ({
    vendor,
    rootKeys,
    deviceKey: await deviceKey(),
    acceptedVersion: memory.signedOut.includes(String(kioskOf(json)))
      ? Number.POSITIVE_INFINITY
      : kioskOf(json) === memory.kioskId
        ? memory.acceptedVersion
        : 0,
    latestKnownTime: memory.latestKnownTime,
  });

  async function keep(change: Partial<Memory>): Promise<void> {
    memory = { ...memory, ...change };
    await files.write(ENROLLMENT_FILE, memory);
  }

  async function take(assignment: KioskAssignment): Promise<void> {
    await keep({
      kioskId: assignment.kioskId,
      acceptedVersion: assignment.version,
      latestKnownTime: Math.max(memory.latestKnownTime, Date.parse(assignment.issuedAt)),
      signedOut: memory.signedOut.filter((id) => id !== assignment.kioskId),
      lastGood: assignment,
    });
    current = assignment;
    refused = undefined;
    log.write('assignment.accepted', { version: assignment.version });
  }

  function refuse(fault: AssignmentFault): void {
    refused = fault;
    log.write('assignment.refused', { fault });
  }

  /** @returns undefined where it is in force now */
  async function offer(json: unknown, byCode = false): Promise<AssignmentFault | undefined> {
    const trust = await trustFor(json);
    // Staff have typed a code of the clinic's for this machine: whatever it was before, it starts over.
    const verdict = await judgeAssignment(json, byCode ? { ...trust, acceptedVersion: 0 } : trust, now());
    if (!verdict.ok) {
      refuse(verdict.fault);
      return verdict.fault;
    }
    const isSame = current !== undefined && JSON.stringify(verdict.assignment) === JSON.stringify(current);
    if (!isSame) await take(verdict.assignment);
    refused = undefined;
    return undefined;
  }

  async function isNewer(json: unknown): Promise<boolean> {
    return json !== undefined && JSON.stringify(json) !== JSON.stringify(memory.lastGood);
  }

  return {
    async load() {
      const read = memorySchema.safeParse(await files.read(ENROLLMENT_FILE));
      memory = read.success ? read.data : NEW;
      keptTime = memory.latestKnownTime;
      const offered = await managed.read(MANAGED_FILE);
      if (memory.lastGood !== undefined) {
        const kept = await chooseAssignment(
          undefined,
          memory.lastGood,
          await trustFor(memory.lastGood),
          now(),
        );
        current = kept.use;
        if (kept.refused !== undefined) refuse(kept.refused);
      }
      if (await isNewer(offered)) await offer(offered);
    },
    current: () => current,
    refused: () => refused,
    isSignedOut: () => current === undefined && memory.signedOut.length > 0,
    isLapsed: () => current === undefined && memory.kioskId !== undefined,
    async enroll(code) {
      const { kind, version } = host;
      const reply = await server.enrol({ code, deviceKey: await deviceKey(), host: kind, version });
      if (reply.status !== 'ok') return reply.status;
      const fault = await offer(reply.value, true);
      if (fault === undefined) return 'enrolled';
      return fault === 'wrong-vendor' || fault === 'unknown-root' ? 'wrong-vendor' : 'refused';
    },
    async refresh() {
      const reply = await server.assignment();
      if (reply.status !== 'ok') return false;
      const before = current;
      await offer(reply.value);
      return current !== before;
    },
    async review() {
      if (current === undefined) return false;
      const verdict = await judgeAssignment(current, await trustFor(current), now());
      if (verdict.ok) return false;
      current = undefined;
      refuse(verdict.fault);
      return true;
    },
    async noteTime(time) {
      if (time <= memory.latestKnownTime) return;
      memory = { ...memory, latestKnownTime: time };
      if (time - keptTime < KEEP_TIME_EVERY_MS) return;
      keptTime = time;
      await files.write(ENROLLMENT_FILE, memory);
    },
    async forget() {
      const id = current?.kioskId ?? memory.kioskId;
      current = undefined;
      const signedOut = id === undefined ? memory.signedOut : [...memory.signedOut, id];
      await keep({
        kioskId: undefined,
        acceptedVersion: 0,
        lastGood: undefined,
        signedOut: signedOut.slice(-MAX_SIGNED_OUT),
      });
    },
  };
}
