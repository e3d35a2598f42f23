/** Writers that write at any time for persons of two vendors, and devices that read all the while: what a device holds was true at its head. */
import { describe, expect, it } from 'vitest';
import type { PersonRecord } from '../../../protocol/api/records.ts';
import { MAX_RECORDS_BYTES } from '../../../protocol/api/records.ts';
import { connect } from '../../base/database/database.ts';
import { useTestDatabase } from '../../testing/test-database.ts';
import type { RecordChange } from './publishing.ts';
import { createReader, nameOf, note, openRecords } from './testing/open-records.ts';

const SEEDS = process.env.FULL === '1' ? [1, 2, 3] : [1];
const WRITERS = 4;
const COMMITS = 60;
const IDS = 12;
/** Changed together by each commit. */
const TWINS = ['left', 'right'];
const persons = ['meadow', 'brook'].flatMap((vendor) =>
  [1, 2].map((number) => ({ vendor, person: `0b000000-0000-4000-8000-00000000000${number}` })),
);

/** The same numbers in each run. */
function createRandom(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

interface Version {
  vendor: string;
  person: string;
  kind: string;
  id: string;
  v: number;
  seq: string;
  body: string | null;
}

describe('devices that read while others write (2.3, invariant 1)', () => {
  it.each(SEEDS)('hold what was true at their head, seed %i', { timeout: 120_000 }, async (seed) => {
    const { sql, url } = await useTestDatabase();
    // The model: every state that was ever committed, kept by the database itself.
    await sql`create table versions (like records)`;
    await sql`
      create function keep_version() returns trigger language plpgsql as
      'begin insert into versions select new.*; return null; end'`;
    await sql`
      create trigger keep_version after insert or update on records for each row execute function keep_version()`;
    const random = createRandom(seed);
    const { read } = openRecords(sql, { rows: 3, bytes: MAX_RECORDS_BYTES });
    const pulled: {
      readonly of: number;
      readonly head: number;
      readonly base: ReadonlyMap<string, PersonRecord>;
    }[] = [];
    let isWriting = true;

    async function write(writer: number): Promise<void> {
      const { sql: own, close } = connect(url, { connections: 1 });
      try {
        const { publish } = openRecords(own);
        for (let commit = 0; commit < COMMITS; commit++) {
          const text = `${writer}/${commit}`;
          const changes: RecordChange[] = [];
          for (const person of persons) {
            if (random(2) === 0) continue;
            for (const id of TWINS) changes.push(note(person, id, text));
            const id = `n${random(IDS)}`;
            changes.push(note(person, id, random(3) === 0 ? null : text));
          }
          await publish(...(random(2) ? changes : changes.toReversed()));
        }
      } finally {
        await close();
      }
    }
    async function follow(of: number): Promise<void> {
      const name = persons[of];
      if (!name) throw new Error('There is no such person.');
      let reader = createReader(read, name);
      let last = 0;
      for (let isLast = false; ; ) {
        const pages = await reader.pull();
        const head = pages.at(-1)?.head ?? 0;
        // R23
        expect(head).toBeGreaterThanOrEqual(last);
        last = head;
        pulled.push({ of, head, base: reader.base() });
        if (isLast) return;
        isLast = !isWriting;
        // A device that is new, or has lost everything.
        if (random(8) === 0) reader = createReader(read, name);
      }
    }

    const written = Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(writer))).finally(() => {
      isWriting = false;
    });
    await Promise.all([written, ...persons.map((_, index) => follow(index))]);

    const versions = await sql<
      Version[]
    >`select vendor, person, kind, id, v, seq, body from versions order by seq`;
    const counts = persons.map(
      (name) =>
        versions.filter(({ vendor, person }) => vendor === name.vendor && person === name.person).length,
    );
    expect(Math.min(...counts)).toBeGreaterThan(100);
    for (const { of, head, base } of pulled) {
      const name = persons[of];
      const model = new Map<string, unknown>();
      for (const { vendor, person, seq, body, kind, id, v } of versions) {
        if (vendor !== name?.vendor || person !== name.person || Number(seq) > head) continue;
        if (body === null) model.delete(nameOf({ kind, id }));
        else model.set(nameOf({ kind, id }), { kind, v, id, seq: Number(seq), body: JSON.parse(body) });
      }
      expect(Object.fromEntries(base)).toEqual(Object.fromEntries(model));
      const [left, right] = TWINS.map((id) => base.get(nameOf({ kind: 'note', id }))?.body);
      expect(left).toEqual(right);
    }
    expect(pulled.length).toBeGreaterThan(persons.length * 3);
  });
});
