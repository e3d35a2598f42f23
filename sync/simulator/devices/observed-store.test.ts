import { expect, test } from 'vitest';
import type { EnvelopeRow, OutboxRow } from '../../client/store/rows.ts';
import { createChance } from '../base/chance.ts';
import { createLife } from '../base/life.ts';
import { createScheduler } from '../base/scheduler.ts';
import { createMemoryDisk } from '../disks/disk.ts';
import type { DiskFault } from '../disks/disk-faults.ts';
import { observeStore } from './observed-store.ts';

const operation: OutboxRow = {
  ...{ opId: 'op', session: 's', subjectId: 's', lane: 'edit:s', laneNo: 1, kind: 'made-up.edit', v: 1 },
  ...{ owner: 'own', blobs: [], code: 'K7-42QF', queuedAt: '2026-11-20T10:00:00.000+01:00' },
  ...{ capturedAt: { wall: '', tz: '', mono: 0, boot: '' }, sha256: '', size: 1 },
  ...{ state: 'queued', attempts: 0, nextAt: 0, kept: true },
};
const envelope: EnvelopeRow = { opId: 'op', subjectId: 's', bytes: new Uint8Array([1]) };

/** Queues an operation over storage that fails so. */
async function queueOver(fault?: DiskFault) {
  const scheduler = createScheduler(0);
  const disk = createMemoryDisk(scheduler, createChance('disk'));
  const seen: string[] = [];
  const store = disk.connect({
    life: createLife(),
    faults: () => (fault === undefined ? undefined : { fault, probability: 1 }),
    observe: (each) =>
      observeStore(each, {
        stored: async () => undefined,
        viewed: () => undefined,
        queued: (row, { bytes }) => seen.push(`${row.opId} ${bytes?.join()}`),
      }),
  });
  const put = async () =>
    await store.write(['outbox', 'envelopes'], async (transaction) => {
      await transaction.put('outbox', operation);
      await transaction.put('envelopes', envelope);
    });
  let heard: unknown = 'nothing';
  void put().then(
    () => {
      heard = 'stored';
    },
    (error: { readonly code: string }) => {
      heard = error.code;
    },
  );
  await scheduler.runFor(10_000);
  const stored = await disk
    .connect({ life: createLife(), faults: () => undefined })
    .read(['outbox'], (transaction) => transaction.all('outbox'));
  return { heard, seen, stored: stored.length, store };
}

test('an operation is seen with its envelope when it is queued', async () => {
  expect(await queueOver()).toMatchObject({ heard: 'stored', stored: 1, seen: ['op 1'] });
});

test('also where its page is never told that it was stored', async () => {
  expect(await queueOver('unheard')).toMatchObject({ heard: 'timeout', stored: 1, seen: ['op 1'] });
});

test('what is written of it later isn’t queueing', async () => {
  const { store, seen } = await queueOver();
  await store.write(['outbox', 'envelopes'], async (transaction) => {
    await transaction.put('outbox', { ...operation, state: 'receipt' });
    await transaction.delete('envelopes', 'op');
  });
  expect(seen).toEqual(['op 1']);
});
