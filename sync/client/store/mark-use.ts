import type { Marker, Store } from './store.ts';

/** Brings the mark in line with what the store holds: drafts and deliveries, nothing else is worth missing. */
export async function markUse(store: Store, marker: Marker): Promise<void> {
  if (store.mode === 'memory') return;
  const rows = await store.read(['drafts', 'outbox'], async (transaction) => {
    const drafts = await transaction.all('drafts');
    return drafts.length > 0 ? drafts.length : (await transaction.all('outbox')).length;
  });
  const value = rows > 0 ? 'used' : 'empty';
  if ((await marker.read()) !== value) await marker.write(value);
}
