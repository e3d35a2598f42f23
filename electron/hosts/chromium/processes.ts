/** Ends what the kiosk started, and nothing else: by process id and start time, so that an id that was given again is nobody's. */
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

export interface Process {
  readonly pid: number;
  readonly parent: number;
  /** In ticks since the machine's start. */
  readonly started: string;
  readonly commandLine: readonly string[];
}

const POLL_MS = 20;

function readProcess(pid: number): Process | undefined {
  try {
    // "pid (name) state parent …", where the name may hold anything: proc_pid_stat(5).
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (fields[0] === 'Z' || fields[0] === 'X') return undefined;
    // Not by the owner of its folder: that of a process in Chromium's sandbox is root's.
    const user = /^Uid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    if (Number(user) !== process.getuid?.()) return undefined;
    const commandLine = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
    return {
      pid,
      parent: Number(fields[1]),
      started: fields[19] ?? '',
      // Chromium's helpers write theirs over with spaces in between.
      commandLine: commandLine.split(/[\0 ]/),
    };
  } catch {
    return undefined;
  }
}

/** Of this user, without zombies. */
export function listProcesses(): readonly Process[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => readProcess(Number(name)) ?? []);
}

/** Whether a process was started over a folder that nothing but this kiosk ever named: the browser, its helpers and its crash handlers. */
function isOver(folder: string, { commandLine }: Process): boolean {
  return commandLine.some((argument) => {
    const value = argument.slice(argument.indexOf('=') + 1);
    return value === folder || value.startsWith(`${folder}/`);
  });
}

/** Those that were started over `folder`, and what they started. */
export function processesOver(folder: string, all: readonly Process[] = listProcesses()): readonly Process[] {
  const found = all.filter((each) => isOver(folder, each) && each.pid !== process.pid);
  const known = new Set(found.map(({ pid }) => pid));
  for (const { pid } of found) {
    for (const child of all) {
      if (child.parent !== pid || known.has(child.pid)) continue;
      known.add(child.pid);
      found.push(child);
    }
  }
  return found;
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It ended by itself.
  }
}

/** SIGKILL: nothing is flushed, nothing gets to say a last word. Resolves when none is left. */
export async function endProcesses(find: (all: readonly Process[]) => readonly Process[]): Promise<void> {
  const ended = new Map<number, string>();
  for (;;) {
    // What was started while others ended is ended as well.
    const all = listProcesses();
    for (const { pid, started } of find(all)) {
      if (ended.get(pid) === started) continue;
      ended.set(pid, started);
      kill(pid);
    }
    const isLeft = all.some(({ pid, started }) => ended.get(pid) === started);
    if (!isLeft) return;
    await pause(POLL_MS);
  }
}

export const endProcessesOver = (folder: string): Promise<void> =>
  endProcesses((all) => processesOver(folder, all));

/** MB of memory that is theirs alone: anonymous pages and what they share, from `/proc/PID/status`. */
export function memoryOf(pids: readonly number[]): number {
  const kilobytes = pids.map((pid) => {
    try {
      const status = readFileSync(`/proc/${pid}/status`, 'utf8');
      return Number(/^RssAnon:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0);
    } catch {
      return 0;
    }
  });
  return Math.round(kilobytes.reduce((sum, each) => sum + each, 0) / 1024);
}
