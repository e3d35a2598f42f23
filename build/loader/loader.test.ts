import { createHash } from 'node:crypto';
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

/** Pages name them with these, and browsers refuse any other bytes. A release adds a line; no line ever changes. */
const INTEGRITY: Readonly<Record<string, string>> = {
  '1.0.0': 'sha384-HRsrXk0t5gAX3cqpKOUgaxNGEXpBXZthkHSNY4Bw8yM4vG02gIkz0FzVAiykd9U3',
  '1.1.0': 'sha384-sx74AmIJWkIMiBXSC/SAc+5O1Dh3eBlZ7uKfvNxDz51JrWKCsHUJtCRNzjJHUa0u',
  '1.1.1': 'sha384-ic5TqY2Y+UoWPXHd1Jjr7M3tlVKofiddxjSi9mNFxo8Bzjg3IC3/bYPVRuct8XEu',
};

it('C58 what was released stays as it was, byte by byte', async () => {
  const found = await Promise.all(
    (await releasedLoaders(root)).map(async (version) => {
      const bytes = await readFile(join(root, `renderer/features/embed/loader/released/${version}.js`));
      return [version, `sha384-${createHash('sha384').update(bytes).digest('base64')}`] as const;
    }),
  );
  expect(Object.fromEntries(found)).toEqual(INTEGRITY);
});

it('a loader leaves nothing in the page but its element', async () => {
  const source = await compileLoader(root);
  expect(source).toMatch(/^\(function/);
  expect(source).not.toMatch(
    /document\.cookie|localStorage|sessionStorage|\beval\b|innerHTML|addEventListener\([`'"]message/,
  );
});
