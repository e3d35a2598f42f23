/**
 * Two profiles become one. What only one of them says is said by the merged one; where both say something else of the same thing, the kept one's holds,
 * and the patient chooses between both values, as after any two changes that didn't know of each other.
 */
import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import {
  type Conflict,
  type HealthRecord,
  healthRecordSchema,
  isActive,
  type ListGroup,
  namedRecord,
  noneOf,
} from '../../../domain/health/health-record.ts';
import { HEALTH_CONFLICT, HEALTH_RECORD, HEALTH_VERSION } from '../../../protocol/records/health.ts';
import type { Transaction } from '../../base/database/database.ts';
import { problem } from '../../base/problems.ts';
import type { Publish } from '../../core/records/publishing.ts';
import type { Merge, PersonPart } from '../accounts/patients.ts';
import { ended, isListed } from './apply-edits.ts';

const rowSchema = z.discriminatedUnion('is', [
  z.object({ is: z.literal('edit'), opId: z.string() }),
  z.object({
    is: z.literal('record'),
    kind: z.string(),
    id: z.string(),
    version: z.string(),
    body: z.string(),
    /** `moved`: it is the kept person's. `conflict`: they choose. `same`: both said so, or what the kept one said holds. */
    came: z.enum(['moved', 'conflict', 'same']),
  }),
  /** "None known" of the kept person, which an entry of the merged one has ended. */
  z.object({
    is: z.literal('none'),
    id: z.string(),
    version: z.string(),
    before: z.string(),
    /** The version by which it was ended. */
    ended: z.string(),
  }),
]);
type Row = z.infer<typeof rowSchema>;
type RecordRow = Extract<Row, { is: 'record' }>;
type Stored = Pick<RecordRow, 'kind' | 'id' | 'version' | 'body'>;

const LISTS: readonly ListGroup[] = ['allergies', 'medicines', 'conditions'];

interface Desk {
  readonly sql: Transaction;
  readonly publish: Publish;
  readonly vendor: string;
}

const readAll = ({ sql, vendor }: Desk, person: string) => sql<Stored[]>`
  select kind, id, version, body from health_records where vendor = ${vendor} and person = ${person} order by kind, id`;

async function put(desk: Desk, person: string, { kind, id, version, body }: Stored): Promise<void> {
  const { sql, publish, vendor } = desk;
  await sql`
    insert into health_records (vendor, person, kind, id, version, body) values (${vendor}, ${person}, ${kind}, ${id}, ${version}, ${body})
    on conflict (vendor, person, kind, id) do update set version = excluded.version, body = excluded.body`;
  publish.record({
    ...{ vendor, person, kind, id },
    v: HEALTH_VERSION,
    body: z.record(z.string(), z.unknown()).parse(JSON.parse(body)),
  });
}

/** @param version it is left where it says something else by now. @returns whether it was taken. */
async function take(
  desk: Desk,
  person: string,
  { kind, id, version }: Pick<Stored, 'kind' | 'id' | 'version'>,
): Promise<boolean> {
  const { sql, publish, vendor } = desk;
  const gone = await sql`
    delete from health_records
    where vendor = ${vendor} and person = ${person} and kind = ${kind} and id = ${id} and version = ${version} returning id`;
  if (gone.length === 0) return false;
  publish.record({ ...{ vendor, person, kind, id }, v: HEALTH_VERSION, body: null, reason: 'merged' });
  return true;
}

const saidOf = (body: string): HealthRecord | undefined =>
  healthRecordSchema.safeParse(JSON.parse(body)).data;

function isSame(one: string, other: string): boolean {
  const [first, second] = [saidOf(one), saidOf(other)];
  return isDeepStrictEqual([first?.resource, first?.share], [second?.resource, second?.share]);
}

/** One record of the merged person. */
async function moveRecord(
  desk: Desk,
  { kept }: Merge,
  stored: Stored,
  own: ReadonlyMap<string, Stored>,
): Promise<RecordRow> {
  const { sql, vendor } = desk;
  const there = own.get(`${stored.kind} ${stored.id}`);
  if (!there) {
    await put(desk, kept, stored);
    return { ...{ is: 'record', came: 'moved' }, ...stored };
  }
  const said = stored.kind === HEALTH_RECORD ? saidOf(stored.body) : undefined;
  if (!said || isSame(stored.body, there.body)) return { ...{ is: 'record', came: 'same' }, ...stored };
  const { resource, share, statedAt, version } = said;
  const conflict: Conflict = {
    ...{ about: version, record: stored.id, resource, statedAt, why: 'changed' },
    ...(share !== undefined && { share }),
  };
  await put(desk, kept, { kind: HEALTH_CONFLICT, id: version, version, body: JSON.stringify(conflict) });
  await sql`update health_edits set outcome = 'held' where vendor = ${vendor} and op_id = ${version}`;
  return { ...{ is: 'record', came: 'conflict' }, ...stored };
}

/** That there are none is over where there is an entry now. */
async function endNone(desk: Desk, { kept }: Merge): Promise<readonly Row[]> {
  const all = new Map(
    (await readAll(desk, kept)).flatMap((stored) => {
      const said = stored.kind === HEALTH_RECORD ? saidOf(stored.body) : undefined;
      return said ? [[stored.id, { stored, said }] as const] : [];
    }),
  );
  const rows: Row[] = [];
  for (const group of LISTS) {
    const none = all.get(noneOf(group));
    const hasEntry = [...all].some(([id, { said }]) => {
      const name = namedRecord(id);
      return name?.list === 'item' && name.group === group && isActive(said.resource);
    });
    if (!none || !hasEntry || !isActive(none.said.resource) || !isListed(none.said.resource)) continue;
    const { id, version, body: before } = none.stored;
    const endedBy = randomUUID();
    const body = JSON.stringify({ ...none.said, version: endedBy, resource: ended(none.said.resource) });
    await put(desk, kept, { kind: HEALTH_RECORD, id, version: endedBy, body });
    rows.push({ is: 'none', id, version, before, ended: endedBy });
  }
  return rows;
}

/** Of edits that are this person's now, their devices hear what became of them. */
async function giveEdits(
  { sql, publish, vendor }: Desk,
  [from, to]: readonly [string, string],
  only: readonly string[] | undefined,
): Promise<readonly string[]> {
  const which = only === undefined ? sql`` : sql`and op_id = any(${[...only]}::uuid[])`;
  const rows = await sql<{ op_id: string; outcome: string }[]>`
    update health_edits set person = ${to} where vendor = ${vendor} and person = ${from} ${which} returning op_id, outcome`;
  for (const { op_id: opId, outcome } of rows) {
    if (outcome === 'refused') continue;
    const isHeld = outcome === 'held';
    publish.settle({
      ...{ vendor, person: to, opId, outcome: isHeld ? 'held' : 'applied' },
      ...(isHeld && { problem: problem('HEALTH_CHANGED') }),
    });
  }
  return rows.map((row) => row.op_id);
}

async function moveRecordBack(desk: Desk, kept: string, merged: string, row: RecordRow): Promise<void> {
  const { sql, vendor } = desk;
  if (row.came === 'moved') await take(desk, kept, row);
  if (row.came === 'conflict') {
    const { version } = row;
    if (await take(desk, kept, { kind: HEALTH_CONFLICT, id: version, version }))
      await sql`update health_edits set outcome = 'applied' where vendor = ${vendor} and op_id = ${version}`;
  }
  await put(desk, merged, row);
}

export const mergedProfiles: PersonPart = {
  name: 'health',

  async move(sql, publish, merge) {
    const { vendor, kept, merged } = merge;
    if (merged === null) return [];
    const desk = { sql, publish, vendor };
    const own = new Map((await readAll(desk, kept)).map((stored) => [`${stored.kind} ${stored.id}`, stored]));
    const rows: Row[] = [];
    for (const stored of await readAll(desk, merged)) {
      rows.push(await moveRecord(desk, merge, stored, own));
      await take(desk, merged, stored);
    }
    rows.push(...(await endNone(desk, merge)));
    for (const opId of await giveEdits(desk, [merged, kept], undefined)) rows.push({ is: 'edit', opId });
    return rows.map((row) => JSON.stringify(row));
  },

  async moveBack(sql, publish, { vendor, kept, merged }, { rows: journal }) {
    if (merged === null) return;
    const desk = { sql, publish, vendor };
    const rows = journal.map((row) => rowSchema.parse(JSON.parse(row)));
    for (const row of rows) {
      if (row.is === 'record') await moveRecordBack(desk, kept, merged, row);
      if (
        row.is === 'none' &&
        (await take(desk, kept, { kind: HEALTH_RECORD, id: row.id, version: row.ended }))
      )
        await put(desk, kept, { kind: HEALTH_RECORD, id: row.id, version: row.version, body: row.before });
    }
    await giveEdits(
      desk,
      [kept, merged],
      rows.flatMap((row) => (row.is === 'edit' ? [row.opId] : [])),
    );
  },

  async arisen(sql, { vendor, kept, at, until }) {
    const rows = await sql<{ id: string; at: string }[]>`
      select op_id as id, at from health_edits where vendor = ${vendor} and person = ${kept} and outcome <> 'refused'
        and at > ${at.toISOString()} and at <= ${until.toISOString()} order by at, op_id`;
    return rows.map((row) => ({ what: 'health', id: row.id, at: new Date(row.at) }));
  },
};
