/**
 * The loader for partners' pages. Each version that was ever released stays as it is (`released/`): pages name it with its hash, and browsers refuse any other
 * bytes. `npm run loader` releases the source as it is now, under the version that is said: `npm run loader -- 1.1.0`.
 */
import { existsSync } from 'node:fs';
import { copyFile, mkdir, readdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { build } from 'vite';

const FOLDER = 'renderer/features/embed/loader';
const VERSION = /^(\d+)\.(\d+)\.(\d+)$/;

const releasedIn = (root: string) => join(root, FOLDER, 'released');

/** The source as it would be released. */
export async function compileLoader(root: string): Promise<string> {
  const output = await build({
    root,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    build: {
      write: false,
      target: 'es2022',
      lib: { entry: join(root, FOLDER, 'loader.ts'), formats: ['iife'], name: 'carefrontLoader' },
      rolldownOptions: { output: { exports: 'none' } },
    },
  });
  const files = [output].flat().flatMap((each) => ('output' in each ? each.output : []));
  const [chunk] = files.filter((file) => file.type === 'chunk');
  if (!chunk) throw new Error('The loader has no code');
  return chunk.code;
}

/** @returns versions, the newest last. */
export async function releasedLoaders(root: string): Promise<readonly string[]> {
  const names = (await readdir(releasedIn(root))).map((file) => file.replace(/\.js$/, ''));
  const parts = (version: string) => (VERSION.exec(version) ?? []).slice(1).map(Number);
  return names
    .filter((name) => VERSION.test(name))
    .toSorted((one, other) => {
      const [a, b] = [parts(one), parts(other)];
      const at = a.findIndex((part, index) => part !== b[index]);
      return at < 0 ? 0 : (a[at] ?? 0) - (b[at] ?? 0);
    });
}

/** Where the server finds them. */
export async function copyLoaders(root: string, webDir: string): Promise<void> {
  const folder = join(webDir, 'loaders');
  await mkdir(folder, { recursive: true });
  const versions = await releasedLoaders(root);
  const file = (version: string) => join(releasedIn(root), `${version}.js`);
  for (const version of versions) await copyFile(file(version), join(folder, `${version}.js`));
  const newest = versions.at(-1);
  if (newest !== undefined) await copyFile(file(newest), join(folder, 'newest.js'));
}

if (import.meta.main) {
  const root = resolve(import.meta.dirname, '../..');
  const [version = ''] = process.argv.slice(2);
  const file = join(releasedIn(root), `${version}.js`);
  if (!VERSION.test(version) || existsSync(file)) {
    console.error(
      `Name a version that isn't released yet, as 1.0.1. Released: ${(await releasedLoaders(root)).join(', ')}`,
    );
    process.exit(1);
  }
  await writeFile(file, await compileLoader(root));
  console.log(`Released ${version}`);
}
