import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { describe, expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const INSTEAD = 'Done otherwise: ';
const TEST_FILE = /\.(test|spec)\.tsx?$/;

interface Case {
  readonly number: number;
  readonly what: string;
  readonly source: string;
  readonly answer: string;
  readonly files: readonly string[];
}

function readCases(text: string): readonly Case[] {
  return [...text.matchAll(/^\| (\d+) \| (.+?) \| (.+?) \| (.+?) \|$/gm)].map(
    ([, number, what = '', source = '', answer = '']) => ({
      number: Number(number),
      what,
      source,
      answer,
      files: [...answer.matchAll(/`([^`]+\.tsx?)`/g)].map(([, file = '']) => file),
    }),
  );
}

/** The numbers that titles of tests in a text name. */
function namedIn(text: string): ReadonlySet<number> {
  const titles = text.matchAll(/\b(?:test|it|describe)(?:\.\w+)*\(\s*(["'`])((?:(?!\1).)+)\1/gs);
  const spread = text.matchAll(/\)\(\s*(["'`])((?:(?!\1).)+)\1/gs);
  const rows = text.matchAll(/\[\s*(["'`])(failure-(?:(?!\1).)+)\1/gs);
  const named = [...titles, ...spread, ...rows].flatMap(([, , title = '']) =>
    [...title.matchAll(/failure-(\d{2})/g)].map(([, number]) => Number(number)),
  );
  return new Set(named);
}

const cases = readCases(await readFile(join(import.meta.dirname, 'FAILURES.md'), 'utf8'));
const tests = new Map<string, ReadonlySet<number>>();
for (const folder of ['sync', 'renderer', 'electron', 'tests'])
  for (const file of await readdir(join(ROOT, folder), { recursive: true, withFileTypes: true }))
    if (file.isFile() && TEST_FILE.test(file.name)) {
      const path = join(file.parentPath, file.name);
      tests.set(relative(ROOT, path), namedIn(await readFile(path, 'utf8')));
    }

test('the catalogue has fifty cases, each once, each with its source', () => {
  expect(cases.map(({ number }) => number)).toEqual(Array.from({ length: 50 }, (_, index) => index + 1));
  for (const { what, source } of cases) {
    expect(what.length).toBeGreaterThan(15);
    expect(source).toMatch(/#\d+|WebKit|developer\.chrome\.com|ODK Central|enketo-express|dexie|cht-core/);
  }
});

describe.each(cases)('case $number: $what', ({ number, answer, files }) => {
  test('is a test of that name in each file that is listed, or says what was done instead', () => {
    expect(files.length > 0 || answer.startsWith(INSTEAD)).toBe(true);
    const lacking = files.filter((file) => tests.get(file)?.has(number) !== true);
    expect(lacking).toEqual([]);
  });
});

test('no test names a case that the catalogue lacks', () => {
  const known = new Set(cases.map(({ number }) => number));
  for (const [file, numbers] of tests) {
    const unknown = [...numbers].filter((number) => !known.has(number));
    expect({ file, unknown }).toEqual({ file, unknown: [] });
  }
});

test('a title is found however it is written, and a comment is none', () => {
  const text = [
    "test('failure-01: a', () => {});",
    'it("failure-02: b", run);',
    'test.each([1])("promise 3: failure-03: c %s", run);',
    "test.each([\n  ['x'],\n])(\n  'failure-04: d',\n  run);",
    '// failure-05 is elsewhere',
  ].join('\n');
  expect([...namedIn(text)].toSorted((one, other) => one - other)).toEqual([1, 2, 3, 4]);
});
