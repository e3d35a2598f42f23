import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { compileLoader, releasedLoaders } from './loader.ts';

const root = resolve(import.meta.dirname, '../..');
const MAX_BYTES = 4_096;

it('the newest release is the source as it is, and at most 4 kB', async () => {
  const newest = (await releasedLoaders(root)).at(-1);
  const released = await readFile(join(root, `renderer/features/embed/loader/released/${newest}.js`));
  // Where this fails: `npm run loader -- <next version>`. What was released stays, and pages with its hash go on (C58).
  expect(await compileLoader(root)).toBe(released.toString());
  expect(gzipSync(released, { level: 9 }).byteLength).toBeLessThanOrEqual(MAX_BYTES);
});

it('a loader leaves nothing in the page but its element', async () => {
  const source = await compileLoader(root);
  expect(source).toMatch(/^\(function/);
  expect(source).not.toMatch(
    /document\.cookie|localStorage|sessionStorage|\beval\b|innerHTML|addEventListener\([`'"]message/,
  );
});
