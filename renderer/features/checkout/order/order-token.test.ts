import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { DeviceOwner, Platform, StorageReport } from '../../../platform/contract/contract.ts';
import { createTestShelf } from '../../../platform/contract/shelf-testing.ts';
import { testOrder } from '../testing/orders.ts';
import { findAside, findKept, keepOrder, keepTabToken, watchGone } from './order-token.ts';

const token = 'S'.repeat(43);
let rows: Map<string, string>;

beforeEach(() => {
  rows = new Map();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => rows.get(key) ?? null,
    setItem: (key: string, value: string) => rows.set(key, value),
    removeItem: (key: string) => rows.delete(key),
  });
});
afterEach(() => void vi.unstubAllGlobals());

function device(owner?: DeviceOwner, mode: StorageReport['mode'] = 'durable') {
  const shelf = createTestShelf({}, owner);
  // What an order asks of a platform.
  const platform = {
    ...{ shelf, vendor: 'meadow' },
    start: async () => ({ mode, persisted: false, evicted: false }),
  } as Partial<Platform> as Platform;
  return { shelf, platform };
}

describe('an order on a device that others use, too', () => {
  test('is opened by its tab, and the shelf has neither its token nor what was seen of it', async () => {
    const { platform, shelf } = device('shared');
    await keepOrder(platform, 'one', { token });
    await keepOrder(platform, 'one', { view: testOrder() });
    expect(await findKept(platform, 'one')).toEqual({ token });
    expect(shelf.value('order:one')).toEqual({});
  });

  test('is closed to the next person in its tab, who opens their own', async () => {
    const { platform, shelf } = device('shared');
    await keepOrder(platform, 'one', { token });
    await shelf.clear();
    await keepOrder(platform, 'two', { token: 'T'.repeat(43) });
    expect(await findKept(platform, 'one')).toEqual({});
    expect(await findKept(platform, 'two')).toEqual({ token: 'T'.repeat(43) });
    expect(JSON.stringify([...rows])).not.toContain(token);
  });

  test('is closed where the account had said that it is shared, and nobody else has', async () => {
    const { platform, shelf } = device();
    keepTabToken('meadow', 'one', token);
    await keepOrder(platform, 'one', { token });
    expect(await findKept(platform, 'one')).toEqual({ token });
    await shelf.clear();
    expect(await findKept(platform, 'one')).toEqual({});
  });

  test('tells a page that shows it, which puts nothing back', async () => {
    const { platform, shelf } = device('shared');
    const onGone = vi.fn<() => void>();
    await keepOrder(platform, 'one', { token });
    const stop = watchGone(platform, 'one', onGone);
    await vi.waitFor(async () => expect(await findKept(platform, 'one')).toEqual({ token }));
    expect(onGone).not.toHaveBeenCalled();
    await shelf.clear();
    await vi.waitFor(() => expect(onGone).toHaveBeenCalledOnce());
    await keepOrder(platform, 'one', { view: testOrder() });
    expect(shelf.value('order:one')).toBeUndefined();
    expect(rows.size).toBe(0);
    stop();
  });
});

describe('an order where nobody has said whose device it is', () => {
  const view = testOrder();

  test('is open for as long as its visit, however often it is looked at', async () => {
    const { platform, shelf } = device();
    await keepOrder(platform, 'one', { token });
    await keepOrder(platform, 'one', { view });
    expect(await findKept(platform, 'one')).toEqual({ token, view });
    expect(await findAside(platform, 'one')).toBeUndefined();
    const { at } = await shelf.visit();
    await new Promise((resolve) => setTimeout(resolve, 2));
    await keepOrder(platform, 'one', { view, seenAt: '2026-11-26T10:00:00.000Z' });
    expect(await shelf.visit()).toMatchObject({ at });
  });

  test('is put aside after it, whatever a page that was left open sees of it, and nothing of it is lost', async () => {
    const { platform, shelf } = device();
    await keepOrder(platform, 'one', { token, reach: 'ana@example.org' });
    keepTabToken('meadow', 'one', token);
    shelf.leave();
    await keepOrder(platform, 'one', { view });
    expect(await findKept(platform, 'one')).toEqual({});
    expect(await findAside(platform, 'one')).toEqual({ token, view, reach: 'ana@example.org' });
    await keepOrder(platform, 'one', { token });
    expect(await findKept(platform, 'one')).toMatchObject({ token, view });
  });

  test('opens in its tab once it is asked for again on a device that was said to be shared since', async () => {
    const { platform, shelf } = device();
    await keepOrder(platform, 'one', { token });
    await keepOrder(platform, 'one', { view });
    shelf.leave();
    await shelf.setOwner('shared');
    expect(await findAside(platform, 'one')).toEqual({ token, view });
    await keepOrder(platform, 'one', { token });
    expect(await findKept(platform, 'one')).toEqual({ token });
    expect(shelf.value('order:one')).toEqual({});
  });

  test('of an earlier release is put aside: it doesn’t say of which visit it is', async () => {
    const { platform, shelf } = device();
    shelf.put('order:one', { token });
    expect(await findKept(platform, 'one')).toEqual({});
    await shelf.setOwner('own');
    expect(await findKept(platform, 'one')).toEqual({ token });
  });
});

describe('an order whose token the shelf could not take', () => {
  test('is kept once other tabs leave its place alone', async () => {
    const { platform, shelf } = device('own');
    const { write } = shelf;
    let collisions = 5;
    shelf.write = async (name, value, version) => {
      if (collisions-- > 0) shelf.put(name, { view: testOrder() });
      return await write(name, value, version);
    };
    await keepOrder(platform, 'one', { token });
    expect(await findKept(platform, 'one')).toEqual({ token, view: testOrder() });
  });

  test.each([
    ['a device of one’s own, behind its lock', 'own', 'durable'],
    ['a browser that stores nothing, after a reload', undefined, 'memory'],
  ] as const)('is opened by its tab: %s', async (_, owner, mode) => {
    const { platform } = device(owner, mode);
    keepTabToken('meadow', 'one', token);
    expect(await findKept(platform, 'one')).toEqual({ token });
  });
});
