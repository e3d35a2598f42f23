/** The core names no kind: one that no feature of the product owns goes the whole way through it. */
import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { encodeEnvelope, SUITE_CLEAR } from '../../../seal/envelope.ts';
import { features } from '../../features.ts';
import { keptNote } from '../../testing/note-operations.ts';
import { sealed } from '../../testing/test-device.ts';
import { openTestServer, type TestServer } from '../../testing/test-server.ts';
import type { Feature } from '../feature.ts';
import { createPostgresLedger } from '../ingest/postgres-ledger.ts';
import type { Job } from '../jobs/job.ts';
import { createKinds, loadKinds } from './kinds.ts';

const vendor = 'meadow';
const UNKEEPABLE = 'what no notebook can keep';
const device = createHash('sha256').update('a device').digest('base64url');
const file = new URL('../../testing/note-operations.ts', import.meta.url).href;

const job: Job = { name: 'notes', start: () => undefined, stop: () => undefined };
/** A made-up feature: a kind, a table, a route, a job. */
const notes: Feature = {
  name: 'notes',
  operations: file,
  open: ({ sql }) => ({
    async apply(transaction, decided) {
      const rows = decided.flatMap(({ operation, verdict }) => {
        const note = keptNote.in(verdict);
        return note ? [{ id: operation.opId, text: note.text, outcome: verdict.outcome }] : [];
      });
      if (rows.some(({ text }) => text === UNKEEPABLE)) throw new RangeError('A fault of the feature.');
      if (rows.length === 0) return;
      await transaction`
        insert into notes (id, text, outcome)
        select * from unnest(${rows.map(({ id }) => id)}::uuid[], ${rows.map(({ text }) => text)}::text[],
          ${rows.map(({ outcome }) => outcome)}::text[])`;
    },
    addConsoleRoutes(console) {
      console.get(
        '/notes',
        { config: { access: 'staff', permission: 'cases.read' } },
        async () => sql`select id from notes`,
      );
    },
    jobs: [job],
  }),
};

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer({ features: [...features, notes] });
  await server.database.sql`create table notes (id uuid primary key, text text, outcome text not null)`;
});
afterAll(() => server.close());

/** Stored as a push stores it; its kind is in no list of the protocol. */
async function receive(kind: string, content: unknown): Promise<string> {
  const plain = Buffer.from(JSON.stringify(content));
  const envelope = encodeEnvelope({ suite: SUITE_CLEAR, keyId: '', content: new Uint8Array(plain) });
  const operation = {
    ...sealed('intake.submit', {}, { lane: `note:${randomUUID()}` }),
    kind: kind as 'intake.submit',
    v: 1,
  };
  await createPostgresLedger(server.database.sql).store(vendor, device, [
    {
      opId: operation.opId,
      operation,
      envelope,
      receivedAt: new Date(),
      keyId: server.signer.keyId,
      skewSeconds: 0,
    },
  ]);
  return operation.opId;
}

async function judged(kind: string, content: unknown) {
  const opId = await receive(kind, content);
  await server.judging.sweep();
  const { sql } = server.database;
  const [[row], [note], [told], items] = await Promise.all([
    sql<[{ outcome: string; problem: string | null; receipt: string | null }]>`
      select outcome, problem, receipt from op_ledger where op_id = ${opId}`,
    sql<[{ text: string | null; outcome: string }?]>`select text, outcome from notes where id = ${opId}`,
    sql<[{ data: string }?]>`select data from feed where id = ${opId}`,
    sql`select 1 from inbox_items where id = ${opId}`,
  ]);
  return { ...row, note, told, items: items.length };
}

describe('a kind that is none of the product’s', () => {
  it('is judged in a worker, stored by its feature, and told to its device', async () => {
    const one = await judged('note.add', { vendor, text: 'water the plants' });
    expect(one).toMatchObject({
      outcome: 'applied',
      problem: null,
      note: { text: 'water the plants', outcome: 'applied' },
      items: 0,
    });
    expect(one.receipt).not.toBeNull();
    expect(JSON.parse(one.told?.data ?? '')).toMatchObject({ outcome: 'applied' });
  });

  it('goes the urgent way where it says so', async () => {
    expect(await judged('note.alarm', { vendor, text: 'now' })).toMatchObject({
      outcome: 'applied',
      note: { text: 'now' },
    });
    const kinds = await loadKinds([file]);
    expect(['note.add', 'note.alarm', 'unheard.of'].map(kinds.isUrgent)).toEqual([false, true, false]);
  });

  it('is held where its feature fails over it, and what came with it is judged (G5)', async () => {
    const [unkept, kept] = [
      await receive('note.add', { vendor, text: UNKEEPABLE }),
      await receive('note.add', { vendor, text: 'of somebody else' }),
    ];
    await server.judging.sweep();
    const rows = await server.database.sql<{ op_id: string; outcome: string; problem: string | null }[]>`
      select op_id, outcome, problem from op_ledger where op_id = any(${[unkept, kept]}::uuid[])`;
    const of = (opId: string) => rows.find((row) => row.op_id === opId);
    expect(of(kept)).toMatchObject({ outcome: 'applied' });
    expect(of(unkept)).toMatchObject({ outcome: 'held' });
    expect(of(unkept)?.problem).toContain('JUDGING_FAILED');
  });

  it.each([
    ['its own reason', { vendor, text: '' }, 'ANSWERS_INVALID', ''],
    ['no text that it knows', { vendor }, 'PAYLOAD_INVALID', null],
    ['too much of it', { vendor, text: 'x'.repeat(2_000) }, 'CONTENT_OUT_OF_BOUNDS', null],
    ['another vendor', { vendor: 'brook', text: 'x' }, 'WRONG_VENDOR', null],
    ['a fault of its code', { vendor, text: 'x', breaks: true }, 'JUDGING_FAILED', null],
  ])('is held with %s, and its feature keeps what can be known', async (_name, content, code, text) => {
    const one = await judged('note.add', content);
    expect(one).toMatchObject({ outcome: 'held', note: { text, outcome: 'held' }, items: 0 });
    expect(JSON.parse(one.problem ?? '')).toMatchObject({ code });
  });

  it('is shown as it says, with what the asker knows of it', async () => {
    const kinds = await loadKinds([file]);
    const reading = kinds.find('note.add')?.open(1, { vendor, text: 'x' });
    if (!reading?.ok) throw new Error('It can be read.');
    const context = { vendor, published: undefined, definition: async () => undefined, marks: 7 };
    expect(await reading.opened.show(context)).toEqual({ ok: true, shown: { text: 'x', marks: 7 } });
  });

  it('adds its route behind the checks of all others, and its jobs', async () => {
    expect(server.routes).toContainEqual({
      method: 'GET',
      url: '/console/:vendor/api/notes',
      access: 'staff',
      permission: 'cases.read',
    });
    expect((await server.app.inject('/console/meadow/api/notes')).statusCode).toBe(401);
    expect(server.jobs).toContain(job);
  });
});

describe('what no feature knows', () => {
  it('reaches the inbox, held', async () => {
    expect(await judged('unheard.of', { vendor })).toMatchObject({ outcome: 'held', items: 1 });
  });

  it('is a fault of the table of contents where two have one name', async () => {
    const { operations } = await import('../../testing/note-operations.ts');
    expect(() => createKinds([...operations, ...operations])).toThrow('same name');
  });
});
