import { expect, test, vi } from 'vitest';
import { createMemoryStore } from '../../../sync/client/store/memory-store.ts';
import type { ShelfReading } from '../contract/contract.ts';
import { createTestShelf } from '../contract/shelf-testing.ts';
import { createLateShelf } from './late-shelf.ts';

function late(load: () => Promise<void> = async () => undefined) {
  const store = createMemoryStore('durable');
  const kept = {
    ...createTestShelf({ cart: 'left behind' }),
    refresh: vi.fn<() => void>(),
    stop: vi.fn<() => void>(),
  };
  const start = vi.fn<() => Promise<void>>(async () => {
    // As a store takes its time.
    await new Promise((resolve) => setTimeout(resolve));
    await kept.clear();
  });
  const loads = vi.fn<() => Promise<typeof kept & { readonly start: () => Promise<void> }>>(async () => {
    await load();
    return { ...kept, start };
  });
  return { store, kept, loads, shelf: createLateShelf({ store, load: loads }) };
}

test('is loaded as a page starts only where something was ever put on it', async () => {
  const { store, loads, shelf } = late();
  await shelf.start();
  shelf.refresh();
  expect(loads).not.toHaveBeenCalled();
  await store.write(['meta'], (transaction) => transaction.put('meta', { key: 'shelf', value: {} }));
  await shelf.start();
  await shelf.start();
  expect(loads).toHaveBeenCalledOnce();
});

test('is read once what somebody has left behind is gone', async () => {
  const { shelf } = late();
  expect(await shelf.read('cart')).toEqual({ status: 'absent' });
});

test('refuses while it can’t be fetched, and then tells who watched', async () => {
  let isOffline = true;
  const { shelf } = late(async () => {
    if (isOffline) throw new Error('offline');
  });
  const seen = vi.fn<(reading: ShelfReading) => void>();
  shelf.watch('cart', seen);
  await expect(shelf.read('cart')).rejects.toThrow('offline');
  isOffline = false;
  await shelf.write('cart', 'mine', 0);
  await expect.poll(() => seen.mock.lastCall).toEqual([{ status: 'found', value: 'mine', version: 2 }]);
});

test('is closed with its page, and by then watches nothing', async () => {
  const { kept, shelf } = late();
  const seen = vi.fn<(reading: ShelfReading) => void>();
  shelf.watch('cart', seen)();
  shelf.stop();
  await shelf.read('cart');
  expect(kept.stop).toHaveBeenCalled();
  expect(seen).not.toHaveBeenCalled();
});
