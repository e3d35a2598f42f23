/** The plan of the house: no circle between folders, and no folder that one gets lost in. Circles between files are lint's. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join, normalize, resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '..');
const ROOMS = ['sync', 'renderer', 'electron', 'build', 'vendors', 'tests', 'docs'];
const MAX_FILES = 30;

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', ...ROOMS], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter(Boolean);

/** What ships: tests and what only they use may look wherever they want. */
const sources = files.filter(
  (file) => /\.tsx?$/.test(file) && !/\.(test|spec)\.tsx?$|\/testing\/|^tests\//.test(file),
);

function importsOf(file: string): readonly string[] {
  const text = readFileSync(join(root, file), 'utf8');
  const relative = [...text.matchAll(/(?:from|import)\s*\(?\s*'(\.{1,2}\/[^']+\.tsx?)'/g)];
  return relative.map(([, specifier = '']) => normalize(join(dirname(file), specifier)));
}

/** By folder, those that its own files import of. */
function folderGraph(): ReadonlyMap<string, ReadonlySet<string>> {
  const graph = new Map<string, Set<string>>();
  for (const file of sources)
    for (const imported of importsOf(file)) {
      const [from, to] = [dirname(file), dirname(imported)];
      if (from !== to) graph.set(from, (graph.get(from) ?? new Set()).add(to));
    }
  return graph;
}

/** Tarjan's strongly connected components of more than one folder. */
function circles(graph: ReadonlyMap<string, ReadonlySet<string>>): readonly (readonly string[])[] {
  const index = new Map<string, number>();
  const low = new Map<string, number>();
  const stack: string[] = [];
  const found: string[][] = [];
  const visit = (node: string): void => {
    index.set(node, index.size);
    low.set(node, index.size - 1);
    stack.push(node);
    for (const next of graph.get(node) ?? []) {
      if (!index.has(next)) visit(next);
      if (stack.includes(next)) low.set(node, Math.min(low.get(node) ?? 0, low.get(next) ?? 0));
    }
    if (low.get(node) !== index.get(node)) return;
    const circle = stack.splice(stack.indexOf(node));
    if (circle.length > 1) found.push(circle.toSorted());
  };
  for (const node of graph.keys()) if (!index.has(node)) visit(node);
  return found;
}

test('a circle is found - of three folders, beside one that only leads there', () => {
  const graph = new Map([
    ['a', new Set(['b'])],
    ['b', new Set(['c'])],
    ['c', new Set(['d', 'e'])],
    ['d', new Set(['b'])],
  ]);
  expect(circles(graph)).toEqual([['b', 'c', 'd']]);
});

test('no folders import each other, be it over others', () => {
  expect(sources.length).toBeGreaterThan(500);
  expect(circles(folderGraph())).toEqual([]);
});

test(`no folder has more than ${MAX_FILES} files`, () => {
  // One more with each migration, written and read by a tool.
  const counts = Map.groupBy(
    files.filter((file) => !file.startsWith('sync/server/migrations/')),
    dirname,
  );
  const crowded = [...counts].filter(([, own]) => own.length > MAX_FILES);
  expect(crowded.map(([folder, own]) => `${folder}: ${own.length}`)).toEqual([]);
});
