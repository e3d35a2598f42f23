/** Packs to test with: the demo packs copied into a temporary folder, where they can be broken. */

import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

export const projectRoot = resolve(import.meta.dirname, '../..');
export const demoVendors = join(projectRoot, 'vendors');

const dataFolder = join(projectRoot, '..', 'shared', 'data', 'questionnaires');
/** Real questionnaires are beside the project, not in it; undefined where they aren't. */
export function sharedQuestionnaire(path: string): string | undefined {
  const file = join(dataFolder, path);
  return existsSync(file) ? file : undefined;
}

export interface TestPacks {
  readonly vendorsDir: string;
  readonly dir: (vendor: string) => string;
  path(...parts: readonly string[]): string;
  /** Rewrites one JSON file of a vendor. */
  edit(vendor: string, file: string, change: (json: MutableJson) => void): Promise<void>;
  remove(): Promise<void>;
}

/** JSON of a test, to be changed freely by path. */
export interface MutableJson {
  /** Puts a value at `a.0.b`; undefined removes. */
  set(path: string, value: unknown): void;
  get(path: string): unknown;
}

function mutable(root: unknown): MutableJson {
  const step = (value: unknown, key: string) =>
    typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
  const get = (path: string) => (path === '' ? root : path.split('.').reduce(step, root));
  return {
    get,
    set(path, value) {
      const keys = path.split('.');
      const last = keys.pop() ?? '';
      const parent = get(keys.join('.'));
      if (typeof parent !== 'object' || parent === null) throw new Error(`no ${path}`);
      if (value === undefined) Reflect.deleteProperty(parent, last);
      else Reflect.set(parent, last, value);
    },
  };
}

const drawing =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 4"><rect width="4" height="4"/></svg>\n';

/** A copy of the demo packs; drawings are replaced by small ones, so that these tests don't depend on them. */
export async function copyDemoPacks(vendors: readonly string[] = ['willow', 'lantern']): Promise<TestPacks> {
  const root = await mkdtemp(join(tmpdir(), 'carefront-packs-'));
  const vendorsDir = join(root, 'vendors');
  for (const vendor of vendors) {
    await cp(join(demoVendors, vendor), join(vendorsDir, vendor), {
      recursive: true,
      filter: (source) => !source.endsWith('images'),
    });
    await mkdir(join(vendorsDir, vendor, 'images'), { recursive: true });
    for (const name of await readdir(join(demoVendors, vendor, 'images')))
      if (name.endsWith('.svg')) await writeFile(join(vendorsDir, vendor, 'images', name), drawing);
  }
  return {
    vendorsDir,
    dir: (vendor) => join(vendorsDir, vendor),
    path: (...parts) => join(root, ...parts),
    async edit(vendor, file, change) {
      const path = join(vendorsDir, vendor, file);
      const json: unknown = JSON.parse(await readFile(path, 'utf8'));
      change(mutable(json));
      await writeFile(path, JSON.stringify(json, null, 2));
    },
    remove: () => rm(root, { recursive: true, force: true }),
  };
}
