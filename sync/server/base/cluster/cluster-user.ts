/** PostgreSQL refuses to run as root: then another user of the system owns the cluster. */
import { execFileSync, spawnSync } from 'node:child_process';
import { StartupError } from '../process/startup-error.ts';

export interface ClusterUser {
  readonly uid: number;
  readonly gid: number;
}

const OWN_USER = 'carefront';

function lookUp(name: string): ClusterUser | undefined {
  try {
    const [uid, gid] = ['-u', '-g'].map((flag) =>
      Number(execFileSync('id', [flag, name], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })),
    );
    return uid && gid ? { uid, gid } : undefined;
  } catch {
    return undefined;
  }
}

function create(): ClusterUser | undefined {
  const commands: readonly (readonly [string, ...string[]])[] = [
    ['useradd', '--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', OWN_USER],
    ['adduser', '-S', '-D', '-H', OWN_USER],
  ];
  for (const [command, ...args] of commands) {
    try {
      execFileSync(command, args, { stdio: 'ignore' });
    } catch {
      continue;
    }
    const user = lookUp(OWN_USER);
    if (user) return user;
  }
  return undefined;
}

/**
 * @returns undefined where this process may run PostgreSQL itself.
 * @throws StartupError where it is root and the system has no other user for it.
 */
export function clusterUser(): ClusterUser | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const user = lookUp(OWN_USER) ?? create() ?? lookUp('postgres') ?? lookUp('nobody');
  if (user) return user;
  throw new StartupError(
    'PostgreSQL does not run as root, and no other user could be created: start Carefront as an ordinary user.',
  );
}

/** Asks the kernel, as that user, whether all these paths can be read. Mode bits alone would miss access lists and mounts. */
export function canRead(user: ClusterUser | undefined, paths: readonly string[]): boolean {
  const script =
    'for path; do test -r "$path" || exit 1; test ! -d "$path" || test -x "$path" || exit 1; done';
  const result = spawnSync('/bin/sh', ['-c', script, 'sh', ...paths], { ...user, cwd: '/', stdio: 'ignore' });
  return result.status === 0;
}

/** Whether that user can walk into the folder. */
export function canEnter(user: ClusterUser | undefined, folder: string): boolean {
  return (
    spawnSync('/bin/sh', ['-c', 'cd "$1"', 'sh', folder], { ...user, cwd: '/', stdio: 'ignore' }).status === 0
  );
}
