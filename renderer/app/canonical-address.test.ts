import { expect, it } from 'vitest';
import { canonicalPath } from './canonical-address.ts';

it.each([
  ['/connect/willow', '/connect/willow/'],
  ['/connect/willow/', '/connect/willow/'],
  ['/connect/willow/privacy', '/connect/willow/privacy'],
  ['/', '/'],
])('the address of a vendor’s home ends in a slash - %s', (typed, canonical) => {
  expect(canonicalPath(typed)).toBe(canonical);
});
