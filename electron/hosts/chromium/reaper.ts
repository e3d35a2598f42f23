/**
 * Deletes what a host leaves in memory that had no time to: one that was killed. A shell that waits for the end of a pipe of the host's, which the kernel
 * closes however the host ends. Under systemd the unit's own file system in memory goes as well.
 */
import { spawn } from 'node:child_process';
import { endProcesses } from './processes.ts';

/** Names the folder without being over it: a reaper is nothing of a patient's, and never counted as that. */
const nameFor = (folder: string) => `carefront-reaper:${folder}`;

/** A Chromium that ends by itself still writes, and would make its folder again: it is killed first. Over when a look finds neither; for 10 s at most. */
const SCRIPT = `
while read -r _; do :; done
folder=\${0#carefront-reaper:}
tries=0
while [ $tries -lt 100 ]; do
  left=
  for process in /proc/[0-9]*; do
    id=\${process#/proc/}
    [ "$id" = $$ ] && continue
    grep -qsF -- "$folder" "$process/cmdline" && kill -9 "$id" 2>/dev/null && left=1
  done
  [ -e "$folder" ] && left=1
  [ -z "$left" ] && exit
  rm -rf -- "$folder"
  tries=$((tries + 1))
  sleep 0.1
done`;

export function startReaper(folder: string): void {
  const shell = spawn('/bin/sh', ['-c', SCRIPT, nameFor(folder)], {
    // A signal for the host's group, such as a terminal's, is not for it.
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
    env: { PATH: '/usr/bin:/bin' },
  });
  // Without it the next start still deletes what was left.
  shell.on('error', () => undefined);
  shell.unref();
  // It may end first.
  shell.stdin?.on('error', () => undefined);
  if (shell.stdin !== null && 'unref' in shell.stdin && typeof shell.stdin.unref === 'function')
    shell.stdin.unref();
}

/** Before a host takes a folder, and once it has emptied it: a reaper that comes late would delete what is the next one's. */
export async function endReapers(folder: string): Promise<void> {
  await endProcesses((all) => all.filter(({ commandLine }) => commandLine.includes(nameFor(folder))));
}
