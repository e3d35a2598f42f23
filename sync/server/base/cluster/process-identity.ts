/** Telling one process from another that got the same pid later. */
import { execFileSync } from 'node:child_process';
import { readFileSync, readlinkSync } from 'node:fs';

/** Whether a process with this pid runs, under any user. A zombie doesn't. */
export function isAlive(pid: number): boolean {
  if (process.platform === 'linux') return startedAt(pid) !== undefined;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

function ask(command: string, args: readonly string[]): string | undefined {
  try {
    return (
      execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim() ||
      undefined
    );
  } catch {
    return undefined;
  }
}

/**
 * When the process started, as a text to compare: no other process that ever had this pid has the same one.
 * @returns undefined where there is no such process.
 */
export function startedAt(pid: number): string | undefined {
  if (process.platform === 'linux') {
    const stat = read(`/proc/${pid}/stat`);
    if (stat === undefined) return undefined;
    // The name of the command stands in parentheses and may hold spaces: count the fields after it. starttime is field 22.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (fields[0] === 'Z') return undefined;
    return `${read('/proc/sys/kernel/random/boot_id')?.trim()} ${fields[19]}`;
  }
  return ask('ps', ['-o', 'lstart=', '-p', String(pid)]);
}

/** Whether the process is a PostgreSQL server over this folder: a server's working directory is its data folder. */
export function isPostgresOf(pid: number, folder: string): boolean {
  if (!isAlive(pid)) return false;
  if (process.platform === 'linux') {
    try {
      return readlinkSync(`/proc/${pid}/cwd`) === folder;
    } catch {
      return false;
    }
  }
  const command = ask('ps', ['-o', 'command=', '-p', String(pid)]) ?? '';
  return command.includes('postgres') && command.includes(folder);
}
