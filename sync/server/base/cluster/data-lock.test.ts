import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { takeDataLock } from './data-lock.ts';

async function lockPath(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'carefront-lock-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return join(folder, 'carefront.lock');
}

/** Another process that tries to take the lock and keeps it. */
async function contender(path: string): Promise<{ process: ChildProcess; won: boolean }> {
  const script = `
    import { takeDataLock } from ${JSON.stringify(new URL('./data-lock.ts', import.meta.url).href)};
    const attempt = await takeDataLock(${JSON.stringify(path)});
    console.log(attempt.ok ? 'won' : 'lost');
    setInterval(() => {}, 1000);`;
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', '--input-type=module', '-e', script],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  onTestFinished(() => void child.kill('SIGKILL'));
  const said = await new Promise<string>((resolve) =>
    child.stdout.once('data', (chunk: Buffer) => resolve(chunk.toString())),
  );
  return { process: child, won: said.startsWith('won') };
}

async function kill(child: ChildProcess): Promise<void> {
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await gone;
}

describe('the lock of a data folder', () => {
  it('is given once, and again after it is released', async () => {
    const path = await lockPath();
    const first = await takeDataLock(path);
    expect(await takeDataLock(path)).toEqual({ ok: false, holder: process.pid });
    if (first.ok) await first.lock.release();
    const second = await takeDataLock(path);
    expect(second.ok).toBe(true);
    if (second.ok) await second.lock.release();
  });

  it('is given to one of many processes that ask at once, and to one of many after that one was killed', async () => {
    const path = await lockPath();
    const first = await Promise.all(Array.from({ length: 4 }, () => contender(path)));
    expect(first.filter(({ won }) => won)).toHaveLength(1);
    const holder = first.find(({ won }) => won)?.process;
    expect(await takeDataLock(path)).toEqual({ ok: false, holder: holder?.pid });
    if (holder) await kill(holder);
    const second = await Promise.all(Array.from({ length: 4 }, () => contender(path)));
    expect(second.filter(({ won }) => won)).toHaveLength(1);
  });

  it('does not depend on what a killed holder has left in the file beside it', async () => {
    const path = await lockPath();
    await writeFile(`${path}.pid`, `${process.pid}\n`);
    const attempt = await takeDataLock(path);
    expect(attempt.ok).toBe(true);
    if (attempt.ok) await attempt.lock.release();
  });
});
