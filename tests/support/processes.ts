import { readdirSync, readFileSync } from 'node:fs';
import { until } from './wait.ts';

interface Process {
  readonly pid: number;
  readonly parent: number;
  readonly state: string;
}

/** Running processes by /proc/PID/stat: "pid (name) state parent …", where the name may hold anything. */
function processes(): Process[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
        const [state = '', parent = '0'] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
        return [{ pid: Number(name), parent: Number(parent), state }];
      } catch {
        return [];
      }
    })
    .filter(({ state }) => state !== 'Z');
}

/** A process and everything that it started, parents first. */
export function familyOf(pid: number): number[] {
  const all = processes();
  const found = all.filter((process) => process.pid === pid).map((process) => process.pid);
  for (const parent of found) {
    found.push(...all.filter((process) => process.parent === parent).map((process) => process.pid));
  }
  return found;
}

/** SIGKILL to a process and to all that it started, at once; resolves when none of them is left. */
export async function killFamily(pid: number): Promise<void> {
  const family = familyOf(pid);
  for (const member of family) {
    try {
      process.kill(member, 'SIGKILL');
    } catch {
      // It ended with its parent.
    }
  }
  const isLeft = () => processes().some((process) => family.includes(process.pid));
  await until('all killed processes are gone', () => !isLeft());
}

/** SIGKILL for a process that was in a list: it may have ended since. */
export function killIfAlive(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
}
