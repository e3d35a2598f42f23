import { createHash, createPublicKey, randomUUID, verify } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { intakeSubmit } from '../../../protocol/operations/intake-submit.ts';
import { receiptBytes } from '../../../protocol/receipt.ts';
import { type Operation, type Receipt, receiptSchema, SYNC_MEDIA_TYPE } from '../../../protocol/wire.ts';
import {
  createTestDevice,
  intake,
  newOpId,
  safetyAlert,
  sealed,
  type TestDevice,
} from '../../testing/test-device.ts';
import { openTestServer, type TestServer } from '../../testing/test-server.ts';
import { openTestSigner } from '../../testing/test-signer.ts';
import { orderFeed } from './feed-order.ts';

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

  it('failure-39: stores one row and gives one receipt to four that arrive at once', async () => {
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
    const unknown = submission({ kind: 'parcel.open' });
    const newer = submission({ v: intakeSubmit.newest + 1 });
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

  it('let an operation through once its blobs are delivered, by this device', async () => {
    const bytes = new TextEncoder().encode(randomUUID());
    const [blob, lost] = [createHash('sha256').update(bytes).digest('hex'), 'd'.repeat(64)];
    const note = (to: TestDevice, sha256: string) => server.database.sql`
      insert into blobs (vendor, device, sha256, size, created_at, completed_at)
      values ('meadow', ${to.deviceId}, ${sha256}, ${bytes.length}, now(), now())`;
    const deliver = async (to: TestDevice, sha256: string) => {
      const key = { vendor: 'meadow', device: to.deviceId, sha256 };
      await server.blobs.append(key, 0, bytes);
      await server.blobs.finish(key, bytes.length);
      await note(to, sha256);
    };
    await deliver(await createTestDevice(), blob);
    // The database knows of this one, and the folder has lost it.
    await note(device, lost);
    const [one, both] = [submission({ blobs: [blob] }), submission({ blobs: [blob, lost] })];
    const early = await device.push(server.send, 'meadow', [one]);
    expect(early.results[0]).toMatchObject({ outcome: 'waiting', missing: [blob] });
    await deliver(device, blob);
    const late = await device.push(server.send, 'meadow', [one, both]);
    expect(late.results[0]?.receipt).toBeDefined();
    expect(late.results[1]).toMatchObject({ outcome: 'waiting', missing: [lost] });
  });

  it('start over where a device says so, and a replay with the number before gets the same receipt', async () => {
    const own = lane();
    const old = await createTestDevice();
    await old.push(server.send, 'meadow', [submission({ lane: own })]);
    // What it follows was sent under a key that the device has lost, and is gone from there.
    const [second, third] = [submission({ lane: own, laneNo: 2 }), submission({ lane: own, laneNo: 3 })];
    const early = await device.push(server.send, 'meadow', [second]);
    expect(early.results[0]).toMatchObject({ outcome: 'waiting', missing: [`${own}#1`] });
    const moved = [
      { ...second, laneNo: 1 },
      { ...third, laneNo: 2 },
    ];
    const { results } = await device.push(server.send, 'meadow', moved);
    expect(results.every(({ receipt }) => receipt !== undefined)).toBe(true);
    const again = await device.push(server.send, 'meadow', [second, third]);
    expect(again.results.map(({ receipt }) => receipt)).toEqual(results.map(({ receipt }) => receipt));
    expect(await rows(second.opId)).toBe(1);
    // Nobody else can say it of this device's lane: it is a lane of their own that begins.
    const stranger = await createTestDevice();
    await stranger.push(server.send, 'meadow', [submission({ lane: own })]);
    const fourth = submission({ lane: own, laneNo: 4 });
    const waiting = await device.push(server.send, 'meadow', [fourth]);
    expect(waiting.results[0]).toMatchObject({ outcome: 'waiting', missing: [`${own}#3`] });
  });

  it('take any position that a number can name', async () => {
    const {
      results: [result],
    } = await device.push(server.send, 'meadow', [submission({ laneNo: Number.MAX_SAFE_INTEGER })]);
    expect(result?.outcome).toBe('waiting');
  });
});

describe('a ledger that was restored without a word (promise 22)', () => {
  const witnessOf = async (about: Partial<Parameters<typeof server.signer.issue>[0]> = {}) => {
    const { epoch } = await device.push(server.send, 'meadow', [submission()]);
    const facts = {
      opId: newOpId(),
      sha256: 'a'.repeat(64),
      seq: 1,
      epoch,
      receivedAt: new Date().toISOString(),
      keyId: server.signer.keyId,
      ...about,
    };
    return { epoch, witness: receiptSchema.parse(JSON.parse(server.signer.issue(facts))) };
  };

  it('gets a new epoch - a device shows a receipt of ours about an operation that is not there', async () => {
    const { epoch, witness } = await witnessOf();
    const operation = submission();
    const answer = await device.push(server.send, 'meadow', [operation], [witness]);
    expect(answer.epoch).not.toBe(epoch);
    expect(answer.results[0]?.receipt?.epoch).toBe(answer.epoch);
    const again = await device.push(server.send, 'meadow', [operation], [witness]);
    expect(again.epoch).toBe(answer.epoch);
  });

  it('keeps its epoch - nobody else can claim it', async () => {
    const { epoch, witness } = await witnessOf();
    const known = await device.push(server.send, 'meadow', [submission()]);
    const proven = known.results.flatMap(({ receipt }) => receipt ?? []);
    const stranger = openTestSigner();
    const { signature: _signature, ...facts } = witness;
    const forged = [
      { ...witness, opId: newOpId() },
      { ...witness, signature: '' },
      receiptSchema.parse(JSON.parse(stranger.issue({ ...facts, keyId: stranger.keyId }))),
      (await witnessOf({ epoch: randomUUID() })).witness,
    ];
    for (const witnesses of [proven, forged, []])
      expect((await device.push(server.send, 'meadow', [submission()], witnesses)).epoch).toBe(epoch);
  });

  it('takes the operations of a push whose witnesses are no receipts', async () => {
    const text = body([submission()], { witnesses: [{ opId: 7 }] });
    expect((await device.post(server.send, 'meadow', text)).status).toBe(200);
  });
});

describe('a device that is too old (promise 24)', () => {
  it('is told to update, and with nothing of its operations changed', async () => {
    const operation = submission();
    const old: typeof server.send = (path, init) =>
      server.send(path, { ...init, headers: { ...init.headers, 'x-sync-protocol': '0' } });
    const answer = await device.post(old, 'meadow', body([operation]));
    expect(answer.status).toBe(426);
    expect(answer.headers.get('content-type')).toBe('application/problem+json');
    expect(JSON.parse(answer.text)).toMatchObject({ status: 426, code: 'PROTOCOL_TOO_OLD' });
    expect(await rows(operation.opId)).toBe(0);
  });

  it('is taken where it names today’s protocol, a newer one, or none', async () => {
    for (const named of ['1', '2', 'x']) {
      const naming: typeof server.send = (path, init) =>
        server.send(path, { ...init, headers: { ...init.headers, 'x-sync-protocol': named } });
      expect((await device.post(naming, 'meadow', body([submission()]))).status).toBe(200);
    }
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

  it('tells everything again for a cursor that it can not read', async () => {
    const own = await createTestDevice();
    await own.push(server.send, 'meadow', [submission()]);
    const first = await own.changes(server.send, 'meadow');
    expect(first.resync).toBeUndefined();
    const feed = await own.changes(server.send, 'meadow', 'nonsense');
    expect(feed).toMatchObject({ resync: true, changes: first.changes, safeThrough: 0 });
    expect((await own.changes(server.send, 'meadow', feed.cursor)).resync).toBeUndefined();
  });

  it('failure-43: tells nothing before what has a lower number, however late that is committed', async () => {
    const own = await createTestDevice();
    const { cursor } = await own.changes(server.send, 'meadow');
    const taken = Promise.withResolvers<number>();
    const gate = Promise.withResolvers<void>();
    const late = server.database.sql.begin(async (transaction) => {
      await orderFeed(transaction);
      const [{ seq }] = await transaction<[{ seq: string }]>`select nextval('operation_seq') as seq`;
      taken.resolve(Number(seq));
      await gate.promise;
      await transaction`insert into feed (vendor, device, seq, type, id, data) values ('meadow', ${own.deviceId}, ${seq}, 'operation', ${newOpId()}, '{"outcome":"held"}')`;
    });
    const seq = await taken.promise;
    const operation = submission();
    const pushed = own.push(server.send, 'meadow', [operation]);
    await expect
      .poll(() => server.database.sql`select 1 from op_ledger where op_id = ${operation.opId}`)
      .toHaveLength(1);
    // Stored, and not told: its outcome has to wait for the number before it.
    expect((await own.changes(server.send, 'meadow', cursor)).changes).toEqual([]);
    gate.resolve();
    await Promise.all([late, pushed]);
    const { changes } = await own.changes(server.send, 'meadow', cursor);
    expect(changes.map((each) => each.seq)).toEqual([seq, expect.any(Number)]);
  });
});

describe('what no log may hold (promise 5)', () => {
  it('a push leaves nothing of the patient in the log', async () => {
    await device.push(server.send, 'meadow', [submission()]);
    expect(server.log()).not.toMatch(/Rosa|Quill|4155550111/);
  });
});

describe('the ledger (promise 1)', () => {
  it('can neither lose a row nor change what a device has handed over', async () => {
    const { sql } = server.database;
    await device.push(server.send, 'meadow', [submission()]);
    await expect(sql`delete from op_ledger`).rejects.toThrow('append-only');
    await expect(sql`update op_ledger set envelope = ''`).rejects.toThrow('never changes');
  });
});
