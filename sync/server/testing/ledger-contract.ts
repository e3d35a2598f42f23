/**
 * What every {@link Ledger} and {@link JudgeStore} holds: PostgreSQL's (`core/ingest/postgres-ledger.test.ts`) and the simulator's twin.
 * The rules above them rely on nothing else.
 */
import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { positionName } from '../../protocol/lane-position.ts';
import { intakeSubmit } from '../../protocol/operations/intake-submit.ts';
import {
  lendMadeUpKinds,
  madeUpKind,
  madeUpUrgentKind,
} from '../../protocol/operations/testing/made-up-kind.ts';
import type { Operation } from '../../protocol/wire.ts';
import type { Ledger, NewLedgerRow, StoredRows } from '../core/ingest/ledger.ts';
import type { JudgeStore } from '../core/judging/judge-store.ts';
import type { ReceivedOperation, Verdict } from '../core/judging/verdict.ts';
import { inboxItem, nothingFound, nothingKnown } from '../features/inbox/operations.ts';
import { newOpId, sealed } from './test-device.ts';

export interface LedgerUnderTest {
  readonly ledger: Ledger;
  readonly judgeStore: JudgeStore;
  /** Has the device deliver a blob in full. */
  deliverBlob(vendor: string, device: string, sha256: string): Promise<void>;
  close(): Promise<void>;
}

const KEY_ID = '0123456789abcdef';
const receivedAt = new Date('2026-05-04T10:00:00.123Z');

function rowOf(kind: string, over: Partial<Operation>): NewLedgerRow {
  const operation = sealed(kind, { session: randomUUID() }, over);
  return {
    opId: operation.opId.toLowerCase(),
    operation,
    envelope: Buffer.from(operation.envelope, 'base64url'),
    receivedAt,
    keyId: KEY_ID,
    skewSeconds: 3,
  };
}

function verdict(outcome: Verdict['outcome'] = 'applied'): Verdict {
  return {
    outcome,
    problem: outcome === 'held' ? { type: 'urn:test', title: 'Held', code: 'HELD' } : undefined,
    effects: inboxItem.of({
      kind: 'case',
      session: randomUUID(),
      triage: 'routine',
      late: false,
      dueAt: receivedAt.toISOString(),
      summary: nothingKnown,
      judgement: nothingFound,
    }),
  };
}

const decideAll = (outcome?: Verdict['outcome']) => async (operations: readonly ReceivedOperation[]) =>
  operations.map(() => verdict(outcome));

type NewRow = (over?: Partial<Operation>) => NewLedgerRow;

const someVendor = () => `v-${randomUUID().slice(0, 8)}`;
const someDevice = () => createHash('sha256').update(randomUUID()).digest('base64url');
const seqOf = (stored: StoredRows, opId: string) => stored.rows.get(opId)?.seq ?? Number.NaN;

function describeStoring(contract: LedgerUnderTest, newRow: NewRow): void {
  describe('storing', () => {
    it('stores new rows, and tells what they are', async () => {
      const [vendor, device] = [someVendor(), someDevice()];
      const rows = [newRow(), newRow()];
      const stored = await contract.ledger.store(vendor, device, rows);
      expect(stored.fresh).toEqual(new Set(rows.map(({ opId }) => opId)));
      const { epoch } = await contract.ledger.epoch(vendor);
      expect(stored.epoch).toBe(epoch);
      for (const { opId, operation } of rows) {
        const row = stored.rows.get(opId);
        expect(row).toMatchObject({ opId, sha256: operation.sha256, outcome: 'received' });
        expect(row?.received).toEqual({ seq: row?.seq, epoch, receivedAt, keyId: KEY_ID });
        expect(row?.receipt).toBeUndefined();
        expect(row?.problem).toBeUndefined();
      }
    });

    it('finds what is stored, and nothing of another vendor', async () => {
      const [vendor, device, row] = [someVendor(), someDevice(), newRow()];
      const stored = await contract.ledger.store(vendor, device, [row]);
      const found = await contract.ledger.find(vendor, [row.opId, newOpId()]);
      expect([...found]).toEqual([...stored.rows]);
      expect(await contract.ledger.find(someVendor(), [row.opId])).toEqual(new Map());
      expect(await contract.ledger.find(vendor, [])).toEqual(new Map());
    });

    it('stores an operation once - stored again, by another device, with another body', async () => {
      const [vendor, row] = [someVendor(), newRow()];
      const first = await contract.ledger.store(vendor, someDevice(), [row]);
      const again = await contract.ledger.store(vendor, someDevice(), [newRow({ opId: row.opId }), newRow()]);
      expect(again.fresh.has(row.opId)).toBe(false);
      expect(again.fresh.size).toBe(1);
      expect(again.rows.get(row.opId)).toEqual(first.rows.get(row.opId));
    });

    it('stores an operation once - all of its senders at the same time', async () => {
      const vendor = someVendor();
      const rows = Array.from({ length: 8 }, () => newRow());
      const answers = await Promise.all(
        Array.from({ length: 12 }, (_, index) =>
          contract.ledger.store(vendor, someDevice(), index % 2 ? rows : rows.toReversed()),
        ),
      );
      for (const { opId } of rows) {
        expect(answers.filter(({ fresh }) => fresh.has(opId))).toHaveLength(1);
        for (const { rows: told } of answers) expect(told.get(opId)).toEqual(answers[0]?.rows.get(opId));
      }
    });

    it('keeps the same id of two vendors apart', async () => {
      const [one, other, row] = [someVendor(), someVendor(), newRow()];
      const both = await Promise.all(
        [one, other].map((to) => contract.ledger.store(to, someDevice(), [row])),
      );
      expect(both.every(({ fresh }) => fresh.has(row.opId))).toBe(true);
      expect(new Set(both.map(({ epoch }) => epoch)).size).toBe(2);
    });

    it('gives each row a number of its own, above all that were given before', async () => {
      const [vendor, device] = [someVendor(), someDevice()];
      let last = 0;
      for (let round = 0; round < 4; round++) {
        const rows = [newRow(), newRow()];
        const stored = await contract.ledger.store(vendor, device, rows);
        const seqs = rows.map(({ opId }) => seqOf(stored, opId));
        expect(new Set(seqs).size).toBe(2);
        expect(Math.min(...seqs)).toBeGreaterThan(last);
        last = Math.max(...seqs);
      }
    });

    it('takes nothing, and a number as large as a number can be', async () => {
      const [vendor, device] = [someVendor(), someDevice()];
      expect((await contract.ledger.store(vendor, device, [])).rows).toEqual(new Map());
      const far = newRow({ laneNo: Number.MAX_SAFE_INTEGER, after: [newOpId()], blobs: ['a'.repeat(64)] });
      expect((await contract.ledger.store(vendor, device, [far])).fresh).toEqual(new Set([far.opId]));
    });
  });
}

function describePositionsAndBlobs(contract: LedgerUnderTest, newRow: NewRow): void {
  describe('positions and blobs', () => {
    it('knows which positions of a device are taken', async () => {
      const [vendor, device, row] = [someVendor(), someDevice(), newRow({ laneNo: 2 })];
      await contract.ledger.store(vendor, device, [row]);
      const { lane } = row.operation;
      const wanted = [1, 2, 3].map((laneNo) => ({ lane, laneNo }));
      const taken = new Set([positionName({ lane, laneNo: 2 })]);
      expect(await contract.ledger.findPositions(vendor, device, wanted)).toEqual(taken);
      expect(await contract.ledger.findPositions(vendor, someDevice(), wanted)).toEqual(new Set());
      expect(await contract.ledger.findPositions(someVendor(), device, wanted)).toEqual(new Set());
      expect(await contract.ledger.findPositions(vendor, device, [])).toEqual(new Set());
    });

    it('knows which blobs a device has delivered', async () => {
      const [vendor, device] = [someVendor(), someDevice()];
      const [there, missing] = ['b'.repeat(64), 'c'.repeat(64)];
      await contract.deliverBlob(vendor, device, there);
      expect(await contract.ledger.findBlobs(vendor, device, [there, missing])).toEqual(new Set([there]));
      expect(await contract.ledger.findBlobs(vendor, someDevice(), [there])).toEqual(new Set());
      expect(await contract.ledger.findBlobs(someVendor(), device, [there])).toEqual(new Set());
      expect(await contract.ledger.findBlobs(vendor, device, [])).toEqual(new Set());
    });
  });
}

function describeEpochs(contract: LedgerUnderTest, newRow: NewRow): void {
  describe('epochs', () => {
    it('are minted once, however many ask at once', async () => {
      const vendor = someVendor();
      const asked = await Promise.all([
        ...Array.from({ length: 4 }, () => contract.ledger.epoch(vendor)),
        ...Array.from({ length: 4 }, () => contract.ledger.store(vendor, someDevice(), [newRow()])),
      ]);
      expect(new Set(asked.map(({ epoch }) => epoch)).size).toBe(1);
      expect(asked.every(({ safeThrough }) => safeThrough === 0)).toBe(true);
      expect((await contract.ledger.epoch(someVendor())).epoch).not.toBe(asked[0]?.epoch);
    });

    it('are replaced where the one that is named is current, and only then', async () => {
      const vendor = someVendor();
      const { epoch } = await contract.ledger.epoch(vendor);
      const minted = await Promise.all([1, 2, 3].map(() => contract.ledger.mintEpoch(vendor, epoch)));
      expect(new Set(minted.map((one) => one.epoch)).size).toBe(1);
      expect(minted[0]?.epoch).not.toBe(epoch);
      expect(await contract.ledger.epoch(vendor)).toEqual(minted[0]);
      expect(await contract.ledger.mintEpoch(vendor, epoch)).toEqual(minted[0]);
    });

    it('stay with the rows that were stored in them', async () => {
      const [vendor, device, early, late] = [someVendor(), someDevice(), newRow(), newRow()];
      const before = await contract.ledger.store(vendor, device, [early]);
      const minted = await contract.ledger.mintEpoch(vendor, before.epoch);
      const after = await contract.ledger.store(vendor, device, [early, late]);
      expect(after.epoch).toBe(minted.epoch);
      expect(after.rows.get(early.opId)?.received.epoch).toBe(before.epoch);
      expect(after.rows.get(late.opId)?.received.epoch).toBe(minted.epoch);
    });
  });
}

function describeJudging(contract: LedgerUnderTest, newRow: NewRow): void {
  describe('judging', () => {
    it('takes each operation once, and gives its outcome a number of its own', async () => {
      const [vendor, device, row] = [someVendor(), someDevice(), newRow()];
      const stored = await contract.ledger.store(vendor, device, [row]);
      const names = [{ vendor, opId: row.opId }];
      const seen: ReceivedOperation[] = [];
      const judged = await Promise.all(
        [1, 2, 3].map(() =>
          contract.judgeStore.judge(names, async (operations) => {
            seen.push(...operations);
            return operations.map(() => verdict('held'));
          }),
        ),
      );
      expect(seen).toHaveLength(1);
      expect(seen[0]).toMatchObject({ vendor, opId: row.opId, device, lane: row.operation.lane });
      expect(Buffer.from(seen[0]?.envelope ?? [])).toEqual(Buffer.from(row.envelope));
      expect(judged.flat()).toEqual([{ vendor, opId: row.opId, device, outcome: 'held' }]);
      const found = (await contract.ledger.find(vendor, [row.opId])).get(row.opId);
      expect(found).toMatchObject({ outcome: 'held', problem: { code: 'HELD' } });
      expect(found?.seq).toBeGreaterThan(seqOf(stored, row.opId));
      expect(found?.received).toEqual(stored.rows.get(row.opId)?.received);
      expect(found?.receipt).toContain(row.opId);
    });

    it('leaves an operation alone until its predecessor in the lane is judged', async () => {
      const [vendor, device, first] = [someVendor(), someDevice(), newRow()];
      const second = newRow({ lane: first.operation.lane, laneNo: 2 });
      await contract.ledger.store(vendor, device, [first, second]);
      const name = ({ opId }: NewLedgerRow) => ({ vendor, opId });
      expect(await contract.judgeStore.judge([name(second)], decideAll())).toEqual([]);
      expect(await contract.judgeStore.judge([name(first)], decideAll())).toHaveLength(1);
      expect(await contract.judgeStore.judge([name(second)], decideAll())).toHaveLength(1);
    });

    it('stores nothing where deciding fails, and finds the operation again', async () => {
      const [vendor, device, row] = [someVendor(), someDevice(), newRow()];
      await contract.ledger.store(vendor, device, [row]);
      const name = { vendor, opId: row.opId };
      const fails = () => Promise.reject(new Error('no'));
      await contract.judgeStore.judge([name], fails).catch(() => undefined);
      expect((await contract.ledger.find(vendor, [row.opId])).get(row.opId)?.outcome).toBe('received');
      expect(await contract.judgeStore.findUnjudged(0, 1000)).toContainEqual(expect.objectContaining(name));
      await contract.judgeStore.judge([name], decideAll());
      expect(await contract.judgeStore.findUnjudged(0, 1000)).not.toContainEqual(
        expect.objectContaining(name),
      );
    });
  });
}

function describeChanges(contract: LedgerUnderTest, newRow: NewRow): void {
  const changesOf = (vendor: string, device: string, after = 0, limit = 100) =>
    contract.ledger.changes(vendor, device, after, limit);

  describe('changes', () => {
    it('tell of outcomes, of that device alone, oldest first', async () => {
      const [vendor, device, other] = [someVendor(), someDevice(), someDevice()];
      const [mine, foreign] = [[newRow(), newRow(), newRow()], newRow()];
      await contract.ledger.store(vendor, device, mine);
      await contract.ledger.store(vendor, other, [foreign]);
      expect(await changesOf(vendor, device)).toEqual([]);
      for (const { opId } of [...mine, foreign])
        await contract.judgeStore.judge([{ vendor, opId }], decideAll());
      const changes = await changesOf(vendor, device);
      expect(changes.map(({ id, type, outcome }) => [id, type, outcome])).toEqual(
        mine.map(({ opId }) => [opId, 'operation', 'applied']),
      );
      const seqs = changes.map(({ seq }) => seq);
      expect(seqs).toEqual(seqs.toSorted((a, b) => a - b));
      const found = await contract.ledger.find(
        vendor,
        mine.map(({ opId }) => opId),
      );
      expect(seqs).toEqual(mine.map(({ opId }) => found.get(opId)?.seq));
      expect(await changesOf(someVendor(), device)).toEqual([]);
    });

    it('go on after a number, and stop at the limit', async () => {
      const [vendor, device] = [someVendor(), someDevice()];
      const rows = [newRow(), newRow(), newRow()];
      await contract.ledger.store(vendor, device, rows);
      for (const { opId } of rows) await contract.judgeStore.judge([{ vendor, opId }], decideAll());
      const all = await changesOf(vendor, device);
      expect(await changesOf(vendor, device, 0, 2)).toEqual(all.slice(0, 2));
      expect(await changesOf(vendor, device, all[0]?.seq)).toEqual(all.slice(1));
      expect(await changesOf(vendor, device, all.at(-1)?.seq)).toEqual([]);
    });
  });
}

/** @param create opens an empty one; each vendor that a test names is new to it. */
export function describeLedger(name: string, create: () => Promise<LedgerUnderTest>): void {
  // A ledger knows no kind: what it does with a form it does with one that nobody knows.
  const kinds = [intakeSubmit.kind, madeUpKind.kind, madeUpUrgentKind.kind];
  describe.each(kinds)(`${name} holds the contract of a ledger - %s`, (kind) => {
    const newRow: NewRow = (over = {}) => rowOf(kind, over);
    let opened: LedgerUnderTest;
    let takeBack = () => {};
    beforeAll(async () => {
      takeBack = lendMadeUpKinds();
      opened = await create();
    });
    afterAll(async () => {
      await opened.close();
      takeBack();
    });
    /** Opened before the first test, and not yet where the tests are described. */
    const contract: LedgerUnderTest = {
      get ledger() {
        return opened.ledger;
      },
      get judgeStore() {
        return opened.judgeStore;
      },
      deliverBlob: (...names) => opened.deliverBlob(...names),
      close: () => opened.close(),
    };
    for (const describePart of [
      describeStoring,
      describePositionsAndBlobs,
      describeEpochs,
      describeJudging,
      describeChanges,
    ])
      describePart(contract, newRow);
  });
}
