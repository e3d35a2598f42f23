import { expect, test } from 'vitest';
import { createMemoryStore } from '../../sync/client/store/memory-store.ts';
import { createClosingStore } from './closing-store.ts';

const row = { key: 'schema', value: 1 };

test('what comes after the closing is refused, and takes nothing again', async () => {
  const below = createMemoryStore();
  const store = createClosingStore(below);
  await store.write(['meta'], (transaction) => transaction.put('meta', row));
  expect(await store.read(['meta'], (transaction) => transaction.get('meta', 'schema'))).toEqual(row);
  await store.close();
  const late = store.write(['meta'], (transaction) => transaction.put('meta', { key: 'canary', value: 2 }));
  await expect(late).rejects.toMatchObject({ code: 'closed' });
  await expect(store.read(['meta'], async () => undefined)).rejects.toMatchObject({ code: 'closed' });
});
