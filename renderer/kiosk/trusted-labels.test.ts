import { expect, test } from 'vitest';
import { labelOrNothing, trustLabelsOnly } from './trusted-labels.ts';

test('the labels of keys become HTML', () => {
  for (const label of ['', 'q', '<span>ñ</span>', '<span>&nbsp;</span>', '<span>Next field</span>'])
    expect(labelOrNothing(label)).toBe(label);
});

test.each([
  '<img src=x onerror=alert(1)>',
  '<span onclick="x()">a</span>',
  '<span><b>a</b></span>',
  '<span>a</span><script>x()</script>',
  '<svg/onload=x()>',
  'a<b',
])('nothing else does: %s', (html) => {
  expect(labelOrNothing(html)).toBeNull();
});

test('it is the page’s default policy, and speaks of HTML alone', () => {
  const made: unknown[] = [];
  trustLabelsOnly({ createPolicy: (...policy: readonly unknown[]) => made.push(...policy) });
  expect(made).toEqual(['default', { createHTML: labelOrNothing }]);
  expect(() => trustLabelsOnly(undefined)).not.toThrow();
});
