/** No function longer than one can hold in mind; oxlint counts, comments and blank lines included. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '..');
const MAX_LINES = 150;
const ROOMS = ['sync', 'renderer', 'electron', 'build'];
/** A machine is one definition: its states say more beside each other than apart. */
const MACHINES = [
  'renderer/features/intake/flow/machine/questionnaire-machine.ts: createQuestionnaireMachine',
];

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'carefront-lines-'));
  const rules = { 'eslint/max-lines-per-function': ['error', { max: MAX_LINES }] };
  writeFileSync(join(folder, 'oxlintrc.json'), JSON.stringify({ categories: { correctness: 'off' }, rules }));
});
afterAll(() => rmSync(folder, { recursive: true }));

function longFunctions(cwd: string, paths: readonly string[]): readonly string[] {
  const command = [
    join(root, 'node_modules/oxlint/bin/oxlint'),
    ...['-c', join(folder, 'oxlintrc.json'), '--format=json', ...paths],
  ];
  const { stdout } = spawnSync(process.execPath, command, { cwd, encoding: 'utf8' });
  const { diagnostics, number_of_files: files } = JSON.parse(stdout) as {
    diagnostics: { message: string; filename: string }[];
    number_of_files: number;
  };
  expect(files).toBeGreaterThan(0);
  return diagnostics
    .filter(({ filename }) => !/\.(test|spec)\.tsx?$/.test(filename))
    .map(({ message, filename }) => `${filename}: ${/`(.+?)`/.exec(message)?.[1] ?? message}`);
}

test('a function of a line too many is found, be it in another or without a name', () => {
  const lines = (count: number) => '  void 0;\n'.repeat(count);
  const sources = {
    'long.ts': `export function long() {\n${lines(MAX_LINES - 1)}}\n`,
    'fits.ts': `export function fits() {\n${lines(MAX_LINES - 2)}}\n`,
    'nameless.ts': `export const list = [1].map(() => {\n${lines(MAX_LINES)}});\n`,
    'long.test.ts': `export function isTest() {\n${lines(MAX_LINES)}}\n`,
  };
  for (const [name, source] of Object.entries(sources)) writeFileSync(join(folder, name), source);
  expect(longFunctions(folder, ['.']).toSorted()).toEqual([
    'long.ts: long',
    expect.stringMatching(/^nameless\.ts: The /),
  ]);
});

test(`no function has more than ${MAX_LINES} lines, but for machines`, () => {
  expect(longFunctions(root, ROOMS).toSorted()).toEqual(MACHINES);
});
