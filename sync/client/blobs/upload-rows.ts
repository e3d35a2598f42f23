/** What is kept of uploads between two runs. */
import type { UploadRow } from '../store/rows.ts';
import type { Store } from '../store/store.ts';
import type { PendingBlob } from './pending-uploads.ts';

const NOTHING_SENT = { offset: 0, done: false, attempts: 0, nextAt: 0 } as const;

export function createUploadRows(store: Store) {
  const remember = (sha256: string, change: Partial<UploadRow>) =>
    store.write(['uploads'], async (transaction) => {
      const before = (await transaction.get('uploads', sha256)) ?? { sha256, ...NOTHING_SENT };
      await transaction.put('uploads', { ...before, ...change });
    });

  /** It is no longer on this device, or not as it was: the operation can't be completed, and a person must know. */
  async function giveUp({ sha256 }: PendingBlob): Promise<void> {
    await store.write(['outbox'], async (transaction) => {
      for (const row of await transaction.all('outbox'))
        if (row.state === 'queued' && row.blobs.includes(sha256))
          await transaction.put('outbox', { ...row, state: 'attention', why: 'not-understood' });
    });
  }

  return { remember, giveUp };
}
