import { expect, test } from 'vitest';
import { createTestShelf } from './shelf-testing.ts';
import { updateShelf } from './update-shelf.ts';

const countOf = (value: unknown) => (value as { readonly count: number }).count;

test('loses no change, from however many tabs at once', async () => {
  const shelf = createTestShelf({ one: { count: 0 } });
  const more = () =>
    updateShelf(shelf, 'one', (reading) =>
      reading.status === 'found' ? { count: countOf(reading.value) + 1 } : undefined,
    );
  await Promise.all(Array.from({ length: 9 }, more));
  expect(shelf.value('one')).toEqual({ count: 9 });
});

test('removes, or leaves what is there as it is', async () => {
  const shelf = createTestShelf({ one: {}, two: {} });
  await updateShelf(shelf, 'one', () => null);
  await updateShelf(shelf, 'two', () => undefined);
  expect([shelf.value('one'), shelf.value('two')]).toEqual([undefined, {}]);
});

test('refuses to remove what is locked, and doesn’t try for ever', async () => {
  const shelf = createTestShelf({ one: {} });
  let reads = 0;
  shelf.read = async () => {
    reads += 1;
    if (reads > 2) throw new Error('read over and over');
    return { status: 'locked' };
  };
  // As a device's shelf says it: no version is 0.
  shelf.remove = async () => {
    throw Object.assign(new Error('storage: taken-over'), { code: 'taken-over' });
  };
  await expect(updateShelf(shelf, 'one', () => null)).rejects.toMatchObject({ code: 'locked' });
});
