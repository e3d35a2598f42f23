import { createHash, createPublicKey, randomUUID, verify } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { receiptBytes } from '../protocol/receipt.ts';
import { type Operation, type Receipt, SYNC_MEDIA_TYPE } from '../protocol/wire.ts';
import {
  createTestDevice,
  intake,
  newOpId,
  safetyAlert,
  sealed,
  type TestDevice,
} from './testing/test-device.ts';
import { openTestServer, type TestServer } from './testing/test-server.ts';

let server: TestServer;
let device: TestDevice;
beforeAll(async () => {
  server = await openTestServer();
  device = await createTestDevice();
});
afterAll(() => server.close());

const submission = (over: Partial<Operation> = {}) => sealed('intake.submit', intake(server.formHash), over);
const body = (ops: readonly unknown[], over: object = {}) =>
  JSON.stringify({ deviceId: device.deviceId, epoch: null, maxSeq: 0, ops, ...over });
const results = (text: string): string => text.slice(text.indexOf('"results"'));

async function rows(opId: string): Promise<number> {
  const found = await server.database.sql`select 1 from op_ledger where op_id = ${opId}`;
  return found.length;
}

function isSigned(receipt: Receipt): boolean {
  const x = server.vendors.find('meadow')?.pack.receiptKeys[receipt.keyId] ?? '';
  const key = createPublicKey({ format: 'jwk', key: { kty: 'OKP', crv: 'Ed25519', x } });
  return verify(null, receiptBytes(receipt), key, Buffer.from(receipt.signature, 'base64url'));
}

describe('a push (promise 1)', () => {
  it('stores a submission and answers with a signed receipt', async () => {
    const operation = submission();
    const answer = await device.push(server.send, 'meadow', [operation]);
    const [result] = answer.results;
    expect(result).toMatchObject({ opId: operation.opId, outcome: 'applied' });
    expect(result?.receipt).toMatchObject({
      opId: operation.opId,
      sha256: operation.sha256,
      epoch: answer.epoch,
    });
    expect(result?.receipt && isSigned(result.receipt)).toBe(true);
    expect(result?.receipt?.code).toMatch(/^[0-9A-Z]{2}-[0-9A-Z]{4}$/);
    expect(result?.seq).toBeGreaterThan(result?.receipt?.seq ?? 0);
  });

  it('answers every retry with the same bytes', async () => {
    const text = body([submission()]);
    const first = await device.post(server.send, 'meadow', text);
    const second = await device.post(server.send, 'meadow', text);
    expect(first.headers.get('content-type')).toBe(SYNC_MEDIA_TYPE);
    expect(first.headers.get('x-sync-protocol')).toBe('1');
    expect(results(second.text)).toBe(results(first.text));
  });

  it('stores one row and gives one receipt to four that arrive at once', async () => {
    const operation = submission();
    const devices = await Promise.all([1, 2, 3, 4].map(() => createTestDevice()));
    await Promise.all(devices.map((one) => one.push(server.send, 'meadow', [submission()])));
    const answers = await Promise.all(devices.map((one) => one.push(server.send, 'meadow', [operation])));
    const receipts = new Set(answers.map(({ results: [result] }) => JSON.stringify(result?.receipt)));
    expect(receipts.size).toBe(1);
    expect([...receipts][0]).toContain(operation.opId);
    expect(await rows(operation.opId)).toBe(1);
  });

  it('lets two batches with the same operations in opposite order both through', async () => {
    const operations = Array.from({ length: 20 }, () => submission());
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, index) =>
        device.push(server.send, 'meadow', index % 2 ? operations : operations.toReversed()),
      ),
    );
    for (const answer of answers)
      expect(answer.results.every(({ receipt }) => receipt !== undefined)).toBe(true);
    const [row] = await server.database.sql<[{ count: number }]>`
      select count(*)::int as count from op_ledger where op_id = any(${operations.map(({ opId }) => opId)}::uuid[])`;
    expect(row.count).toBe(operations.length);
  });

  it('reports a known id with another body as a conflict, and keeps the first', async () => {
    const operation = submission();
    await device.push(server.send, 'meadow', [operation]);
    const changed = submission({ opId: operation.opId });
    const {
      results: [result],
    } = await device.push(server.send, 'meadow', [changed]);
    expect(result).toMatchObject({ outcome: 'conflict', seq: null, problem: { code: 'OPERATION_CHANGED' } });
    const [row] = await server.database.sql`select sha256 from op_ledger where op_id = ${operation.opId}`;
    expect(row?.sha256).toBe(operation.sha256);
  });

  it('judges the operations of a batch one by one, and answers in their order', async () => {
    const good = submission();
    const tampered = submission({ sha256: createHash('sha256').update('other').digest('hex') });
    const unknown = submission({ kind: 'order.place' });
    const newer = submission({ v: 2 });
    const answer = await device.push(server.send, 'meadow', [
      tampered,
      { opId: 'x' },
      unknown,
      good,
      newer,
      7,
    ]);
    expect(answer.results.map(({ outcome, problem }) => [outcome, problem?.code])).toEqual([
      ['later', 'ENVELOPE_HASH_MISMATCH'],
      ['later', 'OPERATION_INVALID'],
      ['later', 'KIND_UNKNOWN'],
      ['applied', undefined],
      ['later', 'VERSION_UNKNOWN'],
      ['later', 'OPERATION_INVALID'],
    ]);
    expect(await rows(tampered.opId)).toBe(0);
  });

  it('answers twice for an operation that stands in a batch twice, and stores it once', async () => {
    const operation = submission();
    const { results: both } = await device.push(server.send, 'meadow', [operation, operation]);
    expect(both[0]).toEqual(both[1]);
    expect(await rows(operation.opId)).toBe(1);
  });
});

describe('lanes (promise 2)', () => {
  const lane = () => `intake:${randomUUID()}`;

  it('make an operation wait until its predecessor is there', async () => {
    const own = lane();
    const [first, second] = [submission({ lane: own }), submission({ lane: own, laneNo: 2 })];
    const early = await device.push(server.send, 'meadow', [second]);
    expect(early.results[0]).toMatchObject({ outcome: 'waiting', seq: null, missing: [`${own}#1`] });
    expect(await rows(second.opId)).toBe(0);
    await device.push(server.send, 'meadow', [first]);
    const {
      results: [late],
    } = await device.push(server.send, 'meadow', [second]);
    expect(late?.receipt).toBeDefined();
  });

  it('take a whole lane in one batch, in any order', async () => {
    const own = lane();
    const operations = [3, 1, 2].map((laneNo) => submission({ lane: own, laneNo }));
    const answer = await device.push(server.send, 'meadow', operations);
    expect(answer.results.every(({ receipt }) => receipt !== undefined)).toBe(true);
  });

  it('delay nothing in another lane', async () => {
    const stuck = submission({ laneNo: 5 });
    const free = submission();
    const answer = await device.push(server.send, 'meadow', [stuck, free]);
    expect(answer.results.map(({ outcome }) => outcome)).toEqual(['waiting', 'applied']);
  });

  it('belong to a device: another one can neither fill nor see them', async () => {
    const own = lane();
    await device.push(server.send, 'meadow', [submission({ lane: own })]);
    const stranger = await createTestDevice();
    const {
      results: [result],
    } = await stranger.push(server.send, 'meadow', [submission({ lane: own, laneNo: 2 })]);
    expect(result?.outcome).toBe('waiting');
  });

  it('make an operation wait for what it names, and for its blobs', async () => {
    const [awaited, blob] = [newOpId(), 'a'.repeat(64)];
    const {
      results: [result],
    } = await device.push(server.send, 'meadow', [submission({ after: [awaited], blobs: [blob] })]);
    expect(result).toMatchObject({ outcome: 'waiting', missing: [awaited, blob] });
  });

  it('take any position that a number can name', async () => {
    const {
      results: [result],
    } = await device.push(server.send, 'meadow', [submission({ laneNo: Number.MAX_SAFE_INTEGER })]);
    expect(result?.outcome).toBe('waiting');
  });
});

describe('the pull feed (promise 3)', () => {
  it('tells a device of its own operations alone, in order and without content', async () => {
    const [mine, other] = await Promise.all([createTestDevice(), createTestDevice()]);
    const operations = [submission(), sealed('safety.alert', safetyAlert(server.formHash))];
    await mine.push(server.send, 'meadow', operations);
    await other.push(server.send, 'meadow', [submission()]);
    const feed = await mine.changes(server.send, 'meadow');
    expect(new Set(feed.changes.map(({ id }) => id))).toEqual(new Set(operations.map(({ opId }) => opId)));
    expect(feed.changes.filter(({ outcome }) => outcome === 'applied')).toHaveLength(2);
    const order = feed.changes.map(({ seq }) => seq);
    expect(order).toEqual(order.toSorted((a, b) => a - b));
    expect(JSON.stringify(feed)).not.toContain('Rosa');
  });

  it('goes on where the cursor stands', async () => {
    const own = await createTestDevice();
    await own.push(server.send, 'meadow', [submission()]);
    const { cursor, changes } = await own.changes(server.send, 'meadow');
    expect(changes.length).toBeGreaterThan(0);
    expect((await own.changes(server.send, 'meadow', cursor)).changes).toEqual([]);
    await own.push(server.send, 'meadow', [submission()]);
    const next = await own.changes(server.send, 'meadow', cursor);
    expect(next.changes.every(({ seq }) => seq > (changes.at(-1)?.seq ?? 0))).toBe(true);
    expect(next.changes.length).toBeGreaterThan(0);
  });

  it('starts again for a cursor that it can not read', async () => {
    const own = await createTestDevice();
    await own.push(server.send, 'meadow', [submission()]);
    const feed = await own.changes(server.send, 'meadow', 'nonsense');
    expect(feed.changes.length).toBeGreaterThan(0);
  });

  it('holds back what an older transaction could still precede', async () => {
    const own = await createTestDevice();
    const { cursor } = await own.changes(server.send, 'meadow');
    const { sql } = server.database;
    const late = await sql.reserve();
    await late`begin`;
    const [{ seq }] = await late<
      [{ seq: string }]
    >`select nextval('operation_seq') as seq, pg_current_xact_id()`;
    await own.push(server.send, 'meadow', [submission()]);
    expect((await own.changes(server.send, 'meadow', cursor)).changes).toEqual([]);
    await late`insert into feed (vendor, device, seq, type, id, data) values ('meadow', ${own.deviceId}, ${seq}, 'operation', ${newOpId()}, '{"outcome":"held"}')`;
    await late`commit`;
    late.release();
    const { changes } = await own.changes(server.send, 'meadow', cursor);
    expect(changes[0]?.seq).toBe(Number(seq));
    expect(changes.length).toBeGreaterThan(1);
  });
});

describe('bad input (promise 4)', () => {
  const code = (text: string): unknown => JSON.parse(text).code;

  it.each([
    ['HTML instead of JSON', '<!doctype html><title>Sign in to the network</title>', 'MALFORMED_JSON'],
    ['half of a body', '{"deviceId":"x","ops":[', 'MALFORMED_JSON'],
    ['nothing', '', 'MALFORMED_JSON'],
    ['a list', '[]', 'INVALID_REQUEST'],
    ['null', 'null', 'INVALID_REQUEST'],
  ])('%s gets a problem document', async (_what, text, expected) => {
    const answer = await device.post(server.send, 'meadow', text);
    expect(answer.status).toBe(400);
    expect(answer.headers.get('content-type')).toBe('application/problem+json');
    expect(answer.headers.get('x-sync-protocol')).toBe('1');
    expect(code(answer.text)).toBe(expected);
  });

  it('names the field at fault', async () => {
    const answer = await device.post(server.send, 'meadow', body([submission()], { maxSeq: -1 }));
    expect(JSON.parse(answer.text).errors).toEqual([{ pointer: '/maxSeq', detail: 'too_small' }]);
    const {
      results: [result],
    } = await device.push(server.send, 'meadow', [submission({ lane: 'nowhere' })]);
    expect(result?.problem?.errors).toMatchObject([{ pointer: '/ops/0/lane' }]);
  });

  it('refuses a device that speaks for another key', async () => {
    const answer = await device.post(
      server.send,
      'meadow',
      body([submission()], { deviceId: 'somebody-else' }),
    );
    expect(answer.status).toBe(400);
    expect(JSON.parse(answer.text).errors[0].pointer).toBe('/deviceId');
  });

  it('answers 413 to a body that is too large, and takes its half', async () => {
    const large = await device.post(server.send, 'meadow', body(['x'.repeat(4 * 1024 * 1024)]));
    expect(large.status).toBe(413);
    expect(code(large.text)).toBe('BODY_TOO_LARGE');
    expect(large.headers.get('x-sync-protocol')).toBe('1');
  });

  it('asks for an envelope above the limit later, and takes the rest', async () => {
    const bytes = Buffer.alloc(1024 * 1024 + 1);
    const big = submission({
      envelope: bytes.toString('base64url'),
      sha256: createHash('sha256').update(bytes).digest('hex'),
    });
    const answer = await device.push(server.send, 'meadow', [big, submission()]);
    expect(answer.results.map(({ outcome, problem }) => [outcome, problem?.code])).toEqual([
      ['later', 'ENVELOPE_TOO_LARGE'],
      ['applied', undefined],
    ]);
  });

  it('answers 404 for a clinic that is not here', async () => {
    const answer = await device.post(server.send, 'nobody', body([submission()]));
    expect(answer.status).toBe(404);
    expect(code(answer.text)).toBe('VENDOR_NOT_FOUND');
  });

  it('answers 429 with the time to wait, and takes the same push afterwards', async () => {
    const small = await openTestServer({ pushesPerMinute: 2 });
    try {
      const operation = sealed('intake.submit', intake(small.formHash));
      await device.push(small.send, 'meadow', [operation]);
      await device.push(small.send, 'meadow', [operation]);
      const refused = await device.post(small.send, 'meadow', body([operation]));
      expect(refused.status).toBe(429);
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
      small.pass(60_000);
      expect((await device.push(small.send, 'meadow', [operation])).results[0]?.outcome).toBe('applied');
    } finally {
      await small.close();
    }
  });

  it('any JSON gets a problem or results, and never an error of the server', async () => {
    const anyOperation = fc.oneof(
      fc.jsonValue(),
      fc
        .record(
          {
            opId: fc.oneof(fc.uuid(), fc.string()),
            lane: fc.oneof(
              fc.uuid().map((id) => `intake:${id}`),
              fc.string(),
            ),
            laneNo: fc.oneof(fc.constant(1), fc.integer()),
            after: fc.array(fc.uuid(), { maxLength: 2 }),
            kind: fc.constantFrom('intake.submit', 'safety.alert', 'order', '\u0000'),
            v: fc.constantFrom(1, 2, -1),
            capturedAt: fc.record({
              wall: fc.constant('2026-01-01T00:00:00Z'),
              tz: fc.string({ unit: 'binary', maxLength: 8 }),
              mono: fc.double({ noNaN: true, noDefaultInfinity: true }),
              boot: fc.uuid(),
            }),
            content: fc.uint8Array({ maxLength: 40 }),
            blobs: fc.constant([]),
          },
          { requiredKeys: ['opId', 'lane', 'laneNo', 'kind', 'v', 'capturedAt', 'blobs', 'content'] },
        )
        .map(({ content, ...rest }) => ({
          ...rest,
          envelope: Buffer.from(content).toString('base64url'),
          sha256: createHash('sha256').update(content).digest('hex'),
        })),
    );
    const anyBody = fc.oneof(
      fc.json(),
      fc.array(anyOperation, { maxLength: 5 }).map((ops) => body(ops)),
    );
    await fc.assert(
      fc.asyncProperty(anyBody, async (text) => {
        const answer = await device.post(server.send, 'meadow', text);
        expect([200, 400]).toContain(answer.status);
        const read: unknown = JSON.parse(answer.text);
        expect(read).toHaveProperty(answer.status === 200 ? 'results' : 'code');
      }),
      { numRuns: 300 },
    );
    expect(server.log()).toBe('');
  });
});

describe('what no log may hold (promise 5)', () => {
  it('a push leaves nothing of the patient in the log', async () => {
    await device.push(server.send, 'meadow', [submission()]);
    expect(server.log()).not.toMatch(/Rosa|Quill|4155550111/);
  });
});
