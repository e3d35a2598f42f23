/** One PostgreSQL server process over one cluster folder: initialise, start, find, stop. */
import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { chown, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { StartupError } from '../process/startup-error.ts';
import type { ClusterBinaries } from './cluster-binaries.ts';
import { makeClusterFolder } from './cluster-placement.ts';
import { type ClusterUser, canEnter } from './cluster-user.ts';
import { isAlive, isPostgresOf } from './process-identity.ts';

export const SUPERUSER = 'carefront';
const POLL_MS = 15;
const READY_WITHIN_MS = 120_000;
const STOP_WITHIN_MS = 30_000;
const START_ATTEMPTS = 5;
const LOOPBACK = '127.0.0.1';

export interface ClusterContext {
  readonly folder: string;
  readonly user: ClusterUser | undefined;
  readonly binaries: ClusterBinaries;
  /** Where PostgreSQL writes its log. */
  readonly logFile: string;
}

export interface RunningServer {
  readonly pid: number;
  readonly port: number;
}

export interface StartedServer extends RunningServer {
  /** Resolves when the process has ended, for whatever reason. */
  readonly ended: Promise<void>;
}

/** What the server needs of the environment, and nothing else: PG* variables of a developer's shell must not reach it. */
function serverEnvironment(): Record<string, string> {
  return { PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };
}

async function run(command: string, args: readonly string[], user: ClusterUser | undefined): Promise<void> {
  const child = spawn(command, args, {
    ...user,
    cwd: '/',
    env: serverEnvironment(),
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
  });
  const code = await new Promise((resolve, reject) => child.once('error', reject).once('close', resolve));
  if (code !== 0)
    throw new StartupError(
      `PostgreSQL could not be initialised: ${errors.trim().split('\n').at(-1) ?? 'no reason given'}`,
    );
}

/** The system's folder for temporary files may be one that only root can enter. */
async function passwordFile(
  password: string,
  user: ClusterUser | undefined,
): Promise<{ path: string; remove(): Promise<void> }> {
  const parent = canEnter(user, tmpdir()) ? tmpdir() : '/tmp';
  const folder = await mkdtemp(join(parent, 'carefront-'));
  const path = join(folder, 'password');
  await writeFile(path, `${password}\n`, { mode: 0o600 });
  if (user) {
    await chown(folder, user.uid, user.gid);
    await chown(path, user.uid, user.gid);
  }
  return { path, remove: () => rm(folder, { recursive: true, force: true }) };
}

/** Makes the cluster beside its place and moves it there when it is whole: a start that is killed in between starts over. */
export async function initialiseCluster(context: ClusterContext, password: string): Promise<void> {
  const { folder, user, binaries } = context;
  const draft = `${folder}.initialising`;
  await rm(draft, { recursive: true, force: true });
  await makeClusterFolder(draft, user);
  const secret = await passwordFile(password, user);
  try {
    await run(
      binaries.initdb,
      [
        `--pgdata=${draft}`,
        `--username=${SUPERUSER}`,
        `--pwfile=${secret.path}`,
        '--auth=scram-sha-256',
        '--encoding=UTF8',
        '--locale-provider=builtin',
        '--builtin-locale=C.UTF-8',
        '--locale=C',
        '--no-instructions',
      ],
      user,
    );
  } finally {
    await secret.remove();
  }
  await rename(draft, folder);
}

/** The server that runs over the folder, no matter which process started it. */
export async function findServer(folder: string): Promise<RunningServer | undefined> {
  const content = await readFile(join(folder, 'postmaster.pid'), 'utf8').catch(() => '');
  const lines = content.split('\n');
  const [pid, port] = [Number(lines[0]), Number(lines[3])];
  return Number.isInteger(pid) && pid > 0 && isPostgresOf(pid, folder) ? { pid, port } : undefined;
}

/**
 * The folder of a running server that this one was copied from. Its files are of different moments: PostgreSQL would start over them, and
 * nobody could tell what is missing.
 */
export async function findCopiedFrom(folder: string): Promise<string | undefined> {
  const content = await readFile(join(folder, 'postmaster.pid'), 'utf8').catch(() => '');
  const [pid = '', origin = ''] = content.split('\n');
  return origin !== folder && isPostgresOf(Number(pid), origin) ? origin : undefined;
}

async function isReady(folder: string, pid: number): Promise<boolean> {
  const content = await readFile(join(folder, 'postmaster.pid'), 'utf8').catch(() => '');
  const lines = content.split('\n');
  // The eighth line is the state that pg_ctl waits for.
  return Number(lines[0]) === pid && lines[7]?.trim() === 'ready';
}

/** Asks for a fast shutdown and waits until the process is gone; a server that doesn't answer is stopped at once, which is safe. */
export async function stopServer(pid: number): Promise<void> {
  const signals: readonly NodeJS.Signals[] = ['SIGINT', 'SIGQUIT', 'SIGKILL'];
  for (const signal of signals) {
    if (!isAlive(pid)) return;
    process.kill(pid, signal);
    const deadline = Date.now() + STOP_WITHIN_MS;
    while (isAlive(pid) && Date.now() < deadline) await delay(POLL_MS);
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject).listen(0, LOOPBACK, () => {
      const address = probe.address();
      probe.close(() =>
        address && typeof address === 'object' ? resolve(address.port) : reject(new Error('No port.')),
      );
    });
  });
}

/**
 * Durability is never traded: fsync, full_page_writes and synchronous_commit stay on. The log holds neither statements nor
 * the values in them, since those are health data.
 */
const serverSettings: Readonly<Record<string, string>> = {
  listen_addresses: LOOPBACK,
  unix_socket_directories: '',
  max_connections: '100',
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  shared_buffers: '128MB',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
  log_min_error_statement: 'panic',
  log_parameter_max_length: '0',
  log_parameter_max_length_on_error: '0',
  log_error_verbosity: 'terse',
};

function spawnServer(context: ClusterContext, port: number): ChildProcess {
  const log = openSync(context.logFile, 'w', 0o600);
  try {
    const settings = Object.entries({ ...serverSettings, port: String(port) }).flatMap(([name, value]) => [
      '-c',
      `${name}=${value}`,
    ]);
    return spawn(context.binaries.postgres, ['-D', context.folder, ...settings], {
      ...context.user,
      cwd: '/',
      env: serverEnvironment(),
      stdio: ['ignore', log, log],
      // A session of its own: Ctrl-C in the terminal must reach our process alone, which lets requests finish first.
      detached: true,
    });
  } finally {
    closeSync(log);
  }
}

async function awaitReady(
  context: ClusterContext,
  child: ChildProcess,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  let ended = false;
  child.once('error', () => {
    ended = true;
  });
  child.once('exit', () => {
    ended = true;
  });
  const deadline = Date.now() + READY_WITHIN_MS;
  while (!ended && !signal?.aborted && Date.now() < deadline) {
    if (child.pid !== undefined && (await isReady(context.folder, child.pid))) return true;
    await delay(POLL_MS);
  }
  if (!ended && child.pid !== undefined) await stopServer(child.pid);
  return false;
}

/**
 * Starts the server on a loopback port. Tried again a few times: the port may be taken in between, and the children of a
 * killed server need a moment to let go of its shared memory.
 * @param fixedPort where it has to come back to; else a free one.
 * @param signal aborted where it isn't wanted any more: a server that is starting is stopped.
 * @throws StartupError with PostgreSQL's own reason, after the last try.
 */
export async function startServer(
  context: ClusterContext,
  fixedPort?: number,
  signal?: AbortSignal,
): Promise<StartedServer> {
  for (let attempt = 1; ; attempt++) {
    signal?.throwIfAborted();
    const port = fixedPort ?? (await freePort());
    const child = spawnServer(context, port);
    const ended = new Promise<void>((resolve) => {
      child.once('error', () => resolve());
      child.once('exit', () => resolve());
    });
    if ((await awaitReady(context, child, signal)) && child.pid !== undefined) {
      child.unref();
      return { pid: child.pid, port, ended };
    }
    signal?.throwIfAborted();
    if (attempt === START_ATTEMPTS) {
      const log = await readFile(context.logFile, 'utf8').catch(() => '');
      const reason = log.split('\n').findLast((line) => line.includes('FATAL')) ?? 'no reason given';
      throw new StartupError(
        `PostgreSQL did not start over ${context.folder}: ${reason.replace(/^.*FATAL:\s*/, '')} (log: ${context.logFile})`,
      );
    }
    await delay(POLL_MS * 2 ** (attempt + 3));
  }
}
