/** docs/commerce-cases.md: every failure of a shop, every invariant and every rule, each with tests that are there. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '..');
const upTo = (last: number, first = 1) => Array.from({ length: last - first + 1 }, (_, at) => first + at);
/** Renewals (50 to 58) are to come. */
const NUMBERS = [
  ...[...upTo(49), ...upTo(61, 59)].map(String),
  ...[...upTo(9), ...upTo(18, 13)].map((number) => `I${number}`),
  ...upTo(8).map((number) => `R${number}`),
];

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => /\.(test|spec)\.tsx?$/.test(file) && existsSync(join(root, file)));

const rows = readFileSync(join(root, 'docs/commerce-cases.md'), 'utf8')
  .split('\n')
  .filter((line) => /^\| [IR]?\d/.test(line))
  .map((line) => {
    const cells = line.split('|').map((cell) => cell.trim());
    return { numbers: cells[1]?.split(', ') ?? [], tests: cells.at(-2) ?? '' };
  });

/** Names of tests and of what holds them; of a table of tests, the name is behind it. */
function namesIn(file: string): readonly string[] {
  const text = readFileSync(join(root, file), 'utf8');
  return [...text.matchAll(/\b(?:test|it|describe)\(\s*(['"`])(.*?)\1,/gs)]
    .concat([...text.matchAll(/\)\(\s*(['"`])(.*?)\1,/gs)])
    .concat([...text.matchAll(/^ {4}\[(['"`])(.*?)\1,/gms)])
    .map(([, , name = '']) => name);
}

/** @returns what is wrong with an entry such as `orders.test.ts` “costs less”, “is paid”. */
function faultsOf(entry: string): readonly string[] {
  const path = /^`([^`]+)`/.exec(entry)?.[1] ?? '';
  const found = files.filter((file) => file === path || file.endsWith(`/${path}`));
  const [file] = found;
  if (file === undefined || found.length > 1) return [`${found.length} files: ${entry}`];
  const names = namesIn(file);
  return [...entry.matchAll(/“([^”]+)”/g)].flatMap(([, words = '']) =>
    names.some((name) => name.includes(words)) ? [] : [`no such test: ${path} “${words}”`],
  );
}

describe('the table of failures', () => {
  it('has every case, every invariant and every rule', () => {
    const named = new Set(rows.flatMap(({ numbers }) => numbers));
    expect(NUMBERS.filter((number) => !named.has(number))).toEqual([]);
  });

  it('names tests that are there, in each row', () => {
    expect(rows.filter(({ tests }) => !tests.startsWith('`'))).toEqual([]);
    expect(rows.flatMap(({ tests }) => tests.split('; ').flatMap(faultsOf))).toEqual([]);
  });
});
