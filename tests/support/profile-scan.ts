/**
 * Searches everything that a browser left on disk for texts that must not be there. Deleting isn't erasing: LevelDB keeps old values
 * in its log and tables until it happens to compact them.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { constants, inflateRawSync } from 'node:zlib';
import { logRecords, tableBlocks } from './leveldb.ts';

export interface Finding {
  /** Relative to the profile. */
  readonly file: string;
  readonly canary: string;
  readonly encoding: 'utf-8' | 'utf-16le' | 'base64';
  readonly where: 'bytes' | 'leveldb table' | 'leveldb log' | 'gzip';
}

interface Needle {
  readonly canary: string;
  readonly encoding: Finding['encoding'];
  readonly bytes: Buffer;
}

const GZIP = Buffer.from([0x1f, 0x8b, 0x08, 0x00]);
const GZIP_HEADER_BYTES = 10;

/** The part of a text's base64 that is the same wherever in a larger text it stands: three alignments, ragged ends cut. */
function base64Cores(text: Buffer): Buffer[] {
  return [0, 1, 2].flatMap((shift) => {
    const padded = Buffer.concat([Buffer.alloc(shift), text])
      .toString('base64')
      .replace(/=+$/, '');
    const start = shift === 0 ? 0 : shift + 1;
    const whole = Math.floor(((shift + text.length) * 8) / 6);
    const core = padded.slice(start, whole);
    // As in RFC 4648 section 4, and as in section 5 (base64url).
    return [core, core.replaceAll('+', '-').replaceAll('/', '_')].map((text) => Buffer.from(text));
  });
}

function needlesOf(canaries: readonly string[]): Needle[] {
  return canaries.flatMap((canary): Needle[] => {
    // Shorter ones would be found by chance, in base64 above all.
    if (canary.length < 6) throw new RangeError(`A canary needs at least six characters: "${canary}"`);
    const utf8 = Buffer.from(canary, 'utf8');
    return [
      { canary, encoding: 'utf-8', bytes: utf8 },
      { canary, encoding: 'utf-16le', bytes: Buffer.from(canary, 'utf16le') },
      ...base64Cores(utf8).map((bytes): Needle => ({ canary, encoding: 'base64', bytes })),
    ];
  });
}

/** Streams as servers write them: RFC 1952 without optional fields. What follows the stream in the file doesn't matter. */
function unzipped(bytes: Buffer): Buffer[] {
  const found: Buffer[] = [];
  for (let at = bytes.indexOf(GZIP); at !== -1; at = bytes.indexOf(GZIP, at + 1)) {
    try {
      const options = { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: 32 * 1024 * 1024 };
      found.push(inflateRawSync(bytes.subarray(at + GZIP_HEADER_BYTES), options));
    } catch {
      // Four bytes that only look like gzip.
    }
  }
  return found;
}

function viewsOf(
  file: string,
  bytes: Buffer,
): { readonly where: Finding['where']; readonly bytes: Buffer }[] {
  const asBuffer = (view: Uint8Array) => Buffer.from(view.buffer, view.byteOffset, view.byteLength);
  return [
    { where: 'bytes' as const, bytes },
    ...(/\.(ldb|sst)$/.test(file)
      ? tableBlocks(bytes).map((block) => ({ where: 'leveldb table' as const, bytes: asBuffer(block) }))
      : []),
    ...(file.endsWith('.log') ? [{ where: 'leveldb log' as const, bytes: asBuffer(logRecords(bytes)) }] : []),
    ...unzipped(bytes).map((stream) => ({ where: 'gzip' as const, bytes: stream })),
  ];
}

/** @returns undefined where a browser that still runs has taken the file away since it was listed */
function readIfThere(path: string): Buffer | undefined {
  try {
    return readFileSync(path);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/**
 * @param profileDir a browser's profile; of a browser that still runs, what it has written so far
 * @param canaries texts that a patient entered, of at least six characters each
 * @returns every place where one of them can be read
 */
export function scanProfile(profileDir: string, canaries: readonly string[]): Finding[] {
  const needles = needlesOf(canaries);
  const findings: Finding[] = [];
  for (const entry of readdirSync(profileDir, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const file = relative(profileDir, path);
    const content = readIfThere(path);
    if (content === undefined) continue;
    for (const { where, bytes } of viewsOf(file, content)) {
      for (const needle of needles) {
        if (bytes.includes(needle.bytes))
          findings.push({ file, canary: needle.canary, encoding: needle.encoding, where });
      }
    }
  }
  return findings;
}
