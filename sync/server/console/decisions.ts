/** What staff decide on a case or an alert: stored with its record in the audit log and the news for the device, or not at all. */
import { recordAudit } from '../audit/audit-log.ts';
import type { Sql } from '../database/database.ts';
import { orderFeed } from '../ingest/feed-order.ts';
import type { SignedInStaff } from '../staff/staff-sessions.ts';

export interface Decisions {
  /** @returns whether there is such a case. One that is reviewed already stays as it is. */
  review(staff: SignedInStaff, id: string, from: string): Promise<boolean>;
  /** @returns whether there is such an alert. One that is acknowledged already stays as it is. */
  acknowledge(staff: SignedInStaff, id: string, note: string, from: string): Promise<boolean>;
}

/** @param wake tells a device that something of it is new. */
export function createDecisions(
  sql: Sql,
  now: () => Date,
  wake: (vendor: string, device: string) => void,
): Decisions {
  async function resolve(
    staff: SignedInStaff,
    id: string,
    kind: 'case' | 'alert',
    note: string | null,
    from: string,
  ): Promise<boolean> {
    const { vendor, email, name } = staff;
    let news: string | undefined;
    const isThere = await sql.begin(async (transaction) => {
      await orderFeed(transaction);
      const [found] = await transaction<[{ device: string; resolved: boolean }?]>`
        select device, resolved_at is not null as resolved from inbox_items
        where vendor = ${vendor} and id = ${id} and kind = ${kind} for update`;
      if (!found) return false;
      if (found.resolved) return true;
      const at = now();
      await transaction`
        update inbox_items set resolved_at = ${at.toISOString()}, resolved_by = ${name}, note = ${note}
        where vendor = ${vendor} and id = ${id}`;
      const data = kind === 'case' ? { reviewedAt: at.toISOString() } : { acknowledgedAt: at.toISOString() };
      await transaction`
        insert into feed (vendor, device, seq, type, id, data)
        values (${vendor}, ${found.device}, nextval('operation_seq'), 'operation', ${id}, ${JSON.stringify(data)})`;
      await recordAudit(
        transaction,
        { vendor, action: kind === 'case' ? 'reviewed' : 'acknowledged', actor: email, subject: id, from },
        at,
      );
      news = found.device;
      return true;
    });
    if (news !== undefined) wake(vendor, news);
    return isThere;
  }

  return {
    review: (staff, id, from) => resolve(staff, id, 'case', null, from),
    acknowledge: (staff, id, note, from) => resolve(staff, id, 'alert', note, from),
  };
}
