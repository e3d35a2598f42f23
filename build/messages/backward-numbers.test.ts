import { expect, it } from 'vitest';
import { backwardNumbers } from './backward-numbers.ts';

it.each([
  ['خط 9-8-8 لأزمات الانتحار', ['9-8-8']],
  ['اتصل بالرقم 131 450', ['131 450']],
  ['اتصل بالرقم \u200e131 450\u200e', []],
  ['اتصل بالرقم \u2066131 450\u2069', []],
  ['يُفتح 24/7 بسعر 1,000.50', []],
  ['Call 131 450', []],
])('a number is shown backwards where nothing keeps its order: %s', (text, numbers) => {
  expect(backwardNumbers(text)).toEqual(numbers);
});
