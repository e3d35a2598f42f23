/** One-time codes, and the machines that use them. */
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { crockfordOf } from '../../../domain/crockford.ts';
import type { EnrolRequest } from '../../../protocol/api/kiosk.ts';
import { type KioskAssignment, kioskConfigSchema } from '../../../protocol/api/kiosk-assignment.ts';
import { plainCode } from '../../../seal/check-in-hash.ts';
import type { Sql } from '../../base/database/database.ts';
import { recordAudit } from '../../core/audit/audit-log.ts';
import type { SealingKeys } from '../../core/sealing/sealing-keys.ts';
import type { AuditContext } from '../../http/access/access.ts';
import { assignmentFor, readAssignment, signAssignment } from './assignment.ts';

/** 50 bits: with the rate limit, nobody guesses one within its time. */
const LETTERS = 10;
export const CODE_MINUTES = 15;

const hashOf = (code: string) =>
  createHash('sha256')
    .update(`enrol:${plainCode(code)}`)
    .digest('hex');

export interface EnrolmentCodeMade {
  readonly code: string;
  readonly expiresAt: Date;
}

export interface Enrolling extends EnrolRequest {
  readonly device: string;
  /** Origin that the kiosk is to speak to. */
  readonly server: string;
  /** IP address. */
  readonly from: string;
}

export interface Enrolment {
  /** @param config JSON of the configuration that the kiosk begins with. */
  newCode(name: string, config: string, by: AuditContext): Promise<EnrolmentCodeMade>;
  /**
   * The machine that used a code may ask again within the code's time, because its answer may have been lost: it gets the same assignment.
   * @returns undefined for a code that is wrong, over, or another machine's.
   */
  enrol(vendor: string, request: Enrolling): Promise<KioskAssignment | undefined>;
}

export function createEnrolment(sql: Sql, now: () => Date, sealing: Pick<SealingKeys, 'rootOf'>): Enrolment {
  return {
    async newCode(name, config, { staff: { vendor, email }, from }) {
      const letters = crockfordOf(randomBytes(LETTERS));
      const code = `${letters.slice(0, LETTERS / 2)}-${letters.slice(LETTERS / 2)}`;
      const expiresAt = new Date(now().getTime() + CODE_MINUTES * 60_000);
      await sql.begin(async (transaction) => {
        await transaction`
          insert into kiosk_enrolments (vendor, code_sha256, name, config, created_by, expires_at)
          values (${vendor}, ${hashOf(code)}, ${name}, ${config}, ${email}, ${expiresAt.toISOString()})`;
        await recordAudit(transaction, { vendor, action: 'kiosk-code', actor: email, from }, now());
      });
      return { code, expiresAt };
    },

    enrol: (vendor, { code, device, deviceKey, host, server, from }) =>
      sql.begin(async (transaction) => {
        const [row] = await transaction<
          [{ name: string; config: string; created_by: string; used_by: string | null }?]
        >`
          select name, config, created_by, used_by from kiosk_enrolments
          where vendor = ${vendor} and code_sha256 = ${hashOf(code)} and expires_at > ${now().toISOString()}
          for update`;
        if (!row || (row.used_by !== null && row.used_by !== device)) return undefined;
        // A machine that is enrolled again stays the same kiosk: its chain goes on.
        const [before] = await transaction<[{ id: string; assignment: string; version: number }?]>`
          select id, assignment, version from kiosks where vendor = ${vendor} and device = ${device} for update`;
        // As any kiosk can read it: what else it may be told, it asks for when it starts.
        if (row.used_by === device && before)
          return assignmentFor(readAssignment(before.assignment), 1, sealing.rootOf(vendor));
        const id = before?.id ?? randomUUID();
        const version = (before?.version ?? 0) + 1;
        const assignment = signAssignment(
          {
            vendor,
            kioskId: id,
            deviceKey,
            name: row.name,
            server,
            version,
            config: kioskConfigSchema.parse(JSON.parse(row.config)),
          },
          sealing.rootOf(vendor),
          now(),
        );
        const text = JSON.stringify(assignment);
        await transaction`
          insert into kiosks (vendor, id, device, device_key, name, host, version, assignment, enrolled_at)
          values (${vendor}, ${id}, ${device}, ${deviceKey}, ${row.name}, ${host}, ${version}, ${text}, ${now().toISOString()})
          on conflict (vendor, id) do update set device_key = excluded.device_key, name = excluded.name, host = excluded.host,
            version = excluded.version, assignment = excluded.assignment, enrolled_at = excluded.enrolled_at, revoked_at = null,
            restart_at = null, health = null, health_at = null`;
        await transaction`
          update kiosk_enrolments set used_by = ${device}
          where vendor = ${vendor} and code_sha256 = ${hashOf(code)}`;
        await recordAudit(
          transaction,
          { vendor, action: 'kiosk-enrolled', actor: row.created_by, subject: id, from },
          now(),
        );
        return assignment;
      }),
  };
}
