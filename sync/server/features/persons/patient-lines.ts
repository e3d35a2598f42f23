/** Patients as a list names them: by their newest form, and their account. */
import { ageOn } from '../../../domain/person/age.ts';
import { MAX_FORM_COUNT, type PatientLine } from '../../../protocol/api/patients.ts';
import type { Sql } from '../../base/database/database.ts';
import { readSummary } from '../inbox/feature.ts';

interface LineRow {
  id: string;
  is_person: boolean;
  born: string | null;
  email: string | null;
  summary: string | null;
  code: string | null;
  last_at: string | null;
  forms: number;
}

/** In the order of the ids; those of nobody are left out. @param today at the clinic, `YYYY-MM-DD`. */
export async function readPatientLines(
  sql: Sql,
  vendor: string,
  ids: readonly string[],
  today: string,
): Promise<readonly PatientLine[]> {
  if (ids.length === 0) return [];
  const rows = await sql<LineRow[]>`
    select n.id, p.id is not null as is_person, p.birth_date as born, e.shown as email, f.summary, f.code, l.at as last_at, c.forms
    from unnest(${[...ids]}::uuid[]) with ordinality as n (id, no)
    left join persons p on p.vendor = ${vendor} and p.id = n.id and p.merged_into is null
    left join lateral (
      select shown from identities where vendor = ${vendor} and person = p.id and kind = 'email' order by verified_at, subject limit 1
    ) e on true
    left join lateral (
      select i.summary, i.code from patient_items x join inbox_items i on i.vendor = x.vendor and i.id = x.item and i.kind = 'case'
      where x.vendor = ${vendor} and x.patient = n.id order by x.at desc, x.item desc limit 1
    ) f on true
    left join lateral (
      select at from patient_items where vendor = ${vendor} and patient = n.id order by at desc, item desc limit 1
    ) l on true
    cross join lateral (
      select count(*)::int as forms from (
        select 1 from patient_items x join inbox_items i on i.vendor = x.vendor and i.id = x.item and i.kind = 'case'
        where x.vendor = ${vendor} and x.patient = n.id limit ${MAX_FORM_COUNT}) counted
    ) c
    where p.id is not null or l.at is not null
    order by n.no`;
  return rows.map((row) => lineOf(row, today));
}

function lineOf(
  { id, is_person, born, email, summary, code, last_at, forms }: LineRow,
  today: string,
): PatientLine {
  const newest = summary === null ? undefined : readSummary(summary);
  const birthDate = born ?? newest?.birthDate ?? null;
  return {
    ...{ id, email, code, forms, birthDate },
    kind: is_person ? 'account' : 'guest',
    name: newest?.patientName ?? null,
    age: birthDate === null ? null : (ageOn(birthDate, today) ?? null),
    lastAt: last_at === null ? null : new Date(last_at).toISOString(),
  };
}
