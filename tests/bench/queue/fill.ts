/** A queue of very many cases, as large as real ones are, without the forms behind them. */
import type { Sql } from '../../../sync/server/base/database/database.ts';

export const VENDOR = 'meadow';
const STAFF = 20;

const words = (text: string) => ({ en: text, es: `${text} (es)`, ar: `${text} (ar)` });
const reason = (rule: string) => ({
  ...{ rule, outcome: 'REVIEW', withdrawn: false },
  label: words('Takes a medicine that raises the level of what would be prescribed'),
});
const summary = JSON.stringify({
  ...{ patientName: 'Ana Ruiz Delgado', birthDate: '1984-03-12', place: 'US-CA' },
  ...{ formTitle: words('Sleep diary'), answeredAt: '2026-05-04T10:00:00+02:00' },
  reasons: [reason('interaction'), reason('pressure-old')],
});
const judgement = JSON.stringify({
  ...{ readable: true, score: { total: 12, max: 27, answered: 9, of: 9 } },
  met: Array.from({ length: 6 }, (_, rule) => ({
    ...{ rule: `rule-${rule}`, version: '1.0', evidence: ['one', 'another'] },
  })),
  consents: ['terms', 'privacy', 'telehealth-consent'].map((document) => ({
    ...{ document, required: true, known: true },
  })),
});
const problem = JSON.stringify({
  ...{ type: 'about:blank', title: 'Held', status: 409, code: 'SESSION_MISMATCH', retry: 'never' },
});

/**
 * Rows as judging leaves them: a twentieth red, a hundredth held, each two-hundredth with an open alert, one form that is rare, and a quarter as many again that
 * are done. Nothing of it is in the order in which it is listed.
 */
export async function fillQueue(sql: Sql, cases: number, owner: string): Promise<void> {
  await sql`
    insert into inbox_items (vendor, id, kind, device, session, code, triage, held, late, received_at, due_at, summary, judgement,
      resolved_at, resolved_by, known, list_rank, list_due, form, care_state, assignee, assignee_name, search_version)
    select ${VENDOR}, gen_random_uuid(), 'case', 'device-' || n, gen_random_uuid(), 'Q' || n,
      case when rank < 5 then 'red' when rank = 5 then 'amber' else 'routine' end, r[2] % 100 = 7, false,
      received, received + interval '24 hours', ${summary}, ${judgement},
      case when n > ${cases} then now() - r[3] % 10000 * interval '1 minute' end,
      case when n > ${cases} then 'A clinician' end, true, rank, received + interval '24 hours',
      case when r[4] % 2500 = 11 then 'form-9' else 'form-' || r[4] % 8 end, state,
      case when state <> 'waiting' then case when r[6] % 7 = 1 then ${owner} else 'staff-' || r[6] % ${STAFF} end end,
      case when state <> 'waiting' then 'A clinician' end, 1
    from generate_series(1, ${cases + cases / 4}::int) n,
      lateral (select array(select abs(hashint8extended(n, part) % 1000000007) from generate_series(1, 6) part) as r) random,
      lateral (select
        case when r[1] % 200 = 3 then 1 when r[1] % 20 = 3 then 4 when r[1] % 5 = 1 then 5 else 6 end as rank,
        now() - r[5] % 1000000 * interval '1 second' as received,
        (array['waiting', 'in_review', 'needs_info', 'live_visit'])[width_bucket(r[3] % 20, array[0, 12, 17, 19])] as state) facts`;
  await sql`
    insert into inbox_items (vendor, id, kind, device, session, code, triage, held, late, received_at, due_at, summary, judgement,
      known, list_rank, list_due, search_version)
    select vendor, gen_random_uuid(), 'alert', device, session, 'A' || code, 'red', false, false, received_at, received_at, summary, judgement,
      true, null, received_at, 1
    from inbox_items where vendor = ${VENDOR} and list_rank = 1 and resolved_at is null`;
  await sql`
    insert into op_ledger (vendor, op_id, sha256, envelope, device, lane, lane_no, after, kind, v, seq, received_at, captured_at, outcome, problem)
    select vendor, id, repeat('0', 64), '\\x00'::bytea, device, 'session:' || session, 1, '{}', 'intake.submit', 1,
      nextval('operation_seq'), received_at, '{}', 'held', ${problem}
    from inbox_items where vendor = ${VENDOR} and held`;
  await sql`vacuum analyze inbox_items`;
  await sql`analyze op_ledger`;
}
