/** The server as a process of its own, on folders of its own. */
import { type ChildProcess, spawn } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { findServer, stopServer } from '../base/cluster/postmaster.ts';
import type { CompiledPack } from '../packs/read-packs.ts';
import { fixturePack, writePacks } from './fixture-pack.ts';
import { removeDataFolder } from './global-setup.ts';
import { copyPreparedData } from './prepared-data.ts';
import type { Send } from './test-device.ts';

const ROOT = resolve(import.meta.dirname, '../../..');
/** Compiled code, shared by all that start: by its content, so that it is never out of date. A third less work at each start. */
const COMPILED = join(tmpdir(), 'carefront-compiled');
const READY = /^ready (http:\/\/\S+)$/m;

export interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly output: string;
}

export interface ServerProcess {
  readonly pid: number;
  readonly exited: Promise<Exit>;
  /** The address it prints, or its exit where it ends instead. */
  readonly ready: Promise<string | Exit>;
  output(): string;
  kill(signal: NodeJS.Signals): Promise<Exit>;
}

export interface Installation {
  readonly dataDir: string;
  readonly env: Readonly<Record<string, string>>;
  start(over?: Readonly<Record<string, string>>): ServerProcess;
  /** Runs a file of the project to its end. */
  run(file: string, args: readonly string[], over?: Readonly<Record<string, string>>): Promise<Exit>;
  remove(): Promise<void>;
}

function launch(file: string, args: readonly string[], env: Readonly<Record<string, string>>): ServerProcess {
  const child: ChildProcess = spawn(
    process.execPath,
    [
      '--disable-warning=ExperimentalWarning',
      '--import',
      './sync/server/base/database/load-drizzle.mjs',
      file,
      ...args,
    ],
    {
      cwd: ROOT,
      env: { PATH: process.env.PATH ?? '', NODE_COMPILE_CACHE: COMPILED, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let output = '';
  let found: (address: string) => void = () => undefined;
  const address = new Promise<string>((resolveAddress) => {
    found = resolveAddress;
  });
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      const match = READY.exec(output)?.[1];
      if (match) found(match);
    });
  const exited = new Promise<Exit>((resolveExit, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => resolveExit({ code, signal, output }));
  });
  return {
    pid: child.pid ?? 0,
    exited,
    ready: Promise.race([address, exited]),
    output: () => output,
    kill(signal) {
      child.kill(signal);
      return exited;
    },
  };
}

/**
 * A temporary folder with a data folder and compiled packs in it, two where none are given.
 * @param data `prepared`: its database is made and migrated. `empty`: it is yet to be made, as before a first start. `unreachable`: the same,
 * in a folder as `mktemp -d` makes it, out of the reach of PostgreSQL's user where the tests run as root.
 */
export async function createInstallation(
  data: 'prepared' | 'empty' | 'unreachable' = 'prepared',
  packs?: readonly CompiledPack[],
): Promise<Installation> {
  const folder = await mkdtemp(join(tmpdir(), 'carefront-install-'));
  await chmod(folder, data === 'unreachable' ? 0o700 : 0o755);
  const dataDir = join(folder, 'data');
  if (data === 'prepared') await copyPreparedData(dataDir);
  const packsDir = join(folder, 'packs');
  await writePacks(packsDir, packs ?? [await fixturePack(), await fixturePack('brook', 'Brook Clinic')]);
  const env = {
    PORT: '0',
    DATA_DIR: dataDir,
    PACKS_DIR: packsDir,
    WEB_DIR: join(folder, 'web'),
    PUSHES_PER_MINUTE: '100000',
  };
  const started: ServerProcess[] = [];
  return {
    dataDir,
    env,
    start(over = {}) {
      const server = launch('sync/server/main.ts', [], { ...env, ...over });
      started.push(server);
      return server;
    },
    run: (file, args, over = {}) => launch(file, args, { ...env, ...over }).exited,
    async remove() {
      for (const server of started) await server.kill('SIGKILL');
      const leftover = await findCluster(dataDir);
      if (leftover !== undefined) await stopServer(leftover);
      await removeDataFolder(dataDir);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The pid of the PostgreSQL that runs over a data folder. */
export async function findCluster(dataDir: string): Promise<number | undefined> {
  const record = await readFile(join(dataDir, 'cluster.json'), 'utf8').catch(() => undefined);
  if (record === undefined) return undefined;
  const { cluster } = z.object({ cluster: z.string() }).parse(JSON.parse(record));
  return (await findServer(resolve(dataDir, cluster)))?.pid;
}

export function sendTo(origin: string): Send {
  return async (path, { method, headers, body }) => {
    const answer = await fetch(`${origin}${path}`, {
      method,
      headers,
      ...(body === undefined ? {} : { body }),
    });
    return { status: answer.status, headers: answer.headers, text: await answer.text() };
  };
}
