/** Reads what the build says of itself. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { currentBuild } from '../support/builds.ts';

interface Chunk {
  readonly file: string;
  readonly name?: string;
  readonly src?: string;
  readonly isEntry?: boolean;
  readonly imports?: readonly string[];
  readonly dynamicImports?: readonly string[];
}
export type BuildManifest = Readonly<Record<string, Chunk>>;

export function readManifest(): BuildManifest {
  return JSON.parse(readFileSync(join(currentBuild, '.vite', 'manifest.json'), 'utf8')) as BuildManifest;
}

function chunk(manifest: BuildManifest, key: string): Chunk {
  const found = manifest[key];
  if (!found) throw new Error(`The build has no chunk for ${key}`);
  return found;
}

/** The entry's key. */
export function entryOf(manifest: BuildManifest): string {
  const entry = Object.keys(manifest).find((key) => manifest[key]?.isEntry === true);
  if (entry === undefined) throw new Error('The build has no entry');
  return entry;
}

/** The key of the one chunk of that name: see `build/chunks/page-chunks.ts`. */
export function keyOf(manifest: BuildManifest, name: string): string {
  const [found, another] = Object.keys(manifest).filter((key) => manifest[key]?.name === name);
  if (found === undefined || another !== undefined)
    throw new Error(`The build has not one chunk named ${name}`);
  return found;
}

/** Scripts that load with these chunks: they themselves and everything they import statically. */
export function scriptsOf(manifest: BuildManifest, keys: readonly string[]): ReadonlySet<string> {
  const seen = new Set<string>();
  const visit = (key: string) => {
    if (seen.has(key)) return;
    seen.add(key);
    for (const imported of chunk(manifest, key).imports ?? []) visit(imported);
  };
  for (const key of keys) visit(key);
  return new Set([...seen].map((key) => chunk(manifest, key).file).filter((file) => file.endsWith('.js')));
}

/** Bytes on the wire, compressed as servers do by default. */
export function gzippedBytes(files: Iterable<string>): number {
  return [...files].reduce((sum, file) => sum + gzipSync(readFileSync(join(currentBuild, file))).length, 0);
}
