/** JSON from files and the standard input, or one sentence on why it can't be used. */
import { readFile } from 'node:fs/promises';
import { isAbsolute, resolve } from 'node:path';

/** The message is one sentence for a person, and holds nothing of the input's content. */
export class UnusableInputError extends Error {
  override readonly name = 'UnusableInputError';
}

export type Resource = { readonly [key: string]: unknown };

/** Deeper than any form: what nests further would exhaust the stack of the person who walks it. */
const MAX_DEPTH = 400;

export interface Inputs {
  /** @param from - the folder that a relative path is seen from */
  read(path: string, from: string): Promise<unknown>;
}

function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'ENOENT') return 'there is no such file';
  if (code === 'EISDIR') return 'this is a folder';
  if (code === 'EACCES') return 'it may not be read';
  return 'it can not be read';
}

function isTooDeep(value: unknown): boolean {
  let level: readonly unknown[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > MAX_DEPTH) return true;
    level = level.flatMap((one) =>
      typeof one === 'object' && one !== null
        ? Object.values(one).filter((part) => typeof part === 'object' && part !== null)
        : [],
    );
  }
  return false;
}

/** What Node says of wrong JSON quotes it, so only the line is taken over. */
function lineOf(text: string, error: unknown): string {
  const position = /position (\d+)/.exec(error instanceof Error ? error.message : '')?.[1];
  return position === undefined ? '' : `, line ${text.slice(0, Number(position)).split('\n').length}`;
}

export function parseJson(text: string, name: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    throw new UnusableInputError(`${name}: this is not JSON${lineOf(text, error)}.`);
  }
  if (isTooDeep(value))
    throw new UnusableInputError(`${name}: the JSON nests deeper than ${MAX_DEPTH} levels.`);
  return value;
}

/** The files that were read last, so that a batch which names one form ten thousand times reads it once. */
const MAX_FILES = 64;

export function createInputs(standardInput: () => Promise<string>): Inputs {
  const files = new Map<string, unknown>();
  let taken = false;
  return {
    async read(path, from) {
      if (path === '-') {
        if (taken) throw new UnusableInputError('The standard input can be read only once.');
        taken = true;
        return parseJson(await standardInput(), 'The standard input');
      }
      const file = isAbsolute(path) ? path : resolve(from, path);
      if (files.has(file)) {
        const known = files.get(file);
        files.delete(file);
        files.set(file, known);
        return known;
      }
      let text: string;
      try {
        text = await readFile(file, 'utf8');
      } catch (error) {
        throw new UnusableInputError(`${path}: ${reasonOf(error)}.`);
      }
      const value = parseJson(text, path);
      files.set(file, value);
      for (const oldest of files.keys()) {
        if (files.size <= MAX_FILES) break;
        files.delete(oldest);
      }
      return value;
    },
  };
}

export function isResource(value: unknown, type?: string): value is Resource {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || !('resourceType' in value))
    return false;
  return type === undefined ? typeof value.resourceType === 'string' : value.resourceType === type;
}

/** @throws UnusableInputError for anything but a resource of the type */
export function requireResource(value: unknown, type: string, name: string): Resource {
  if (isResource(value, type)) return value;
  const article = /^[AEIOU]/.test(type) ? 'an' : 'a';
  throw new UnusableInputError(`${name}: this is not ${article} ${type}.`);
}
