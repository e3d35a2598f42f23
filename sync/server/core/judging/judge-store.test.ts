import { createHash, randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { receiptSchema } from '../../../protocol/wire.ts';
import { newSealingKey } from '../../../seal/hpke.ts';
import { problem } from '../../base/problems.ts';
import { type TestDatabase, useTestDatabase } from '../../testing/test-database.ts';
import { intake, type SealingTarget, sealed, sealedTo } from '../../testing/test-device.ts';
import { createTestJudgeStore, kinds } from '../../testing/test-kinds.ts';
import { openTestSigner } from '../../testing/test-signer.ts';
import { createPostgresLedger } from '../ingest/postgres-ledger.ts';
import { heldUnread } from './judge.ts';
import type { ReceivedOperation, Verdict } from './verdict.ts';

type Operation = ReturnType<typeof sealed>;
const device = createHash('sha256').update('device').digest('base64url');

const applied = (operation: ReceivedOperation): Verdict => ({
  ...heldUnread(kinds, operation, 'JUDGING_FAILED'),
  outcome: 'applied',
  problem: undefined,
});

function openStore({ sql }: TestDatabase) {
  const signer = openTestSigner();
  const ledger = createPostgresLedger(sql);
  return {
    sql,
    ledger,
    store: createTestJudgeStore(sql, signer),
    async receive(...operations: Operation[]) {
      await ledger.store(
        'meadow',
        device,
        operations.map((operation) => ({
          opId: operation.opId,
          operation,
          envelope: Buffer.from(operation.envelope, 'base64url'),
          receivedAt: new Date(),
          keyId: signer.keyId,
          skewSeconds: 0,
        })),
      );
      return operations.map(({ opId }) => ({ vendor: 'meadow', opId }));
    },
  };
}

describe('a batch of judging', () => {
  it('keeps the order of a lane within itself, and numbers outcomes by it', async () => {
    const { store, receive, ledger } = openStore(await useTestDatabase());
    const lane = `intake:${randomUUID()}`;
    // The later one has the smaller id: neither ids nor arrival order a lane.
    const [second, first] = [
      sealed('intake.submit', {}, { lane, laneNo: 2 }),
      sealed('intake.submit', {}, { lane }),
    ];
    const names = await receive(second, first);
    const rounds: string[][] = [];
    const judged = await store.judge(names, async (operations) => {
      rounds.push(operations.map(({ opId }) => opId));
      return operations.map(applied);
    });
    expect(rounds).toEqual([[first.opId], [second.opId]]);
    expect(judged.map(({ opId }) => opId)).toEqual([first.opId, second.opId]);
    const rows = await ledger.find('meadow', [first.opId, second.opId]);
    expect(rows.get(first.opId)?.seq).toBeLessThan(rows.get(second.opId)?.seq ?? 0);
  });

  it('tells an operation that what it follows is held, though both are in it', async () => {
    const { store, receive } = openStore(await useTestDatabase());
    const first = sealed('intake.submit', {});
    const names = await receive(
      first,
      sealed('intake.submit', {}, { after: [first.opId] }),
      sealed('intake.submit', {}),
    );
    const follows: boolean[] = [];
    await store.judge(names, async (operations) =>
      operations.map((operation) => {
        follows.push(operation.followsHeld);
        return operation.opId === first.opId
          ? heldUnread(kinds, operation, 'JUDGING_FAILED')
          : applied(operation);
      }),
    );
    expect(follows).toEqual([false, false, true]);
  });

  it('holds operations that wait for each other, and what follows them: no app makes such a circle', async () => {
    const { store, receive, ledger } = openStore(await useTestDatabase());
    const lane = `intake:${randomUUID()}`;
    const first = sealed('intake.submit', {}, { lane });
    const second = sealed('intake.submit', {}, { lane, laneNo: 2 });
    // It claims the first place as well, and comes after what comes after it.
    const third = sealed('intake.submit', {}, { lane, after: [second.opId] });
    const fourth = sealed('intake.submit', {}, { after: [third.opId] });
    const names = await receive(first, second, third, fourth);
    const told = new Map<string, boolean>();
    await store.judge(names, async (operations) => {
      for (const { opId, followsHeld } of operations) told.set(opId, followsHeld);
      return operations.map((one) =>
        one.followsHeld ? heldUnread(kinds, one, 'PREDECESSOR_HELD') : applied(one),
      );
    });
    expect([first, second, third, fourth].map(({ opId }) => told.get(opId))).toEqual([
      false,
      true,
      true,
      true,
    ]);
    const rows = await ledger.find(
      'meadow',
      [first, second, third, fourth].map(({ opId }) => opId),
    );
    expect([...rows.values()].filter(({ outcome }) => outcome === 'received')).toEqual([]);
  });

  it('stores nothing of it where one verdict is missing', async () => {
    const { store, receive } = openStore(await useTestDatabase());
    const names = await receive(sealed('intake.submit', {}), sealed('intake.submit', {}));
    await expect(store.judge(names, async ([first]) => (first ? [applied(first)] : []))).rejects.toThrow();
    expect(await store.findUnjudged(0, 10)).toEqual(names);
  });

  it("stores each receipt's text once, as every sender got it", async () => {
    const { store, receive, sql } = openStore(await useTestDatabase());
    const names = await receive(sealed('intake.submit', {}));
    await store.judge(names, async (operations) => operations.map(applied));
    const [row] = await sql<[{ receipt: string; seq: string; judged_seq: string }]>`
      select receipt, seq, judged_seq from op_ledger`;
    expect(receiptSchema.parse(JSON.parse(row.receipt))).toMatchObject({
      opId: names[0]?.opId,
      seq: Number(row.seq),
    });
    expect(Number(row.judged_seq)).toBeGreaterThan(Number(row.seq));
  });

  it('leaves to another process what that one is judging', async () => {
    const { store, receive } = openStore(await useTestDatabase());
    const names = await receive(sealed('intake.submit', {}), sealed('intake.submit', {}));
    const judged = await store.judge(names.slice(0, 1), async (operations) => {
      const other = await store.judge(names, async (rest) => rest.map(applied));
      expect(other.map(({ opId }) => opId)).toEqual([names[1]?.opId]);
      return operations.map(applied);
    });
    expect(judged).toHaveLength(1);
  });

  it('finds what is unjudged page by page, safety operations named as urgent', async () => {
    const { store, receive } = openStore(await useTestDatabase());
    const names = await receive(
      sealed('intake.submit', {}),
      sealed('safety.alert', {}),
      sealed('intake.submit', {}),
    );
    const first = await store.findUnjudged(0, 2);
    const rest = await store.findUnjudged(0, 2, first.at(-1));
    expect([...first, ...rest]).toEqual([names[0], { ...names[1], urgent: true }, names[2]]);
    expect(await store.findUnjudged(60_000, 10)).toEqual([]);
  });
});

describe('what is held without its key', () => {
  it('is found with the id of its key, page by page, and judged again', async () => {
    const { store, receive, sql } = openStore(await useTestDatabase());
    const { publicKey } = await newSealingKey();
    const target: SealingTarget = {
      vendor: 'meadow',
      keyId: 'a'.repeat(16),
      publicKey: Buffer.from(publicKey).toString('base64url'),
    };
    const operations = await Promise.all([1, 2, 3].map(() => sealedTo(target, 'intake.submit', intake('x'))));
    const names = await receive(...operations, sealed('intake.submit', {}));
    const keyless = new Set(operations.map(({ opId }) => opId));
    await store.judge(names, async (all) =>
      all.map((one) =>
        heldUnread(kinds, one, keyless.has(one.opId) ? 'ENVELOPE_KEY_UNKNOWN' : 'ENVELOPE_UNREADABLE'),
      ),
    );
    const first = await store.findKeyless(2);
    const rest = await store.findKeyless(2, first.at(-1));
    const found = [...first, ...rest];
    expect(new Set(found.map(({ opId }) => opId))).toEqual(keyless);
    expect(new Set(found.map(({ keyId }) => keyId))).toEqual(new Set([target.keyId]));
    await sql`update inbox_items set resolved_at = now(), note = 'seen'`;
    const judged = await store.judge(names, async (all) => all.map(applied));
    expect(new Set(judged.map(({ opId }) => opId))).toEqual(keyless);
    expect(await store.findKeyless(10)).toEqual([]);
    const items = await sql<{ id: string; held: boolean; resolved: boolean }[]>`
      select id, held, resolved_at is not null as resolved from inbox_items`;
    for (const { id, held, resolved } of items)
      expect([held, resolved]).toEqual(keyless.has(id) ? [false, false] : [true, true]);
  });

  it('is told by the type of its problem, which is stored first', () => {
    expect(JSON.stringify(problem('ENVELOPE_KEY_UNKNOWN', { detail: 'Key x.' }))).toMatch(
      /^\{"type":"urn:carefront:problem:envelope-key-unknown"/,
    );
  });
});
