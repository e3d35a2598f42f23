/** Whether a device may speak for a person. */
import type { Transaction } from '../../base/database/database.ts';
import { isAlive } from './sessions/stored-session.ts';

export interface Spokesman {
  /** After a merge, the person whose records these are now. */
  readonly person: string;
  /** `signed-out`: it was that person's once. */
  readonly device: 'signed-in' | 'signed-out';
}

/** @returns undefined where the device has never been this person's, or the account is closed. */
export async function findSpokesman(
  sql: Transaction,
  { vendor, person, device }: { readonly vendor: string; readonly person: string; readonly device: string },
  at: Date,
): Promise<Spokesman | undefined> {
  const [row] = await sql<[{ person: string; signed_in: boolean }?]>`
    select coalesce(p.merged_into, p.id) as person, bool_or(s.id is not null and d.until is null and k.device is null) as signed_in
    from persons p
    join persons t on t.vendor = p.vendor and t.id = coalesce(p.merged_into, p.id) and t.closed_at is null
    join device_persons d on d.vendor = p.vendor and d.device = ${device} and d.person in (p.id, p.merged_into)
    -- A session may have ended by itself, and nobody has noticed yet.
    left join patient_sessions s on s.vendor = d.vendor and s.id = d.session and ${isAlive(sql, at)}
    -- What everybody in a waiting room wrote is nobody's.
    left join kiosks k on k.vendor = d.vendor and k.device = d.device
    where p.vendor = ${vendor} and p.id = ${person}
    group by 1`;
  return row && { person: row.person, device: row.signed_in ? 'signed-in' : 'signed-out' };
}
