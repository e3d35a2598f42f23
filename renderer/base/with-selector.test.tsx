import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, expect, test } from 'vitest';
import { useSyncExternalStoreWithSelector } from './with-selector.ts';

interface Value {
  readonly name: string;
  readonly tags: readonly string[];
}

Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true);
const host = document.createElement('div');
document.body.append(host);
const root = createRoot(host);
afterEach(() => act(async () => root.render(null)));

function storeOf(first: Value) {
  let value = first;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set(next: Value) {
      value = next;
      for (const listener of listeners) listener();
    },
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
const sameTags = (one: readonly string[], other: readonly string[]) => one.join() === other.join();

test('a component is rendered again where its selection is another, and one that is equal stays the same', async () => {
  const store = storeOf({ name: 'Ana', tags: ['a'] });
  const seen: (readonly string[])[] = [];
  function Tags({ limit }: { readonly limit: number }) {
    const tags = useSyncExternalStoreWithSelector(
      store.subscribe as never,
      store.get,
      store.get,
      // Another function at each rendering, as people write them.
      (value) => value.tags.slice(0, limit),
      sameTags,
    );
    seen.push(tags);
    return tags.join();
  }
  await act(async () => root.render(<Tags limit={2} />));
  await act(async () => store.set({ name: 'Bea', tags: ['a'] }));
  expect(seen.length).toBe(1);
  await act(async () => root.render(<Tags limit={3} />));
  expect(seen.at(-1)).toBe(seen[0]);
  await act(async () => store.set({ name: 'Bea', tags: ['a', 'b', 'c', 'd'] }));
  expect(host.textContent).toBe('a,b,c');
  await act(async () => root.render(<Tags limit={1} />));
  expect(host.textContent).toBe('a');
});
