import { expect, test, vi } from 'vitest';
import { createReadOnce } from './read-once.ts';

test('what is asked for twice is read once, also while it is still being read', async () => {
  const readOnce = createReadOnce<string>();
  const read = vi.fn<() => Promise<string>>(async () => 'text');
  expect(await Promise.all([readOnce('a', read), readOnce('a', read)])).toEqual(['text', 'text']);
  expect(await readOnce('a', read)).toBe('text');
  expect(read).toHaveBeenCalledOnce();
});

test('what could not be read is read again', async () => {
  const readOnce = createReadOnce<string>();
  await expect(readOnce('a', () => Promise.reject(new Error('offline')))).rejects.toThrow('offline');
  expect(await readOnce('a', async () => 'text')).toBe('text');
});

test('those that were asked for last are kept', async () => {
  const readOnce = createReadOnce<string>(2);
  const read = vi.fn<() => Promise<string>>(async () => 'text');
  for (const name of ['a', 'b', 'a', 'c', 'a', 'b']) await readOnce(name, read);
  // The first three, and `b` again, which went for `c`.
  expect(read).toHaveBeenCalledTimes(4);
});
