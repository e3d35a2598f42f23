/**
 * One Carefront per data folder. The lock is a file that names its holder by pid and start time, so that a holder that was
 * killed leaves nothing to clean up by hand.
 */
import { randomUUID } from 'node:crypto';
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { isAlive, startedAt } from './process-identity.ts';

export interface DataLock {
  release(): Promise<void>;
}

export type DataLockAttempt =
  | { readonly ok: true; readonly lock: DataLock }
  | { readonly ok: false; readonly holder: number };

interface Holder {
  readonly pid: number;
  readonly startedAt: string | undefined;
}

const ATTEMPTS = 5;

function readHolder(content: string): Holder | undefined {
  const [pid, ...rest] = content.split('\n');
  const parsed = Number(pid);
  return Number.isInteger(parsed) && parsed > 0
    ? { pid: parsed, startedAt: rest[0] || undefined }
    : undefined;
}

function isHeld(holder: Holder | undefined): holder is Holder {
  if (!holder || !isAlive(holder.pid)) return false;
  return holder.startedAt === undefined || startedAt(holder.pid) === holder.startedAt;
}

/**
 * Takes the lock, or says who has it. `link` creates the file with its content in one step, where `open` with `wx` would let
 * another process read it while it is still empty.
 */
export async function takeDataLock(path: string): Promise<DataLockAttempt> {
  const mine = `${process.pid}\n${startedAt(process.pid) ?? ''}\n${randomUUID()}\n`;
  const draft = `${path}.${randomUUID()}`;
  await writeFile(draft, mine, { mode: 0o644 });
  try {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      try {
        await link(draft, path);
        return { ok: true, lock: { release: () => releaseIfMine(path, mine) } };
      } catch (error) {
        if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
      }
      const seen = await readFile(path, 'utf8').catch(() => undefined);
      if (seen === undefined) continue;
      const holder = readHolder(seen);
      if (isHeld(holder)) return { ok: false, holder: holder.pid };
      await moveAside(path, seen);
    }
    const holder = readHolder(await readFile(path, 'utf8').catch(() => ''));
    return { ok: false, holder: holder?.pid ?? 0 };
  } finally {
    await rm(draft, { force: true });
  }
}

async function releaseIfMine(path: string, mine: string): Promise<void> {
  const content = await readFile(path, 'utf8').catch(() => undefined);
  if (content === mine) await rm(path, { force: true });
}

/** Removes a lock whose holder is gone, and puts it back where another process has renewed it in between. */
async function moveAside(path: string, seen: string): Promise<void> {
  const aside = `${path}.${randomUUID()}`;
  try {
    await rename(path, aside);
  } catch {
    return;
  }
  const moved = await readFile(aside, 'utf8');
  if (moved !== seen) await link(aside, path).catch(() => undefined);
  await rm(aside, { force: true });
}
