import { expect, test } from 'vitest';
import { fileTypeList } from './file-types.ts';

const format = {
  list: (items: readonly string[], options?: Intl.ListFormatOptions) =>
    new Intl.ListFormat('en-US', options).format(items),
};

test.each([
  [['image/jpeg', 'image/png', 'application/pdf'], 'JPG, PNG, or PDF'],
  [['image/*', 'image/jpeg'], 'JPG'],
  [['image/svg+xml', 'text/plain'], 'SVG or TXT'],
  [['video/*'], 'VIDEO'],
])('%j is read as %s', (types, words) => {
  expect(fileTypeList(types, format)).toBe(words);
});
