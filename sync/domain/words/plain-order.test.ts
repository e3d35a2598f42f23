import { expect, test } from 'vitest';
import { placeGroups } from '../places/places.ts';
import { plainOrder } from './plain-order.ts';

test('names of places are in the order that the browser puts them', () => {
  const names = placeGroups('en').flatMap(({ places }) => places.map(({ name }) => name));
  const plain = names.filter((name) => plainOrder('en', name, 'A') !== undefined);
  expect(plain.length).toBeGreaterThan(40);
  const pairs = plain.flatMap((one) => plain.map((other) => [one, other] as const));
  for (const [one, other] of pairs.filter(([one, other]) => one !== other))
    expect(plainOrder('en', one, other)).toBe(Math.sign(one.localeCompare(other, 'en')));
  expect(plainOrder('es', 'Ohio', 'Iowa')).toBeUndefined();
});
