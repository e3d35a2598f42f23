/** What may leave the device, and when. Nothing that is not delivered ever does. */
import type { Clock, Store } from './ports.ts';
import { recallServer } from './server-memory.ts';
import type { OutboxRow } from './store/rows.ts';

const DAY_MS = 24 * 3_600_000;
/** Envelopes stay that long even where a backup covers them: an operator may restore an older one. */
export const ENVELOPE_DAYS = 14;
/** A shared device forgets even that something was sent: long enough to read the code to somebody at the desk. */
export const SHARED_ROW_MS = DAY_MS;
/** A start-up probe that was cut short. */
export const PROBE_MS = 60 * 60_000;

/** @param copyDays days that the readable copy of a sent form stays on the patient's own device. */
export async function sweep(
  dependencies: { readonly store: Store; readonly clock: Pick<Clock, 'now'> },
  copyDays: number,
): Promise<void> {
  const { store, clock } = dependencies;
  await store.write(['outbox', 'envelopes', 'copies', 'drafts', 'keys', 'meta'], async (transaction) => {
    const server = await recallServer(transaction);
    // The server's clock: one that was set on by years must not empty the device.
    const now = clock.now() - server.skewMs;
    const age = (row: OutboxRow) => now - (row.settledAt ?? now);
    for (const row of await transaction.all('outbox')) {
      if (row.state !== 'receipt' && row.state !== 'held') continue;
      if (row.owner === 'shared') {
        const open = await transaction.by('drafts', 'session', row.session);
        if (age(row) >= SHARED_ROW_MS && open.length === 0) {
          await transaction.delete('outbox', row.opId);
          await transaction.delete('meta', `lane:${row.lane}`);
        }
        continue;
      }
      if (age(row) >= copyDays * DAY_MS) await transaction.delete('copies', row.opId);
      const covered =
        row.confirmedIn === server.epoch &&
        (row.receipt?.seq ?? Number.POSITIVE_INFINITY) <= server.safeThrough;
      if (row.kept && covered && age(row) >= ENVELOPE_DAYS * DAY_MS) {
        await transaction.delete('envelopes', row.opId);
        await transaction.put('outbox', { ...row, kept: false });
      }
    }
    for (const key of await transaction.all('keys'))
      if (key.id.startsWith('probe:') && Math.abs(clock.now() - key.at) > PROBE_MS)
        await transaction.delete('keys', key.id);
  });
}
