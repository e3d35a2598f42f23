/** `docs/guarantees.md` is the one list of what code and tests cite by number. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '..');
const NUMBER = /\b(G[1-9]|[SK]\d{1,2})\b/g;
/** In words that only look like one: a reference such as K7-42QF, the storage S3. */
const NOT_ONE = /K7[-A-Z0-9]|[`'"]K7|K7['"`]|\bS3\b(?![,:)])/;

const listed = new Set(
  [...readFileSync(join(root, 'docs/guarantees.md'), 'utf8').matchAll(/^\| \*\*(\w+)\*\*/gm)].map(
    ([, id]) => id,
  ),
);

/** Lines that are comments or names of tests, where a number is a citation. */
function citations(files: readonly string[]): ReadonlySet<string> {
  const cited = new Set<string>();
  for (const file of files)
    for (const line of readFileSync(join(root, file), 'utf8').split('\n')) {
      if (!/^\s*(\/?\*|\/\/)|\b(?:describe|test|it)\b|^\s+['"`]/.test(line) || NOT_ONE.test(line)) continue;
      for (const [number] of line.matchAll(NUMBER)) cited.add(number);
    }
  return cited;
}

const sources = execFileSync('git', ['ls-files', 'sync', 'electron', 'renderer', 'tests', 'build'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => /\.tsx?$/.test(file) && !file.endsWith('guarantees.test.ts'));

test('lists the promises, each once', () => {
  expect([...listed].filter((id) => id?.startsWith('G'))).toHaveLength(7);
  expect([...listed].filter((id) => /^[SK]/.test(id ?? ''))).toHaveLength(30);
});

test('whatever is cited is listed', () => {
  expect([...citations(sources)].filter((number) => !listed.has(number))).toEqual([]);
});

test('whatever is listed is named by a test', () => {
  const tested = citations(sources.filter((file) => /\.(test|spec)\.tsx?$/.test(file)));
  expect([...listed].filter((id) => id !== undefined && !tested.has(id))).toEqual([]);
});
