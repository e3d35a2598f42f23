import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { withPlainNumbers } from './plain-numbers.ts';

const file = fileURLToPath(import.meta.resolve('@messageformat/runtime')).replace('/lib/', '/esm/');
const plain = pathToFileURL(resolve(import.meta.dirname, '../../renderer/i18n/plain-format.ts')).href;

test('a number in a text is written as before', async () => {
  // A data: module resolves no paths.
  const source = withPlainNumbers(readFileSync(file, 'utf8')).replace(/from "[^"]+"/, `from "${plain}"`);
  const { number } = await import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(source)}`);
  for (const locale of ['en-u-nu-latn', 'es-u-nu-latn', 'ar-u-nu-latn'])
    for (const value of [0, 1, 7, 999, 1_000, 12_345, -3, 2.5])
      expect(number(locale, value, 0)).toBe(new Intl.NumberFormat(locale).format(value));
  expect(number('en', 5, 2)).toBe('3');
});

test('a runtime of another make is noticed', () => {
  expect(() => withPlainNumbers('export const number = String;')).toThrow('has changed');
});
