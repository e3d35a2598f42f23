/** Remembers from which inputs something was built, so that only what is stale is built again. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

const IGNORED = /(^|\/)(node_modules|README\.md$)|\.test\.tsx?$/;

/** Every file below a folder, or the file itself, sorted; test files and READMEs don't change what is built. */
export function filesBelow(path: string): string[] {
  if (!existsSync(path)) return [];
  if (statSync(path).isFile()) return [path];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !IGNORED.test(relative(path, file)))
    .sort();
}

/** SHA-256, hex, over names and contents of the inputs and over the settings that matter. */
export function hashInputs(
  root: string,
  inputs: readonly string[],
  settings: Readonly<Record<string, string>> = {},
): string {
  const hash = createHash('sha256').update(JSON.stringify(settings));
  for (const input of inputs) {
    for (const file of filesBelow(input)) {
      hash.update(`\0${relative(root, file)}\0`).update(readFileSync(file));
    }
  }
  return hash.digest('hex');
}

export interface Stamps {
  /** Whether `name` was built from exactly this hash and its output is still there. */
  isFresh(name: string, hash: string, output: string): boolean;
  record(name: string, hash: string): void;
}

/** Stamps in one JSON file; a file that can't be read counts as none. */
export function createStamps(file: string): Stamps {
  const read = (): Record<string, string> => {
    try {
      const parsed: unknown = JSON.parse(readFileSync(file, 'utf8'));
      return typeof parsed === 'object' && parsed !== null ? { ...parsed } : {};
    } catch {
      return {};
    }
  };
  return {
    isFresh: (name, hash, output) => existsSync(output) && read()[name] === hash,
    record(name, hash) {
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, `${JSON.stringify({ ...read(), [name]: hash }, null, 2)}\n`);
    },
  };
}
