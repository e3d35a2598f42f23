import { expect, test } from 'vitest';
import { offersLock } from './offers-lock.ts';

const own = { owner: 'own' } as const;
const shared = { owner: 'shared' } as const;

test('the lock is offered on a device of one’s own, as soon as something is on it', () => {
  expect(offersLock('off', [], [])).toBe(false);
  expect(offersLock('off', [own], [])).toBe(true);
  expect(offersLock('off', [], [own])).toBe(true);
});

test('the lock is not offered - others use the device, too, or the store is not open yet', () => {
  expect(offersLock('off', [own], [shared])).toBe(false);
  expect(offersLock(undefined, [own], [])).toBe(false);
});

test('the lock can be opened and turned off for as long as it is on, whatever is here', () => {
  expect(offersLock('locked', [], [])).toBe(true);
  expect(offersLock('open', [shared], [])).toBe(true);
});
