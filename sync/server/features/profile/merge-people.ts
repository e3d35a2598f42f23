/**
 * What two accounts say of one person becomes one. What only the merged one says moves over. Where both say something else, the kept one's holds, and the patient
 * chooses between both values; but nothing becomes less private, or less certain, by a merge: a consent that was taken back in one of them is taken back, what is to
 * be kept private is, and a proven date of birth goes before one that isn't.
 */
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import {
  type PersonConflict,
  type PersonRecord,
  personRecordSchema,
} from '../../../domain/profile/person-record.ts';
import { PERSON_CONFLICT, PERSON_RECORD, PERSON_VERSION } from '../../../protocol/records/person.ts';
import type { Transaction } from '../../base/database/database.ts';
import { problem } from '../../base/problems.ts';
import type { Publish } from '../../core/records/publishing.ts';
import type { PersonPart } from '../accounts/patients.ts';

const storedSchema = z.object({
  kind: z.string(),
  id: z.string(),
  version: z.string(),
  body: z.string(),
  proven: z.boolean(),
});
type Stored = z.infer<typeof storedSchema>;

const rowSchema = z.discriminatedUnion('is', [
  z.object({ is: z.literal('edit'), opId: z.string() }),
  z.object({
    is: z.literal('record'),
    stored: storedSchema,
    /** `conflict`: they choose. `same`: both said so, or what the kept one said holds. `replaced`: it took the place of `before`. */
    came: z.enum(['moved', 'conflict', 'same', 'replaced']),
    before: storedSchema.optional(),
  }),
]);
type Row = z.infer<typeof rowSchema>;
type RecordRow = Extract<Row, { is: 'record' }>;

interface Desk {
  readonly sql: Transaction;
  readonly publish: Publish;
  readonly vendor: string;
}

const readAll = ({ sql, vendor }: Desk, person: string) => sql<Stored[]>`
  select kind, id, version, body, proven from person_records
  where vendor = ${vendor} and person = ${person} order by kind, id`;

async function put({ sql, publish, vendor }: Desk, person: string, stored: Stored): Promise<void> {
  const { kind, id, version, body, proven } = stored;
  await sql`
    insert into person_records (vendor, person, kind, id, version, body, proven)
    values (${vendor}, ${person}, ${kind}, ${id}, ${version}, ${body}, ${proven})
    on conflict (vendor, person, kind, id) do update
      set version = excluded.version, body = excluded.body, proven = excluded.proven`;
  publish.record({
    ...{ vendor, person, kind, id, v: PERSON_VERSION },
    body: z.record(z.string(), z.unknown()).parse(JSON.parse(body)),
  });
}

/** Left where it says something else by now. @returns whether it was taken. */
async function take(
  { sql, publish, vendor }: Desk,
  person: string,
  { kind, id, version }: Pick<Stored, 'kind' | 'id' | 'version'>,
): Promise<boolean> {
  const gone = await sql`
    delete from person_records
    where vendor = ${vendor} and person = ${person} and kind = ${kind} and id = ${id} and version = ${version} returning id`;
  if (gone.length === 0) return false;
  publish.record({ ...{ vendor, person, kind, id, v: PERSON_VERSION }, body: null, reason: 'merged' });
  return true;
}

const saidOf = ({ kind, body }: Stored): PersonRecord | undefined =>
  kind === PERSON_RECORD ? personRecordSchema.safeParse(JSON.parse(body)).data : undefined;

/** Whether what the merged one says holds, whatever the kept one says. */
function goesBefore(said: PersonRecord, there: PersonRecord): boolean {
  const { value } = said;
  if (said.proven) return !there.proven;
  if ('consent' in value) return value.consent === 'withdrawn';
  return 'keepPrivate' in value && value.keepPrivate;
}

async function move(desk: Desk, kept: string, stored: Stored, there: Stored | undefined): Promise<RecordRow> {
  if (!there) {
    await put(desk, kept, stored);
    return { is: 'record', stored, came: 'moved' };
  }
  const [said, own] = [saidOf(stored), saidOf(there)];
  if (!said || !own || isDeepStrictEqual(said.value, own.value))
    return { is: 'record', stored, came: 'same' };
  if (goesBefore(said, own)) {
    await put(desk, kept, stored);
    return { is: 'record', stored, came: 'replaced', before: there };
  }
  // What was proven of the kept one, or decided, isn't chosen again; and no address is lost by which one is the first.
  if (own.proven || 'consent' in own.value || 'defaultAddress' in own.value)
    return { is: 'record', stored, came: 'same' };
  const { version, value, statedAt } = said;
  const conflict: PersonConflict = { about: version, record: stored.id, value, statedAt, why: 'changed' };
  await put(desk, kept, {
    ...{ kind: PERSON_CONFLICT, id: version, version, proven: false },
    body: JSON.stringify(conflict),
  });
  const { sql, vendor } = desk;
  await sql`update person_edits set outcome = 'held' where vendor = ${vendor} and op_id = ${version}`;
  return { is: 'record', stored, came: 'conflict' };
}

async function moveRecordBack(desk: Desk, kept: string, merged: string, row: RecordRow): Promise<void> {
  const { stored, came, before } = row;
  const { version } = stored;
  if (came === 'moved') await take(desk, kept, stored);
  if (came === 'replaced' && before && (await take(desk, kept, stored))) await put(desk, kept, before);
  if (came === 'conflict' && (await take(desk, kept, { kind: PERSON_CONFLICT, id: version, version }))) {
    const { sql, vendor } = desk;
    await sql`update person_edits set outcome = 'applied' where vendor = ${vendor} and op_id = ${version}`;
  }
  await put(desk, merged, stored);
}

/** Devices of whose they are now hear what became of them. @param only all of them where absent */
async function giveEdits(
  { sql, publish, vendor }: Desk,
  [from, to]: readonly [string, string],
  only?: readonly string[],
): Promise<readonly string[]> {
  const which = only === undefined ? sql`` : sql`and op_id = any(${[...only]}::uuid[])`;
  const rows = await sql<{ op_id: string; outcome: string }[]>`
    update person_edits set person = ${to} where vendor = ${vendor} and person = ${from} ${which} returning op_id, outcome`;
  for (const { op_id: opId, outcome } of rows) {
    if (outcome === 'refused') continue;
    const isHeld = outcome === 'held';
    publish.settle({
      ...{ vendor, person: to, opId, outcome: isHeld ? 'held' : 'applied' },
      ...(isHeld && { problem: problem('PERSON_CHANGED') }),
    });
  }
  return rows.map((row) => row.op_id);
}

export const mergedPeople: PersonPart = {
  name: 'profile',

  async move(sql, publish, { vendor, kept, merged }) {
    if (merged === null) return [];
    const desk = { sql, publish, vendor };
    const own = new Map((await readAll(desk, kept)).map((stored) => [`${stored.kind} ${stored.id}`, stored]));
    const rows: Row[] = [];
    for (const stored of await readAll(desk, merged)) {
      rows.push(await move(desk, kept, stored, own.get(`${stored.kind} ${stored.id}`)));
      await take(desk, merged, stored);
    }
    for (const opId of await giveEdits(desk, [merged, kept])) rows.push({ is: 'edit', opId });
    return rows.map((row) => JSON.stringify(row));
  },

  async moveBack(sql, publish, { vendor, kept, merged }, { rows: journal }) {
    if (merged === null) return;
    const desk = { sql, publish, vendor };
    const rows = journal.map((row) => rowSchema.parse(JSON.parse(row)));
    for (const row of rows) if (row.is === 'record') await moveRecordBack(desk, kept, merged, row);
    await giveEdits(
      desk,
      [kept, merged],
      rows.flatMap((row) => (row.is === 'edit' ? [row.opId] : [])),
    );
  },

  async arisen(sql, { vendor, kept, at, until }) {
    const rows = await sql<{ id: string; at: string }[]>`
      select op_id as id, at from person_edits where vendor = ${vendor} and person = ${kept} and outcome <> 'refused'
        and at > ${at.toISOString()} and at <= ${until.toISOString()} order by at, op_id`;
    return rows.map((row) => ({ what: 'profile', id: row.id, at: new Date(row.at) }));
  },
};
