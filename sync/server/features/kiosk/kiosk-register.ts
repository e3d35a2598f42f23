/** The enrolled machines: who they are, what they are told, and what they say of themselves. */

import { isDeepStrictEqual } from 'node:util';
import { type KioskView, kioskViewSchema } from '../../../protocol/api/console-kiosks.ts';
import { type KioskHealth, kioskHealthSchema } from '../../../protocol/api/kiosk.ts';
import {
  hoursOf,
  type KeptHours,
  type KioskAssignment,
  type KioskConfig,
} from '../../../protocol/api/kiosk-assignment.ts';
import { type ReadRows, readRows } from '../../../protocol/api/rows.ts';
import type { Sql, Transaction } from '../../base/database/database.ts';
import { recordAudit } from '../../core/audit/audit-log.ts';
import { receiptCode } from '../../core/ingest/receipts.ts';
import type { SealingKeys } from '../../core/sealing/sealing-keys.ts';
import type { AuditContext, EnrolledKiosk } from '../../http/access/access.ts';
import type { DeviceName } from '../../http/limits/network-gate.ts';
import { assignmentFor, isRenewalDue, readAssignment, signAssignment } from './assignment.ts';
import type { AlarmRow } from './chain-alarms.ts';

/** A kiosk that was signed out is shown for so long. */
const SHOWN_AFTER_REVOCATION_MS = 7 * 86_400_000;

export interface KioskChange {
  readonly name: string;
  readonly config: KioskConfig;
  /** That it is to keep; undefined: none. */
  readonly hours: KeptHours | undefined;
}

export interface HealthAnswer {
  readonly assignmentVersion: number;
  readonly revoked: boolean;
  readonly restart: boolean;
}

export interface KioskRegister {
  /** @param within where it is asked in a transaction. */
  find(vendor: string, device: string, within?: Transaction): Promise<EnrolledKiosk | undefined>;
  /** @returns which of these devices are kiosks that aren't revoked. */
  inUse(devices: readonly DeviceName[]): Promise<readonly DeviceName[]>;
  /** @param reads the highest `v` of an assignment that the kiosk reads */
  assignment(vendor: string, id: string, reads: number): Promise<KioskAssignment | undefined>;
  /** With those that can't be shown, by their names. */
  list(vendor: string): Promise<ReadRows<KioskView>>;
  /** Signs a new version with what `change` makes of the newest one. @returns whether there is such a kiosk. */
  configure(id: string, change: (before: KioskAssignment) => KioskChange, by: AuditContext): Promise<boolean>;
  /** @returns whether there is such a kiosk. */
  restart(id: string, by: AuditContext): Promise<boolean>;
  revoke(id: string, by: AuditContext): Promise<boolean>;
  /** Keeps it, and says what the kiosk is to do. An assignment that ends soon is signed again; so is one whose hours the clinic has changed. */
  takeHealth(vendor: string, id: string, health: KioskHealth): Promise<HealthAnswer>;
  names(vendor: string): Promise<ReadonlyMap<string, string>>;
}

interface Row {
  id: string;
  device: string;
  name: string;
  host: 'electron' | 'chromium';
  version: number;
  assignment: string;
  enrolled_at: string;
  revoked_at: string | null;
  restart_at: string | null;
  health: string | null;
  health_at: string | null;
}

const iso = (stored: string) => new Date(stored).toISOString();

function startedBefore(asked: string, health: KioskHealth, at: number): boolean {
  return at - health.uptimeSeconds * 1000 < Date.parse(asked);
}

function viewOf(row: Row, alarms: readonly (AlarmRow & { device: string })[]): KioskView {
  const assignment = readAssignment(row.assignment);
  const { idleSeconds, warningSeconds, languages, camera, maintenance } = assignment.config;
  // What an older version of a kiosk said may lack something.
  const health = row.health === null ? undefined : kioskHealthSchema.safeParse(JSON.parse(row.health)).data;
  return {
    id: row.id,
    name: row.name,
    host: row.host,
    assignmentVersion: row.version,
    enrolledAt: iso(row.enrolled_at),
    revokedAt: row.revoked_at && iso(row.revoked_at),
    restarting:
      row.restart_at !== null &&
      (row.health_at === null ||
        health === undefined ||
        startedBefore(row.restart_at, health, Date.parse(row.health_at))),
    health: health ?? null,
    healthAt: row.health_at && iso(row.health_at),
    config: {
      ...{ idleSeconds, warningSeconds, languages, camera, maintenance },
      keepsHours: hoursOf(assignment) !== undefined,
    },
    alarms: alarms
      .filter(({ device }) => device === row.device)
      .map(({ id, kind, counter, received, subject, raised_at }) => ({
        id,
        kind,
        counter,
        received,
        code: kind === 'missing' ? null : receiptCode(subject),
        raisedAt: iso(raised_at),
      })),
  };
}

/** @param clinicHours of a vendor's pack as it is now */
export function createKioskRegister(
  sql: Sql,
  now: () => Date,
  sealing: Pick<SealingKeys, 'rootOf'>,
  clinicHours: (vendor: string) => KeptHours | undefined,
): KioskRegister {
  const lock = async (transaction: Transaction, vendor: string, id: string) => {
    const [row] = await transaction<[Row?]>`
      select * from kiosks where vendor = ${vendor} and id = ${id} for update`;
    return row;
  };

  async function sign(
    transaction: Transaction,
    { vendor, id }: { readonly vendor: string; readonly id: string },
    before: KioskAssignment,
    { name, config, hours }: KioskChange,
  ): Promise<number> {
    const { kioskId, deviceKey, server } = before;
    const version = before.version + 1;
    const facts = { vendor, kioskId, deviceKey, server, name, config, version, hours };
    const assignment = signAssignment(facts, sealing.rootOf(vendor), now());
    await transaction`
      update kiosks set name = ${name}, version = ${version}, assignment = ${JSON.stringify(assignment)}
      where vendor = ${vendor} and id = ${id}`;
    return version;
  }

  /** What of a stored assignment goes into the next one by itself. */
  function renewed(vendor: string, before: KioskAssignment): KioskChange {
    const { name, config } = before;
    return { name, config, hours: hoursOf(before) && clinicHours(vendor) };
  }

  /** Of a kiosk that isn't signed out. */
  const change = (
    id: string,
    { staff: { vendor, email }, from }: AuditContext,
    action: 'kiosk-configured' | 'kiosk-restarted' | 'kiosk-revoked',
    apply: (transaction: Transaction, row: Row) => Promise<unknown>,
  ): Promise<boolean> =>
    sql.begin(async (transaction) => {
      const row = await lock(transaction, vendor, id);
      if (!row || row.revoked_at !== null) return row !== undefined && action === 'kiosk-revoked';
      await apply(transaction, row);
      await recordAudit(transaction, { vendor, action, actor: email, subject: id, from }, now());
      return true;
    });

  return {
    async find(vendor, device, within) {
      const [row] = await (within ?? sql)<[{ id: string; revoked: boolean }?]>`
        select id, revoked_at is not null as revoked from kiosks where vendor = ${vendor} and device = ${device}`;
      return row && { id: row.id, device, revoked: row.revoked };
    },

    inUse: (devices) => sql<DeviceName[]>`
      select k.vendor, k.device
      from unnest(${devices.map(({ vendor }) => vendor)}::text[], ${devices.map(({ device }) => device)}::text[]) as n (vendor, device)
      join kiosks k on k.vendor = n.vendor and k.device = n.device
      where k.revoked_at is null`,

    async assignment(vendor, id, reads) {
      const [row] = await sql<[{ assignment: string }?]>`
        select assignment from kiosks where vendor = ${vendor} and id = ${id}`;
      return row && assignmentFor(readAssignment(row.assignment), reads, sealing.rootOf(vendor));
    },

    async list(vendor) {
      const since = new Date(now().getTime() - SHOWN_AFTER_REVOCATION_MS).toISOString();
      const rows = await sql<Row[]>`
        select * from kiosks where vendor = ${vendor} and (revoked_at is null or revoked_at > ${since})
        order by revoked_at is not null, name, id`;
      const alarms = await sql<(AlarmRow & { device: string })[]>`
        select id, device, kind, counter, received, subject, raised_at from kiosk_alarms
        where vendor = ${vendor} and seen_at is null order by raised_at, counter`;
      return readRows(
        rows.map((row) => ({ ...row, code: row.name })),
        kioskViewSchema,
        (row) => viewOf(row, alarms),
      );
    },

    configure: (id, changeOf, by) =>
      change(id, by, 'kiosk-configured', (transaction, row) => {
        const before = readAssignment(row.assignment);
        return sign(transaction, { vendor: by.staff.vendor, id }, before, changeOf(before));
      }),

    restart: (id, by) =>
      change(
        id,
        by,
        'kiosk-restarted',
        (transaction) => transaction`
          update kiosks set restart_at = ${now().toISOString()} where vendor = ${by.staff.vendor} and id = ${id}`,
      ),

    revoke: (id, by) =>
      change(
        id,
        by,
        'kiosk-revoked',
        (transaction) => transaction`
          update kiosks set revoked_at = ${now().toISOString()} where vendor = ${by.staff.vendor} and id = ${id}`,
      ),

    takeHealth: (vendor, id, health) =>
      sql.begin(async (transaction) => {
        const row = await lock(transaction, vendor, id);
        if (!row) throw new Error('The kiosk has gone.');
        await transaction`
          update kiosks set health = ${JSON.stringify(health)}, health_at = ${now().toISOString()}
          where vendor = ${vendor} and id = ${id}`;
        const assignment = readAssignment(row.assignment);
        const revoked = row.revoked_at !== null;
        const next = renewed(vendor, assignment);
        const isOld = isRenewalDue(assignment, now()) || !isDeepStrictEqual(next.hours, hoursOf(assignment));
        const version =
          !revoked && isOld ? await sign(transaction, { vendor, id }, assignment, next) : row.version;
        return {
          assignmentVersion: version,
          revoked,
          restart:
            row.restart_at !== null && !revoked && startedBefore(row.restart_at, health, now().getTime()),
        };
      }),

    async names(vendor) {
      const rows = await sql<
        { id: string; name: string }[]
      >`select id, name from kiosks where vendor = ${vendor}`;
      return new Map(rows.map(({ id, name }) => [id, name]));
    },
  };
}
