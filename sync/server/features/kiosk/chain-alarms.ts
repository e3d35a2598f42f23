/** What is wrong with a kiosk's chain: a row for the console and one of the audit trail, once for each finding. */
import { randomUUID } from 'node:crypto';
import type { KioskAlarm } from '../../../protocol/api/console-kiosks.ts';
import type { Sql, Transaction } from '../../base/database/database.ts';
import { recordAudit } from '../../core/audit/audit-log.ts';
import type { AuditContext } from '../../http/access/access.ts';

export interface AlarmRow {
  id: string;
  kind: KioskAlarm['kind'];
  counter: number;
  received: number | null;
  subject: string;
  raised_at: string;
}

export interface Finding {
  readonly kind: KioskAlarm['kind'];
  readonly counter: number;
  /** The operation; of `missing`, the kiosk. */
  readonly subject: string;
  readonly received?: number;
}

/** @returns whether it is a new one. */
export async function raiseAlarm(
  sql: Transaction,
  vendor: string,
  device: string,
  { kind, counter, subject, received }: Finding,
  at: Date,
): Promise<boolean> {
  const raised = await sql`
    insert into kiosk_alarms (vendor, id, device, kind, counter, subject, received, raised_at)
    values (${vendor}, ${randomUUID()}, ${device}, ${kind}, ${counter}, ${subject}, ${received ?? null}, ${at.toISOString()})
    on conflict do nothing returning id`;
  if (raised.length === 0) return false;
  await recordAudit(sql, { vendor, action: 'kiosk-alarm', actor: null, subject }, at);
  return true;
}

/** @returns whether there is such an alarm. One that somebody has looked into stays as it is. */
export type MarkAlarmSeen = (kiosk: string, alarm: string, by: AuditContext) => Promise<boolean>;

export function markAlarmSeen(sql: Sql, now: () => Date): MarkAlarmSeen {
  return (kiosk, alarm, { staff: { vendor, email, name }, from }) =>
    sql.begin(async (transaction) => {
      const [found] = await transaction<[{ subject: string; seen: boolean }?]>`
        select a.subject, a.seen_at is not null as seen from kiosk_alarms a
        join kiosks k on k.vendor = a.vendor and k.device = a.device
        where a.vendor = ${vendor} and a.id = ${alarm} and k.id = ${kiosk} for update of a`;
      if (!found) return false;
      if (found.seen) return true;
      await transaction`
        update kiosk_alarms set seen_at = ${now().toISOString()}, seen_by = ${name}
        where vendor = ${vendor} and id = ${alarm}`;
      await recordAudit(
        transaction,
        { vendor, action: 'kiosk-alarm-seen', actor: email, subject: found.subject, from },
        now(),
      );
      return true;
    });
}
