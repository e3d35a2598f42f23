/** Reads a backup back: every file as the manifest says, every blob as its name says. Needs no key. */
import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Sql, Transaction } from '../../base/database/database.ts';
import { StartupError } from '../../base/process/startup-error.ts';
import { blobPath, LINE_END, measureFile, type StoredBackup } from './backup-folder.ts';
import { isEncrypted, readTable, tableFile, tablePath } from './table-files.ts';

/** @throws StartupError that names the first file that isn't as it was written. */
export async function verifyFiles({ path, manifest }: StoredBackup, signal?: AbortSignal): Promise<void> {
  const damaged = (file: string) => new StartupError(`${path} is damaged: ${file} isn't as it was written.`);
  const measure = async (file: string) => {
    const found = await measureFile(file, signal).catch(() => undefined);
    signal?.throwIfAborted();
    return found;
  };
  const encrypted = isEncrypted(manifest);
  for (const { name, rows, bytes, sha256 } of manifest.tables) {
    const found = await measure(tablePath(path, name, encrypted));
    const hasRows = encrypted || found?.rows === rows;
    if (!hasRows || found?.bytes !== bytes || found.sha256 !== sha256)
      throw damaged(`tables/${tableFile(name, encrypted)}`);
  }
  const expected = new Set(manifest.tables.map(({ name }) => tableFile(name, encrypted)));
  const extra = (await readdir(join(path, 'tables'))).find((name) => !expected.has(name));
  if (extra !== undefined) throw new StartupError(`${path} holds tables/${extra}, which isn't a part of it.`);
  for (const { sha256, size } of manifest.blobs) {
    const found = await measure(blobPath(path, sha256));
    if (found?.bytes !== size || found.sha256 !== sha256)
      throw damaged(`blobs/${sha256.slice(0, 2)}/${sha256}`);
  }
}

export interface LedgerMark {
  readonly rows: number;
  /** Sum of a hash of each row: the same for the same rows, in whatever order they come. */
  readonly sum: bigint;
}

/** 60 bits of each row's hash. */
const DIGITS = 15;

function markOf(vendor: string, opId: string, seq: string, sha256: string): bigint {
  const digest = createHash('sha256').update(`${vendor} ${opId} ${seq} ${sha256}`).digest('hex');
  return BigInt(`0x${digest.slice(0, DIGITS)}`);
}

/** By the line feed alone: values may hold every other character that some take for the end of a line. */
async function* linesOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let pending: Uint8Array[] = [];
  for await (const chunk of chunks) {
    let from = 0;
    for (let at = chunk.indexOf(LINE_END); at !== -1; at = chunk.indexOf(LINE_END, from)) {
      yield Buffer.concat([...pending, chunk.subarray(from, at)]).toString('utf8');
      pending = [];
      from = at + 1;
    }
    pending.push(chunk.subarray(from));
  }
}

/** Of the ledger's rows in a backup up to a `seq`. @param identities see {@link readTable}. */
export async function markExported(
  backup: StoredBackup,
  through: number,
  identities: readonly string[],
): Promise<LedgerMark> {
  const columns = backup.manifest.tables.find(({ name }) => name === 'op_ledger')?.columns ?? [];
  const at = ['vendor', 'op_id', 'seq', 'sha256'].map((name) => columns.indexOf(name));
  let rows = 0;
  let sum = 0n;
  for await (const line of linesOf(readTable(backup, 'op_ledger', identities))) {
    const values = line.split('\t');
    const [vendor = '', opId = '', seq = '', sha256 = ''] = at.map((index) => values[index] ?? '');
    if (Number(seq) > through) continue;
    rows++;
    sum += markOf(vendor, opId, seq, sha256);
  }
  return { rows, sum };
}

/** The same of the ledger as it is now. */
export async function markStored(sql: Sql | Transaction, through: number): Promise<LedgerMark> {
  const [row] = await sql<[{ rows: string; sum: string }]>`
    select count(*) as rows, coalesce(sum(
      ('x' || substr(encode(sha256(convert_to(vendor || ' ' || op_id || ' ' || seq || ' ' || sha256, 'UTF8')), 'hex'), 1, ${DIGITS}::int))::bit(60)::bigint
    ), 0)::text as sum
    from op_ledger where seq <= ${through}`;
  return { rows: Number(row.rows), sum: BigInt(row.sum) };
}
