/** READMEs and docs name files, folders and commands that exist. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { settingNames } from '../sync/server/base/config/config.ts';

const root = resolve(import.meta.dirname, '..');
const tracked = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => file !== '' && existsSync(join(root, file)));
const paths = new Set(tracked.flatMap((file) => [file, ...foldersOf(file)]));
const rooms = new Set([...paths].filter((path) => !path.includes('/')));
const pages = tracked.filter((file) => file.endsWith('.md') && !/^vendors\/.+\//.test(file));
const scripts: unknown = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).scripts;

function foldersOf(file: string): readonly string[] {
  const folder = dirname(file);
  return folder === '.' ? [] : [folder, ...foldersOf(folder)];
}

const SOURCE = /^[\w@./-]+\.(?:ts|tsx|mjs|cjs|css|html|json|md|service)$/;
/** Written by a build or a start, on another machine, or a placeholder. */
const MADE =
  /^(?:dist|\.data|node_modules|acme)\/|^\/|^\.full\.|[A-Z]{4,}\.(?!md)\w+$|^(?:main|preload)\.cjs$|^(?:enrolment|files|kiosk|manifest)\.json$/;

/** Beside the page, from the root, or the end of a path: `machine/open-run.ts` of a folder below. */
function exists(page: string, path: string): boolean {
  const beside = join(dirname(page), path);
  if (paths.has(beside) || paths.has(path)) return true;
  return !path.startsWith('.') && tracked.some((file) => file.endsWith(`/${path}`));
}

function missing(page: string): readonly string[] {
  const text = readFileSync(join(root, page), 'utf8');
  const links = [...text.matchAll(/\]\((?!\w+:|#)([^)#\s]+)/g)].flatMap(([, path = '']) =>
    paths.has(join(dirname(page), path).replace(/\/$/, '')) ? [] : [path],
  );
  const named = [...text.matchAll(/`([^`\n]+)`/g)].flatMap(([, words = '']) => {
    const path = words.replace(/[:/]\d*$/, '');
    const isPath =
      SOURCE.test(path) || (/^[\w.-]+(?:\/[\w.-]+)+$/.test(path) && rooms.has(path.split('/')[0] ?? ''));
    return !isPath || MADE.test(path) || exists(page, path) ? [] : [path];
  });
  const commands = [...text.matchAll(/npm run (?:--silent )?([a-z][\w:-]*)/g)].flatMap(([, name = '']) =>
    name in Object(scripts) ? [] : [`npm run ${name}`],
  );
  return [...links, ...named, ...commands];
}

test('every path and script that READMEs and docs name exists', () => {
  const faults = pages.flatMap((page) => missing(page).map((path) => `${page}: ${path}`));
  expect(faults).toEqual([]);
});

test("every setting of the server is in the README's table or in the operator's guide", () => {
  const text = ['README.md', 'docs/operators.md']
    .map((page) => readFileSync(join(root, page), 'utf8'))
    .join('');
  const isNamed = (name: string) => text.includes(`\`${name}\``) || name.startsWith('AWS_');
  expect(settingNames.filter((name) => !isNamed(name))).toEqual([]);
});
