/** For tests: what PostgreSQL's processes ask of the kernel, in the order in which they ask it. Linux with strace and ptrace alone. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';

/** Whether strace is installed and may trace here. */
export function canTrace(): boolean {
  return (
    process.platform === 'linux' &&
    spawnSync('strace', ['-o', '/dev/null', 'true'], { stdio: 'ignore' }).status === 0
  );
}

export interface Syscall {
  readonly pid: number;
  readonly name: string;
  /** `start` where it is asked, `end` where it is answered; file order is time. */
  readonly phase: 'start' | 'end';
  /** Arguments, as far as the line shows them. */
  readonly text: string;
}

export interface Trace {
  /** Ends it. */
  stop(): Promise<readonly Syscall[]>;
}

function childrenOf(pid: number): readonly number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    .trim()
    .split(' ')
    .filter(Boolean)
    .map(Number);
}

/** `PID SECONDS name(arguments) = result`, or the two halves of it where another process came between. */
export function parseTrace(text: string): readonly Syscall[] {
  return text.split('\n').flatMap((line): Syscall[] => {
    const [, pid = '', rest = ''] = /^(\d+)\s+(.*)$/.exec(line) ?? [];
    const resumed = /^<\.\.\. (\w+) resumed>(.*)$/.exec(rest);
    if (resumed) return [{ pid: Number(pid), name: resumed[1] ?? '', phase: 'end', text: resumed[2] ?? '' }];
    const [, name, args = ''] = /^(\w+)\((.*)$/.exec(rest) ?? [];
    if (name === undefined) return [];
    const start = { pid: Number(pid), name, phase: 'start', text: args } as const;
    return args.endsWith('<unfinished ...>') ? [start] : [start, { ...start, phase: 'end' }];
  });
}

/**
 * Traces a server with all processes that it has and will have.
 * @param file where strace writes.
 */
export async function traceServer(pid: number, file: string): Promise<Trace> {
  const pids = [pid, ...childrenOf(pid)].flatMap((one) => ['-p', String(one)]);
  const calls = 'fdatasync,fsync,sendto,recvfrom';
  // -y: with the file's path; -s: enough of what is sent to find an id in it.
  const args = ['-f', '-y', '-s', '4000', '-o', file, '-e', `trace=${calls}`, ...pids];
  const strace: ChildProcess = spawn('strace', args, { stdio: ['ignore', 'ignore', 'pipe'] });
  const ended = new Promise<void>((resolve) => strace.once('close', () => resolve()));
  let attached = 0;
  await new Promise<void>((resolve, reject) => {
    strace.once('error', reject);
    strace.once('close', () => reject(new Error('strace could not attach.')));
    strace.stderr?.on('data', (chunk: Buffer) => {
      attached += chunk.toString().split(' attached').length - 1;
      if (attached >= pids.length / 2) resolve();
    });
  });
  return {
    async stop() {
      strace.kill('SIGINT');
      await ended;
      return parseTrace(await readFile(file, 'utf8'));
    },
  };
}
