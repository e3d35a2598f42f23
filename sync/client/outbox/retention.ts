/** What may leave the device, and when. Nothing that is not delivered ever does. */

import type { Clock } from '../base/ports.ts';
import { deleteBlobs } from '../blobs/blob-rows.ts';
import type { OutboxRow, TableName } from '../store/rows.ts';
import { isSafe, recallServer, type ServerMemory } from '../store/server-memory.ts';
import type { Store, WriteTransaction } from '../store/store.ts';
import { openState } from './open-state.ts';

const DAY_MS = 24 * 3_600_000;
/** Envelopes stay that long even where a backup covers them: an operator may restore an older one. */
export const ENVELOPE_DAYS = 14;
/** A shared device forgets even that something was sent: long enough to read the code to somebody at the desk. */
export const SHARED_ROW_MS = DAY_MS;
/** A start-up probe that was cut short. */
export const PROBE_MS = 60 * 60_000;
/** A blob that belongs to nothing: its draft was never stored, or the operation goes without it. */
export const ORPHAN_MS = DAY_MS;

const tables: readonly TableName[] = [
  'outbox',
  'envelopes',
  'copies',
  'drafts',
  'blobs',
  'blobBodies',
  'uploads',
  'keys',
  'meta',
  'account',
  'recordState',
];

async function forgetRow(transaction: WriteTransaction, row: OutboxRow): Promise<void> {
  await transaction.delete('outbox', row.opId);
  if ((await transaction.by('outbox', 'lane', row.lane)).length === 0)
    await transaction.delete('meta', `lane:${row.lane}`);
}

/** @param now reading of {@link Clock.now}. */
async function sweepOrphans(transaction: WriteTransaction, now: number): Promise<void> {
  const named = new Set((await transaction.all('outbox')).flatMap((row) => (row.kept ? row.blobs : [])));
  for (const blob of await transaction.all('blobs')) {
    if (named.has(blob.sha256) || (await transaction.get('drafts', blob.draftId)) !== undefined) continue;
    if (now - blob.at >= ORPHAN_MS) await deleteBlobs(transaction, [blob.sha256]);
    // The clock was far ahead when it was picked: its day begins now.
    else if (blob.at > now) await transaction.put('blobs', { ...blob, at: now });
  }
}

/**
 * When the server stored it, ms since 1970, by its receipt: after a restore it may have been stored again, long after it was settled first, and
 * backups from before that don't have it.
 */
function storedAt(row: OutboxRow): number {
  return row.receipt === undefined ? Number.POSITIVE_INFINITY : Date.parse(row.receipt.receivedAt);
}

/** Of the operations of who is signed in, whether their records don't hold yet what became of it: the view shows its readable copy in their place. */
async function openOf(transaction: WriteTransaction): Promise<(row: OutboxRow) => boolean> {
  const account = await transaction.get('account', 'account');
  const { state: signedIn, person } = account ?? {};
  if (signedIn !== 'signed-in' || person === undefined) return () => false;
  const state = await transaction.get('recordState', person);
  return (row) => openState(row, person, state?.base, []) !== undefined;
}

/**
 * How long the server is known to have had it, ms. By what it was heard to say, never by this device's clock: while the device was off, an
 * older backup may have been put back.
 */
function provenFor(row: OutboxRow, server: ServerMemory): number {
  return (server.pushedAt ?? 0) - storedAt(row);
}

/** Whether something would go, if only the server were seen to have it still: worth a push of nothing but witnesses. */
export async function awaitsProof({
  store,
  clock,
}: {
  readonly store: Store;
  readonly clock: Pick<Clock, 'now'>;
}): Promise<boolean> {
  return await store.read(['outbox', 'meta'], async (transaction) => {
    const server = await recallServer(transaction);
    const now = clock.now() - server.skewMs;
    return (await transaction.all('outbox')).some(
      (row) =>
        (row.state === 'receipt' || row.state === 'held') &&
        row.kept &&
        isSafe(row, server) &&
        now - storedAt(row) >= ENVELOPE_DAYS * DAY_MS &&
        provenFor(row, server) < ENVELOPE_DAYS * DAY_MS,
    );
  });
}

/** @param copyDays days that the readable copy of a sent form stays on the patient's own device. */
export async function sweep(
  dependencies: { readonly store: Store; readonly clock: Pick<Clock, 'now'> },
  copyDays: number,
): Promise<void> {
  const { store, clock } = dependencies;
  await store.write(tables, async (transaction) => {
    const server = await recallServer(transaction);
    // The server's clock: one that was set on by years must not empty the device.
    const now = clock.now() - server.skewMs;
    const age = (row: OutboxRow) => now - (row.settledAt ?? now);
    const isOpen = await openOf(transaction);
    for (const row of await transaction.all('outbox')) {
      if (row.state !== 'receipt' && row.state !== 'held') continue;
      if (row.owner === 'own' && age(row) >= copyDays * DAY_MS && !isOpen(row))
        await transaction.delete('copies', row.opId);
      let { kept } = row;
      if (kept && isSafe(row, server) && provenFor(row, server) >= ENVELOPE_DAYS * DAY_MS) {
        await transaction.delete('envelopes', row.opId);
        await deleteBlobs(transaction, row.blobs);
        await transaction.put('outbox', { ...row, kept: false });
        kept = false;
      }
      if (row.owner === 'own' || kept || age(row) < SHARED_ROW_MS) continue;
      // While its form is open an alert must be known, so that it isn't sent twice.
      if ((await transaction.by('drafts', 'session', row.session)).length === 0)
        await forgetRow(transaction, row);
    }
    await sweepOrphans(transaction, clock.now());
    for (const key of await transaction.all('keys'))
      if (key.id.startsWith('probe:') && Math.abs(clock.now() - key.at) > PROBE_MS)
        await transaction.delete('keys', key.id);
  });
}
