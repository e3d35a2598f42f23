/** `npm start` in a terminal of its own. */
import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { createServer } from 'node:net';
import { constants } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeAll } from 'vitest';
import { copyPreparedData } from '../../sync/server/testing/prepared-data.ts';
import { projectRoot, temporaryFolder } from '../support/paths.ts';
import { familyOf } from '../support/processes.ts';
import { until } from '../support/wait.ts';

const START_MS = 240_000;
/** What a clone doesn't have. */
const NOT_CLONED = ['node_modules', '.git', '.data', 'dist', 'test-results'];

/** A copy of the checkout as a clone would be, with the packages that are installed here. */
export function copyOfTheCheckout(): string {
  const folder = join(temporaryFolder('checkout'), 'carefront');
  mkdirSync(folder);
  cpSync(projectRoot, folder, { recursive: true, filter: (path) => !NOT_CLONED.includes(basename(path)) });
  symlinkSync(join(projectRoot, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject);
    probe.listen(0, 'localhost', () => {
      const address = probe.address();
      probe.close(() =>
        address === null || typeof address === 'string'
          ? reject(new Error('No port'))
          : resolve(address.port),
      );
    });
  });
}

export interface Started {
  /** Everything that was printed. */
  output(): string;
  /** Resolves with the address that the line `ready …` names. */
  ready(): Promise<string>;
  /** Ctrl-C: the signal that a terminal sends to every process of its foreground group. */
  interrupt(): void;
  /** SIGTERM to npm alone, as a service manager sends it to what it has started. */
  terminateNpm(): void;
  /** SIGKILL to the process whose command line ends in `script`, and to no other. */
  kill9(script: string): void;
  /** Every process of this start that still runs, by its id. */
  processes(): number[];
  /** As a shell counts: 128 + n after signal n. */
  readonly exit: Promise<number>;
}

/** The lines that are ours: npm says itself what it runs. */
export const linesOf = (started: Started): readonly string[] =>
  started
    .output()
    .split('\n')
    .filter((line) => line.trim() !== '' && !/^(>|npm (warn|error|notice))/.test(line));

/** Empty for a process that is gone, or that only waits to be counted out by its parent. */
function argumentsOf(pid: number): string[] {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').filter(Boolean);
  } catch {
    return [];
  }
}

export function npmStart(folder: string, settings: Readonly<Record<string, string>>): Started {
  const environment: NodeJS.ProcessEnv = { ...process.env, ...settings };
  for (const name of ['NODE_ENV', 'VITEST', 'npm_execpath', 'npm_lifecycle_event']) delete environment[name];
  const child = spawn('npm', ['start'], {
    cwd: folder,
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  const pid = child.pid ?? 0;
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  const exit = new Promise<number>((resolve) =>
    child.on('close', (code, signal) => resolve(code ?? 128 + (constants.signals[signal ?? 'SIGKILL'] ?? 0))),
  );
  let known: number[] = [];
  return {
    output: () => output,
    ready: () =>
      until(
        'npm start is ready',
        () => {
          if (child.exitCode !== null) throw new Error(`npm start ended with ${child.exitCode}:\n${output}`);
          known = familyOf(pid);
          return /^ready (http:\/\/\S+)/m.exec(output)?.[1];
        },
        START_MS,
      ),
    interrupt: () => process.kill(-pid, 'SIGINT'),
    terminateNpm: () => process.kill(pid, 'SIGTERM'),
    kill9(script) {
      const runs = (member: number) => {
        const [program = '', ...rest] = argumentsOf(member);
        return basename(program) === 'node' && rest.at(-1) === script;
      };
      const victim = familyOf(pid).find(runs);
      if (victim === undefined) throw new Error(`No process runs ${script}`);
      process.kill(victim, 'SIGKILL');
    },
    processes: () => known.filter((member) => argumentsOf(member).length > 0),
    exit,
  };
}

/** For the tests of a file: a copy of the checkout, and what is started in it, which ends with each test. */
export function startsOfACheckout() {
  let folder: string;
  const running: Started[] = [];
  beforeAll(() => {
    folder = copyOfTheCheckout();
  });
  afterEach(async () => {
    for (const started of running.splice(0)) {
      if (started.processes().length === 0) continue;
      started.interrupt();
      await started.exit;
    }
  });
  return {
    start(settings: Record<string, string>): Started {
      const started = npmStart(folder, settings);
      running.push(started);
      return started;
    },
    /** @param data `empty` before a first start; else its database is made already. */
    async settings(data: 'empty' | 'prepared' = 'prepared'): Promise<{ PORT: string; DATA_DIR: string }> {
      const dataDir = join(temporaryFolder('start'), 'data');
      if (data === 'prepared') await copyPreparedData(dataDir);
      return { PORT: String(await freePort()), DATA_DIR: dataDir };
    },
  };
}
