/**
 * Puts items of the inbox with the patient they are about: the person whose they are, or else the guest who sent them. An alert is about the person whom the form of its
 * session is about. What is derived here is derived again whenever whose something is may have changed, and so nothing else has to be kept in step.
 */
import type { Transaction } from '../../base/database/database.ts';
import { readSummary } from '../inbox/feature.ts';
import { guestId } from './guest.ts';

interface ItemName {
  readonly vendor: string;
  readonly id: string;
}

interface ItemRow {
  vendor: string;
  id: string;
  kind: 'case' | 'alert';
  device: string;
  session: string | null;
  received_at: string;
  summary: string;
  person: string | null;
  patient: string | null;
}

/** Of one session, its forms first: a flood of alerts isn't read anew with each of them. */
const MAX_OF_SESSION = 50;

/** An item, with others of its session. */
async function readItems(sql: Transaction, items: readonly ItemName[]): Promise<readonly ItemRow[]> {
  return sql<ItemRow[]>`
    with asked as (
      select i.vendor, i.id, i.device, i.session
      from unnest(${items.map(({ vendor }) => vendor)}::text[], ${items.map(({ id }) => id)}::uuid[]) as n (vendor, id)
      join inbox_items i on i.vendor = n.vendor and i.id = n.id
    ), wanted as (
      select vendor, id from asked
      union
      select a.vendor, i.id from asked a
      cross join lateral (
        select i.id from inbox_items i where i.vendor = a.vendor and i.session = a.session and i.device = a.device
        order by i.kind desc, i.received_at desc, i.id desc limit ${MAX_OF_SESSION}
      ) i
    )
    select i.vendor, i.id, i.kind, i.device, i.session, i.received_at::text as received_at, i.summary, o.person, p.patient
    from wanted w
    join inbox_items i on i.vendor = w.vendor and i.id = w.id
    left join person_operations o on o.vendor = i.vendor and o.op_id = i.id
    left join patient_items p on p.vendor = i.vendor and p.item = i.id
    order by i.vendor, i.received_at desc, i.id desc`;
}

function ownPatient({ vendor, device, summary, person }: ItemRow): string | null {
  if (person !== null) return person;
  const { patientName: name, birthDate } = readSummary(summary);
  return name === null || birthDate === null ? null : guestId({ vendor, device, name, birthDate });
}

const sessionOf = ({ vendor, device, session }: ItemRow) => `${vendor} ${device} ${session}`;

/** The newest form of each session that says who it is about. */
function formPatients(rows: readonly ItemRow[]): ReadonlyMap<string, string> {
  const patients = new Map<string, string>();
  for (const row of rows) {
    const patient = ownPatient(row);
    if (row.kind === 'case' && row.session !== null && patient !== null && !patients.has(sessionOf(row)))
      patients.set(sessionOf(row), patient);
  }
  return patients;
}

interface Patient {
  readonly vendor: string;
  readonly patient: string;
}

/** What they are found by, from all of their items. */
async function indexAgain(sql: Transaction, patients: readonly Patient[]): Promise<void> {
  if (patients.length === 0) return;
  const vendors = patients.map(({ vendor }) => vendor);
  const ids = patients.map(({ patient }) => patient);
  await sql`
    delete from patient_terms t using unnest(${vendors}::text[], ${ids}::uuid[]) as n (vendor, patient)
    where t.vendor = n.vendor and t.patient = n.patient`;
  await sql`
    insert into patient_terms (vendor, term, patient)
    select distinct t.vendor, t.term, n.patient
    from unnest(${vendors}::text[], ${ids}::uuid[]) as n (vendor, patient)
    join patient_items p on p.vendor = n.vendor and p.patient = n.patient
    join inbox_terms t on t.vendor = p.vendor and t.item = p.item
    on conflict do nothing`;
}

/** To be called after `orderFeed`, and after what it derives from has been written. */
export async function placeItems(sql: Transaction, items: readonly ItemName[]): Promise<void> {
  if (items.length === 0) return;
  const rows = await readItems(sql, items);
  if (rows.length === 0) return;
  const ofForms = formPatients(rows);
  const placed = rows.map((row) => ({
    row,
    patient: (row.kind === 'alert' ? ofForms.get(sessionOf(row)) : undefined) ?? ownPatient(row),
  }));
  await sql`
    insert into patient_items (vendor, item, patient, at)
    select vendor, item, patient, at::timestamptz from unnest(${rows.map(({ vendor }) => vendor)}::text[],
      ${rows.map(({ id }) => id)}::uuid[], ${placed.map(({ patient }) => patient)}::uuid[],
      ${rows.map((row) => row.received_at)}::text[]) as n (vendor, item, patient, at)
    on conflict (vendor, item) do update set patient = excluded.patient where patient_items.patient is distinct from excluded.patient`;
  // Of what was added, its own terms are all that is new: who sends a thousand forms isn't indexed anew a thousand times.
  await sql`
    insert into patient_terms (vendor, term, patient)
    select distinct t.vendor, t.term, p.patient
    from unnest(${rows.map(({ vendor }) => vendor)}::text[], ${rows.map(({ id }) => id)}::uuid[]) as n (vendor, item)
    join patient_items p on p.vendor = n.vendor and p.item = n.item and p.patient is not null
    join inbox_terms t on t.vendor = n.vendor and t.item = n.item
    on conflict do nothing`;
  const left = new Map(
    placed.flatMap(({ row, patient }) =>
      row.patient !== null && row.patient !== patient
        ? [[`${row.vendor} ${row.patient}`, { vendor: row.vendor, patient: row.patient }] as const]
        : [],
    ),
  );
  await indexAgain(sql, [...left.values()]);
}
