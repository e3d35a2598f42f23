/**
 * Two persons become one: who was merged signs in as the kept one from now on, afresh on each device, and what they sent is the kept one's. All of it is
 * journaled, so that it can be undone.
 */
import { z } from 'zod';
import type { Transaction } from '../../base/database/database.ts';
import type { AccountChange } from '../../providers/mail/letters/account-letters.ts';
import type { Merge, PersonMerging } from './patients.ts';
import type { People } from './people.ts';

const rowSchema = z.discriminatedUnion('is', [
  z.object({ is: z.literal('operation'), opId: z.string() }),
  z.object({ is: z.literal('identity'), kind: z.string(), subject: z.string() }),
  /** What the kept one signed in by. */
  z.object({
    is: z.literal('kept-identity'),
    kind: z.string(),
    subject: z.string(),
    shown: z.string(),
    verifiedAt: z.string(),
    language: z.string(),
    /** Left out by earlier merges: then all of them did. */
    signsIn: z.boolean().default(true),
  }),
  /** Who had been merged into the merged one before. */
  z.object({ is: z.literal('person'), id: z.string() }),
  z.object({ is: z.literal('birth-date'), birthDate: z.string() }),
]);
type Row = z.infer<typeof rowSchema>;
type KeptIdentity = Extract<Row, { is: 'kept-identity' }>;

/** Their devices have to sign in again, and speak for nobody until then. @param since of sessions that began before, those stay. */
async function endSessions(
  sql: Transaction,
  { vendor, at }: Merge,
  person: string,
  since: Date | undefined,
): Promise<void> {
  const from = since?.toISOString() ?? '-infinity';
  await sql`
    delete from patient_sessions where vendor = ${vendor} and person = ${person} and started_at >= ${from}::timestamptz`;
  // Of those that signed in as another's, none is known to be this person's.
  await sql`
    update device_persons d set until = coalesce(until, greatest(since, ${at.toISOString()}::timestamptz)),
      disowned_at = case when ${since !== undefined}::boolean then coalesce(disowned_at, greatest(since, ${at.toISOString()}::timestamptz))
        else disowned_at end
    where vendor = ${vendor} and person = ${person} and since >= ${from}::timestamptz`;
}

async function moveOperations(
  sql: Transaction,
  { vendor, kept, merged, at }: Merge,
  opIds: readonly string[],
): Promise<readonly string[]> {
  const rows =
    merged === null
      ? await sql<{ op_id: string }[]>`
          insert into person_operations (vendor, op_id, person, claimed_at)
          select ${vendor}, op_id, ${kept}, ${at.toISOString()} from unnest(${[...opIds].toSorted()}::uuid[]) as n (op_id)
          on conflict do nothing returning op_id`
      : await sql<{ op_id: string }[]>`
          update person_operations set person = ${kept} where vendor = ${vendor} and person = ${merged} returning op_id`;
  return rows.map((row) => row.op_id);
}

/** The kept one's birth date, where none was known. */
async function takeBirthDate(sql: Transaction, { vendor, kept, merged }: Merge): Promise<readonly Row[]> {
  const [row] = await sql<{ birth_date: string }[]>`
    update persons k set birth_date = m.birth_date from persons m
    where k.vendor = ${vendor} and k.id = ${kept} and k.birth_date is null
      and m.vendor = k.vendor and m.id = ${merged} and m.birth_date is not null
    returning k.birth_date`;
  return row ? [{ is: 'birth-date', birthDate: row.birth_date }] : [];
}

async function movePerson(
  sql: Transaction,
  merge: Merge & { readonly merged: string },
): Promise<readonly Row[]> {
  const { vendor, kept, merged } = merge;
  await endSessions(sql, merge, merged, undefined);
  const own = await sql<Omit<KeptIdentity, 'is'>[]>`
    select kind, subject, shown, verified_at as "verifiedAt", language, signs_in as "signsIn" from identities
    where vendor = ${vendor} and person = ${kept} order by kind, subject`;
  const identities = await sql<{ kind: string; subject: string }[]>`
    update identities set person = ${kept} where vendor = ${vendor} and person = ${merged} returning kind, subject`;
  const before = await sql<{ id: string }[]>`
    update persons set merged_into = ${kept} where vendor = ${vendor} and merged_into = ${merged} returning id`;
  await sql`update persons set merged_into = ${kept} where vendor = ${vendor} and id = ${merged}`;
  return [
    ...own.map((identity): Row => ({ is: 'kept-identity', ...identity })),
    ...identities.map(({ kind, subject }): Row => ({ is: 'identity', kind, subject })),
    ...before.map(({ id }): Row => ({ is: 'person', id })),
    ...(await takeBirthDate(sql, merge)),
  ];
}

async function movePersonBack(
  sql: Transaction,
  merge: Merge & { readonly merged: string },
  rows: readonly Row[],
): Promise<void> {
  const { vendor, kept, merged } = merge;
  await sql`update persons set merged_into = null where vendor = ${vendor} and id = ${merged} and merged_into = ${kept}`;
  for (const row of rows) {
    if (row.is === 'identity')
      await sql`
        update identities set person = ${merged} where vendor = ${vendor} and kind = ${row.kind} and subject = ${row.subject} and person = ${kept}`;
    if (row.is === 'person')
      await sql`
        update persons set merged_into = ${merged} where vendor = ${vendor} and id = ${row.id} and merged_into = ${kept}`;
    if (row.is === 'birth-date')
      await sql`
        update persons set birth_date = null where vendor = ${vendor} and id = ${kept} and birth_date = ${row.birthDate}`;
  }
}

const REMOVED: Readonly<Record<string, AccountChange>> = {
  email: 'email-removed',
  phone: 'phone-removed',
  apple: 'apple-removed',
};

/** Ways in of the kept person that came since. @param others came by other merges. @returns what is gone. */
async function closeDoors(
  sql: Transaction,
  { vendor, kept, at }: Merge,
  others: readonly Row[],
): Promise<readonly AccountChange[]> {
  const since = at.toISOString();
  const theirs = others.flatMap((row) => (row.is === 'identity' ? [`${row.kind} ${row.subject}`] : []));
  const identities = await sql<{ kind: string }[]>`
    delete from identities where vendor = ${vendor} and person = ${kept} and verified_at >= ${since}::timestamptz
      and not (kind || ' ' || subject = any(${theirs}::text[])) returning kind`;
  const passwords = await sql`
    delete from passwords where vendor = ${vendor} and person = ${kept} and changed_at >= ${since}::timestamptz returning person`;
  return [
    ...identities.flatMap(({ kind }) => REMOVED[kind] ?? []),
    ...passwords.map(() => 'password-removed' as const),
  ];
}

/** Where nothing is left by which the kept one could come in: the other one may have removed it. What is somebody's by now stays theirs. */
async function openDoors(sql: Transaction, { vendor, kept }: Merge, rows: readonly Row[]): Promise<void> {
  const left =
    await sql`select 1 from identities where vendor = ${vendor} and person = ${kept} and signs_in limit 1`;
  if (left.length > 0) return;
  for (const row of rows)
    if (row.is === 'kept-identity')
      await sql`
        insert into identities (vendor, kind, subject, person, shown, verified_at, language, signs_in)
        values (${vendor}, ${row.kind}, ${row.subject}, ${kept}, ${row.shown}, ${row.verifiedAt}, ${row.language}, ${row.signsIn}) on conflict do nothing`;
}

export function createPersonMerging(tell: People['tell']): PersonMerging {
  return {
    async lock(sql, { vendor, kept, merged }) {
      // Codes are locked before persons: see the README. One that was asked for before the merge opens nothing after it.
      if (merged !== null)
        await sql`
          delete from one_time_codes where vendor = ${vendor} and email in (
            select subject from identities where vendor = ${vendor} and person = ${merged})`;
      const wanted = merged === null ? [kept] : [kept, merged];
      const rows = await sql<{ open: boolean }[]>`
        select closed_at is null and merged_into is null as open from persons
        where vendor = ${vendor} and id = any(${wanted}::uuid[]) order by id for update`;
      return rows.length === wanted.length && rows.every(({ open }) => open);
    },

    async move(sql, merge, guestOpIds) {
      const { merged } = merge;
      const opIds = await moveOperations(sql, merge, guestOpIds);
      const rows: readonly Row[] = [
        ...opIds.map((opId): Row => ({ is: 'operation', opId })),
        ...(merged === null ? [] : await movePerson(sql, { ...merge, merged })),
      ];
      // Every address is the kept one's by now.
      if (merged !== null) await tell(sql, merge.vendor, merge.kept, 'records-joined');
      return { opIds, rows: rows.map((row) => JSON.stringify(row)) };
    },

    async moveBack(sql, merge, journal, others) {
      const { vendor, kept, merged, at } = merge;
      const read = (row: string) => rowSchema.parse(JSON.parse(row));
      const rows = journal.map(read);
      const opIds = rows.flatMap((row) => (row.is === 'operation' ? [row.opId] : []));
      const back =
        merged === null
          ? await sql<{ op_id: string }[]>`
              delete from person_operations where vendor = ${vendor} and person = ${kept} and op_id = any(${opIds}::uuid[]) returning op_id`
          : await sql<{ op_id: string }[]>`
              update person_operations set person = ${merged}
              where vendor = ${vendor} and person = ${kept} and op_id = any(${opIds}::uuid[]) returning op_id`;
      if (merged !== null) {
        await movePersonBack(sql, { ...merge, merged }, rows);
        const gone = new Set(await closeDoors(sql, merge, others.map(read)));
        await openDoors(sql, merge, rows);
        for (const what of gone) await tell(sql, vendor, kept, what);
        for (const each of [kept, merged]) await tell(sql, vendor, each, 'records-parted');
        // By which address they were opened nobody knows.
        await endSessions(sql, merge, kept, at);
      }
      return back.map((row) => row.op_id);
    },
  };
}
