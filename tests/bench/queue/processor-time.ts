/** What a server and its database cost a processor: on a busy machine a clock says more of its neighbors. Linux. */
import { readdirSync, readFileSync } from 'node:fs';

/** Of the kernel's counters, on every Linux that Node runs on. */
const MS_PER_TICK = 10;

interface Times {
  readonly parent: number;
  readonly ms: number;
}

function timesOf(pid: string): Times | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name, in parentheses, may hold anything.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return { parent: Number(fields[1]), ms: (Number(fields[11]) + Number(fields[12])) * MS_PER_TICK };
  } catch {
    return undefined;
  }
}

/** @returns of the process and all that it has started, in milliseconds, up to now. */
export function processorTime(root: number): number {
  const all = new Map(
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .flatMap((name) => {
        const times = timesOf(name);
        return times ? [[Number(name), times] as const] : [];
      }),
  );
  const isOf = (pid: number): boolean => {
    if (pid === root) return true;
    const parent = all.get(pid)?.parent;
    return parent !== undefined && parent > 1 && isOf(parent);
  };
  return [...all].reduce((sum, [pid, { ms }]) => sum + (isOf(pid) ? ms : 0), 0);
}
