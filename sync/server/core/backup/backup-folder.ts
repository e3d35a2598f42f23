/**
 * The files of one backup: a folder that is complete or isn't there. It is written under another name, each file and folder flushed, and
 * renamed once it was read back.
 */
import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, link, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { StartupError } from '../../base/process/startup-error.ts';
import { MANIFEST_FILE, type Manifest, parseManifest, serialiseManifest } from './manifest.ts';

export interface FileFacts {
  readonly bytes: number;
  /** Hex. */
  readonly sha256: string;
  /** Lines, each ended: rows, as COPY's text format escapes the line ends in values. */
  readonly rows: number;
}

export const LINE_END = 0x0a;
const PREFIX = 'carefront-';
const PARTIAL = '.partial';
const DAY_MS = 24 * 60 * 60_000;

/** Counts and hashes what passes. */
export class Measure {
  readonly #hash: Hash = createHash('sha256');
  #bytes = 0;
  #rows = 0;

  add(chunk: Uint8Array): void {
    this.#hash.update(chunk);
    this.#bytes += chunk.length;
    for (let at = chunk.indexOf(LINE_END); at !== -1; at = chunk.indexOf(LINE_END, at + 1)) this.#rows++;
  }

  facts(): FileFacts {
    return { bytes: this.#bytes, sha256: this.#hash.digest('hex'), rows: this.#rows };
  }
}

/** Writes a file for its owner alone; it is flushed when this returns. */
export async function writeFlushed(
  path: string,
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<FileFacts> {
  const file = await open(path, 'wx', 0o600);
  try {
    const measure = new Measure();
    for await (const chunk of chunks) {
      measure.add(chunk);
      await writeAll(file, chunk);
    }
    await file.sync();
    return measure.facts();
  } finally {
    await file.close();
  }
}

async function writeAll(file: FileHandle, chunk: Uint8Array): Promise<void> {
  for (let at = 0; at < chunk.length; ) at += (await file.write(chunk, at)).bytesWritten;
}

export async function measureFile(path: string, signal?: AbortSignal): Promise<FileFacts> {
  const measure = new Measure();
  for await (const chunk of createReadStream(path)) {
    signal?.throwIfAborted();
    measure.add(chunk);
  }
  return measure.facts();
}

/** A new or renamed entry is durable once its folder is (fsync(2)). */
export async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** `carefront-20261120T132000Z`, which sorts by time. */
export function backupName(takenAt: Date): string {
  return `${PREFIX}${takenAt.toISOString().replace(/[-:]|\.\d+/g, '')}`;
}

export interface DraftFolder {
  /** Where it is written. */
  readonly path: string;
  /** Where it will stand. */
  readonly place: string;
  /** Gives it its name. */
  finish(): Promise<void>;
  discard(): Promise<void>;
}

/** @param parent made where it is missing. */
export async function openDraft(parent: string, takenAt: Date): Promise<DraftFolder> {
  await mkdir(parent, { recursive: true, mode: 0o700 });
  let place = join(parent, backupName(takenAt));
  for (let no = 2; await exists(place); no++) place = join(parent, `${backupName(takenAt)}-${no}`);
  const path = join(parent, `.${basename(place)}-${process.pid}${PARTIAL}`);
  await mkdir(join(path, 'tables'), { recursive: true, mode: 0o700 });
  await mkdir(join(path, 'blobs'), { mode: 0o700 });
  return {
    path,
    place,
    async finish() {
      await rename(path, place);
      await flushFolder(parent);
      await flushFolder(dirname(parent));
    },
    discard: () => rm(path, { recursive: true, force: true }),
  };
}

const exists = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  );

export interface StoredBackup {
  readonly path: string;
  readonly manifest: Manifest;
}

/** @throws StartupError where the folder is no backup, or its manifest isn't as it was written. */
export async function openBackup(folder: string): Promise<StoredBackup> {
  const text = await readFile(join(folder, MANIFEST_FILE), 'utf8').catch(() => undefined);
  if (text === undefined)
    throw new StartupError(`${folder} isn't a backup: it has no ${MANIFEST_FILE}, which is written last.`);
  if (basename(folder).endsWith(PARTIAL))
    throw new StartupError(`${folder} isn't a backup: its export was interrupted.`);
  return { path: folder, manifest: parseManifest(text, folder) };
}

export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  for (const sub of ['tables', 'blobs']) await flushTree(join(folder, sub));
  await writeFlushed(join(folder, MANIFEST_FILE), [Buffer.from(serialiseManifest(manifest))]);
  await flushFolder(folder);
}

async function flushTree(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true }))
    if (entry.isDirectory()) await flushTree(join(folder, entry.name));
  await flushFolder(folder);
}

/** The backups in a folder, newest first. What can't be read as one isn't listed. */
export async function listBackups(parent: string): Promise<readonly StoredBackup[]> {
  const names = (await readdir(parent).catch(() => [])).filter((name) => name.startsWith(PREFIX));
  const found = await Promise.all(names.map((name) => openBackup(join(parent, name)).catch(() => undefined)));
  return found
    .filter((one) => one !== undefined)
    .toSorted((a, b) => Date.parse(b.manifest.takenAt) - Date.parse(a.manifest.takenAt));
}

/** Removes what killed exports have left, once nobody can be writing it any more. */
export async function clearPartials(parent: string, now: Date): Promise<void> {
  for (const name of await readdir(parent).catch(() => [])) {
    if (!name.startsWith(`.${PREFIX}`) || !name.endsWith(PARTIAL)) continue;
    const path = join(parent, name);
    const about = await stat(path).catch(() => undefined);
    if (about && now.getTime() - about.mtimeMs > DAY_MS) await rm(path, { recursive: true, force: true });
  }
}

export const blobPath = (folder: string, sha256: string) => join(folder, 'blobs', sha256.slice(0, 2), sha256);

/** Takes a blob over from an earlier backup of the same folder without a second copy. @returns whether that was possible. */
export async function linkBlob(from: StoredBackup | undefined, to: string, sha256: string): Promise<boolean> {
  if (!from) return false;
  const target = blobPath(to, sha256);
  await mkdir(dirname(target), { recursive: true, mode: 0o700 });
  return link(blobPath(from.path, sha256), target).then(
    () => true,
    () => false,
  );
}
