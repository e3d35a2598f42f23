/** Calls for help from kiosks: shown at once, never answered by a machine. */
import type { HelpAnswer, HelpRequest } from '../../../protocol/api/kiosk.ts';
import type { Sql } from '../../base/database/database.ts';
import { recordAudit } from '../../core/audit/audit-log.ts';
import type { AuditContext } from '../../http/access/access.ts';

/** Nobody waits at a kiosk for longer: the desk's screens show it no more. */
export const OPEN_HOURS = 12;

export interface OpenCall {
  readonly id: string;
  readonly kiosk: string;
  readonly reason: HelpRequest['reason'];
  readonly at: string;
}

export interface HelpCalls {
  /** @returns where the call stands. A call for help that turns into one for a crisis is one for a crisis. */
  call(
    vendor: string,
    kiosk: string,
    request: HelpRequest,
  ): Promise<{ readonly state: HelpAnswer['state']; readonly isNews: boolean }>;
  /** Those that nobody has answered, crises first. */
  open(vendor: string): Promise<readonly OpenCall[]>;
  /** They stand on a screen that somebody can see. */
  seen(vendor: string, ids: readonly string[]): Promise<void>;
  /** @returns whether there is such a call. One that is answered stays as it is. */
  answer(id: string, by: AuditContext): Promise<boolean>;
}

export function createHelpCalls(sql: Sql, now: () => Date): HelpCalls {
  return {
    async call(vendor, kiosk, { id, reason }) {
      const [row] = await sql<
        [{ shown_at: string | null; answered_at: string | null; fresh: boolean; worse: boolean }?]
      >`
        with before as (select reason from help_calls where vendor = ${vendor} and id = ${id})
        insert into help_calls (vendor, id, kiosk, reason, received_at)
        values (${vendor}, ${id}, ${kiosk}, ${reason}, ${now().toISOString()})
        on conflict (vendor, id) do update set
          reason = case when excluded.reason = 'crisis' then 'crisis' else help_calls.reason end
          where help_calls.kiosk = excluded.kiosk
        returning shown_at, answered_at, not exists (select 1 from before) as fresh,
          exists (select 1 from before where before.reason <> help_calls.reason) as worse`;
      // The id is another kiosk's: nothing is told of that call.
      if (!row) return { state: 'waiting', isNews: false };
      const state = row.answered_at !== null ? 'answered' : row.shown_at !== null ? 'shown' : 'waiting';
      return { state, isNews: row.fresh || row.worse };
    },

    async open(vendor) {
      const since = new Date(now().getTime() - OPEN_HOURS * 3_600_000).toISOString();
      const rows = await sql<
        { id: string; kiosk: string; reason: HelpRequest['reason']; received_at: string }[]
      >`
        select id, kiosk, reason, received_at from help_calls
        where vendor = ${vendor} and answered_at is null and received_at > ${since}
        order by reason <> 'crisis', received_at, id limit 100`;
      return rows.map(({ received_at, ...rest }) => ({ ...rest, at: new Date(received_at).toISOString() }));
    },

    async seen(vendor, ids) {
      await sql`
        update help_calls set shown_at = ${now().toISOString()}
        where vendor = ${vendor} and id = any(${[...ids]}::uuid[]) and shown_at is null`;
    },

    answer: (id, { staff: { vendor, email, name }, from }) =>
      sql.begin(async (transaction) => {
        const [call] = await transaction<[{ answered: boolean }?]>`
          select answered_at is not null as answered from help_calls
          where vendor = ${vendor} and id = ${id} for update`;
        if (!call) return false;
        if (call.answered) return true;
        await transaction`
          update help_calls set answered_at = ${now().toISOString()}, answered_by = ${name}
          where vendor = ${vendor} and id = ${id}`;
        await recordAudit(
          transaction,
          { vendor, action: 'help-answered', actor: email, subject: id, from },
          now(),
        );
        return true;
      }),
  };
}
