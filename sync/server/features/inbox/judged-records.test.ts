/** Batches of judging as the records see them: of several vendors and persons, judged again, or not stored after all. */
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { problem } from '../../base/problems.ts';
import { createPostgresLedger } from '../../core/ingest/postgres-ledger.ts';
import { heldUnread } from '../../core/judging/judge.ts';
import { createJudgeStore } from '../../core/judging/judge-store.ts';
import type { ApplyBatch, ReceivedOperation, Verdict } from '../../core/judging/verdict.ts';
import { createReader, openRecords } from '../../core/records/testing/open-records.ts';
import { type TestDatabase, useTestDatabase } from '../../testing/test-database.ts';
import { sealed } from '../../testing/test-device.ts';
import { kinds } from '../../testing/test-kinds.ts';
import { createTestPatients } from '../../testing/test-patients.ts';
import { openTestSigner } from '../../testing/test-signer.ts';
import { patients as service } from '../accounts/patients.ts';
import { openCaseRecords } from './case-records.ts';
import { createItemStore } from './store-items.ts';

const keyless = (operation: ReceivedOperation): Verdict =>
  heldUnread(kinds, operation, 'ENVELOPE_KEY_UNKNOWN');
const applied = (operation: ReceivedOperation): Verdict => ({
  ...keyless(operation),
  outcome: 'applied',
  problem: undefined,
});
const decideBy =
  (verdict: (operation: ReceivedOperation) => Verdict) => async (all: readonly ReceivedOperation[]) =>
    all.map(verdict);

function openBatches({ sql }: TestDatabase, others: readonly ApplyBatch[] = []) {
  const patients = createTestPatients();
  const services = new Map<string, unknown>();
  service.provide({ services }, patients.service);
  const signer = openTestSigner();
  const now = () => new Date();
  const ledger = createPostgresLedger(sql);
  const applies = [createItemStore(undefined, openCaseRecords({ services })), ...others];
  const { read } = openRecords(sql);
  return {
    patients,
    store: createJudgeStore({ sql, now, signer, kinds, applies }),
    async receive(vendor: string, operation = sealed('intake.submit', {})) {
      const envelope = Buffer.from(operation.envelope, 'base64url');
      const { opId } = operation;
      const facts = { receivedAt: now(), keyId: signer.keyId, skewSeconds: 0 };
      await ledger.store(vendor, 'a device', [{ opId, operation, envelope, ...facts }]);
      return { vendor, opId };
    },
    newPerson(vendor: string) {
      const name = { vendor, person: randomUUID() };
      return { ...name, reader: createReader(read, name) };
    },
  };
}

describe('a batch of judging', () => {
  it('publishes for the persons of all its vendors', async () => {
    const { receive, newPerson, patients, store } = openBatches(await useTestDatabase());
    const persons = ['meadow', 'meadow', 'brook'].map(newPerson);
    const operations: { readonly vendor: string; readonly opId: string }[] = [];
    for (const { vendor, person } of persons)
      for (let count = 0; count < 2; count++) {
        const operation = await receive(vendor);
        patients.give({ ...operation, person });
        operations.push(operation);
      }
    const nobodys = await receive('meadow');
    await store.judge([...operations, nobodys], decideBy(applied));
    for (const [index, { reader }] of persons.entries()) {
      const [page] = await reader.pull();
      const own = operations.slice(index * 2, index * 2 + 2).map(({ opId }) => opId);
      expect(page).toMatchObject({ head: 4 });
      expect(new Set(page?.records.map(({ id }) => id))).toEqual(new Set(own));
      expect(new Set(page?.settled.map(({ opId }) => opId))).toEqual(new Set(own));
    }
  });

  it('keeps apart what two vendors know by the same id', async () => {
    const { receive, newPerson, patients, store } = openBatches(await useTestDatabase());
    const [here, there] = [newPerson('meadow'), newPerson('brook')];
    const operation = sealed('intake.submit', {});
    const both = [await receive('meadow', operation), await receive('brook', operation)];
    patients.give({ vendor: 'meadow', opId: operation.opId, person: here.person });
    await store.judge(both, decideBy(applied));
    const stranger = newPerson('brook');
    expect((await here.reader.pull())[0]?.records).toHaveLength(1);
    for (const { reader } of [there, stranger]) expect(await reader.pull()).toMatchObject([{ head: 0 }]);
  });

  it('publishes nothing where another feature can’t store its part', async () => {
    let isFailing = true;
    const { receive, newPerson, patients, store } = openBatches(await useTestDatabase(), [
      async () => {
        if (isFailing) throw new Error('It fails.');
      },
    ]);
    const { reader, person } = newPerson('meadow');
    const operation = await receive('meadow');
    patients.give({ ...operation, person });
    await expect(store.judge([operation], decideBy(applied))).rejects.toMatchObject({
      cause: { message: 'It fails.' },
    });
    expect(await reader.pull()).toMatchObject([{ head: 0, records: [], settled: [] }]);
    isFailing = false;
    await store.judge([operation], decideBy(applied));
    expect(await reader.pull()).toMatchObject([{ head: 2, records: [{ seq: 1 }], settled: [{ seq: 2 }] }]);
  });
});

describe('what is judged again, once its key is there', () => {
  it('is no longer held in its record, though staff had handled it', async () => {
    const database = await useTestDatabase();
    const { receive, newPerson, patients, store } = openBatches(database);
    const { reader, person } = newPerson('meadow');
    const operation = await receive('meadow');
    patients.give({ ...operation, person });
    await store.judge([operation], decideBy(keyless));
    const [held] = await reader.pull();
    expect(held).toMatchObject({
      records: [{ body: { status: 'held' } }],
      settled: [{ outcome: 'held', problem: { code: problem('ENVELOPE_KEY_UNKNOWN').code } }],
    });
    await database.sql`update inbox_items set resolved_at = now()`;
    await store.judge([operation], decideBy(applied));
    const [page] = await reader.pull();
    expect(page?.resync).toBeUndefined();
    expect(page).toMatchObject({
      records: [{ id: operation.opId, body: { status: 'received' } }],
      settled: [{ outcome: 'applied' }],
    });
  });

  it('leaves the person’s view where it is no case after all (2.3, invariant 6)', async () => {
    const { receive, newPerson, patients, store } = openBatches(await useTestDatabase());
    const { reader, person } = newPerson('meadow');
    const operation = await receive('meadow');
    patients.give({ ...operation, person });
    await store.judge([operation], decideBy(keyless));
    await reader.pull();
    expect(reader.base().size).toBe(1);
    await store.judge(
      [operation],
      decideBy((one) => ({ ...applied(one), effects: {} })),
    );
    expect(await reader.pull()).toMatchObject([
      {
        records: [{ id: operation.opId, body: null, reason: 'withdrawn' }],
        settled: [{ opId: operation.opId, outcome: 'applied' }],
      },
    ]);
    expect(reader.base().size).toBe(0);
  });
});
