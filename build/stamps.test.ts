import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createStamps, hashInputs } from './stamps.ts';

let root: string;
const write = (file: string, text: string) => writeFileSync(join(root, file), text);
const hash = (settings: Record<string, string> = {}) => hashInputs(root, [join(root, 'source')], settings);

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'carefront-stamps-'));
  mkdirSync(join(root, 'source', 'deep'), { recursive: true });
  write('source/a.ts', 'a');
  write('source/deep/b.css', 'b');
});

afterEach(() => rmSync(root, { recursive: true }));

describe('What is built counts as stale', () => {
  test.each([
    ['a file changed', () => write('source/deep/b.css', 'c')],
    ['a file is new', () => write('source/c.ts', '')],
    ['a file is gone', () => rmSync(join(root, 'source', 'a.ts'))],
    [
      'text moved from one file to another',
      () => [write('source/a.ts', ''), write('source/deep/b.css', 'ab')],
    ],
  ])('%s', (_, change) => {
    const before = hash();
    change();
    expect(hash()).not.toBe(before);
  });

  test('a setting changed', () => {
    expect(hash({ selfDestroy: 'true' })).not.toBe(hash({ selfDestroy: 'false' }));
  });

  test('its output is gone', () => {
    const stamps = createStamps(join(root, 'dist', 'stamps.json'));
    stamps.record('web', hash());
    expect(stamps.isFresh('web', hash(), join(root, 'dist', 'web'))).toBe(false);
  });

  test('the stamps are unreadable', () => {
    write('stamps.json', '{"web":');
    expect(createStamps(join(root, 'stamps.json')).isFresh('web', hash(), root)).toBe(false);
  });
});

describe('What is built counts as fresh', () => {
  test('nothing that it is made of changed', () => {
    const stamps = createStamps(join(root, 'dist', 'stamps.json'));
    stamps.record('web', hash());
    stamps.record('vendors', 'other');
    expect(stamps.isFresh('web', hash(), root)).toBe(true);
  });

  test.each(['source/a.test.ts', 'source/README.md'])('only %s changed', (file) => {
    const before = hash();
    write(file, 'new');
    expect(hash()).toBe(before);
  });
});
