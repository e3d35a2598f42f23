/** One JSON file of a pack, or why it isn't one. */
import type { Faults } from './faults.ts';
import type { PackFolder, ReadFile } from './load.ts';

export type Json =
  | { readonly ok: true; readonly value: unknown; readonly text: string }
  | { readonly ok: false };

const reasons: Readonly<Record<Extract<ReadFile, { ok: false }>['reason'], readonly [string, string]>> = {
  missing: ['the file is missing', 'Add the file, or correct the path that names it.'],
  outside: [
    'the file lies outside of the pack',
    'Copy it into the pack; links that lead out are not followed.',
  ],
  'not-a-file': ['this is not a file', 'Name a file, not a folder.'],
  'too-big': ['the file is larger than 4 MB', 'A pack holds text and drawings only: make it smaller.'],
  'not-utf-8': ['the file is not UTF-8 text', 'Save it as UTF-8.'],
  unreadable: ['the file can not be read', 'Check its permissions.'],
};

/** Reads text, reporting at the file itself why it can't be. */
export async function readText(
  folder: PackFolder,
  path: string,
  faults: Faults,
): Promise<Extract<ReadFile, { ok: true }> | undefined> {
  const read = await folder.read(path);
  if (read.ok) return read;
  const [message, remedy] = reasons[read.reason];
  faults.error(`file-${read.reason}`, '$', message, remedy);
  return undefined;
}

function lineOf(text: string, error: unknown): string {
  const position = /position (\d+)/.exec(error instanceof Error ? error.message : '');
  const before = text.slice(0, position ? Number(position[1]) : text.length);
  return `line ${before.split('\n').length}`;
}

/** Deeper than any form: what nests further is an attack on anyone who walks it. */
const MAX_DEPTH = 100;

function isTooDeep(value: unknown, depth = 0): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return depth > MAX_DEPTH || Object.values(value).some((child) => isTooDeep(child, depth + 1));
}

/** `text` is JSON of bounded depth, or a fault says where it ends to be. */
export function parseJson(text: string, faults: Faults): Json {
  try {
    const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ''));
    if (!isTooDeep(value)) return { ok: true, value, text };
    faults.error('json-depth', '$', `the JSON nests deeper than ${MAX_DEPTH} levels`, 'Flatten it.');
  } catch (error) {
    const what = error instanceof RangeError ? 'the JSON nests too deeply' : 'this is not JSON';
    faults.error(
      'json-syntax',
      lineOf(text, error),
      what,
      'Correct the syntax there: a missing comma or quote, a trailing comma, a comment.',
    );
  }
  return { ok: false };
}

export async function readJson(folder: PackFolder, path: string, faults: Faults): Promise<Json> {
  const read = await readText(folder, path, faults);
  return read ? parseJson(read.text, faults) : { ok: false };
}
