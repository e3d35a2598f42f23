/**
 * Where the cluster of a data folder stands. Normally in it; where its user can't reach it (root's data folder under a folder of
 * mode 0700), below `/var/lib/carefront`. The choice is written down, so that a later change of modes never makes the data
 * seem gone and an empty database start in its place.
 */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, chown, mkdir, readFile, realpath, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { z } from 'zod';
import { StartupError } from '../process/startup-error.ts';
import { type ClusterUser, canEnter } from './cluster-user.ts';

/** Of root only: any other user runs PostgreSQL as itself, and reaches what it has installed. */
export const SHELTER = '/var/lib/carefront';

/** `cluster` is a path from the data folder where it stands in it, so that a folder that is moved or copied goes with its own. */
const recordSchema = z.object({ cluster: z.string() });
/** Beside a cluster that stands elsewhere: the data folder that it belongs to, and that folder's inode. */
const OWNER_FILE = 'data-folder';

/** Makes the data folder, with `keys` for this process alone. */
export async function prepareDataFolder(dataDir: string): Promise<string> {
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o755 });
    await mkdir(join(dataDir, 'keys'), { recursive: true, mode: 0o700 });
    await chmod(join(dataDir, 'keys'), 0o700);
    return await realpath(dataDir);
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : 'unknown reason';
    throw new StartupError(
      `DATA_DIR ${dataDir} can't be used (${reason}): name a folder that this user may write.`,
    );
  }
}

async function recorded(dataDir: string): Promise<string | undefined> {
  const file = join(dataDir, 'cluster.json');
  if (!existsSync(file)) return undefined;
  try {
    return resolve(dataDir, recordSchema.parse(JSON.parse(await readFile(file, 'utf8'))).cluster);
  } catch {
    throw new StartupError(
      `${file} is damaged: it must hold {"cluster": "FOLDER"}, the folder of this data folder's database.`,
    );
  }
}

/**
 * A copied data folder names the cluster of its original, and must never run on it: two servers would then write into one database with
 * two sets of keys and photos. One that was moved takes its cluster along.
 */
async function checkOwner(dataDir: string, cluster: string): Promise<void> {
  if (await isOwnCluster(dataDir, cluster)) return;
  const owner = await ownerOf(cluster);
  if (owner !== undefined && !existsSync(join(owner.path, 'cluster.json'))) {
    if (owner.inode === undefined || owner.inode === (await stat(dataDir)).ino)
      return writeOwner(dataDir, cluster);
    // An original on a disk that isn't mounted looks like one that was moved here.
    const mark = join(dirname(cluster), OWNER_FILE);
    throw new StartupError(
      `The database in ${cluster} belongs to ${owner.path}, which is not there: mount it, or if ${dataDir} has taken its place for good, write that path into ${mark}.`,
    );
  }
  throw new StartupError(
    `${dataDir} is a copy of ${owner?.path ?? dirname(cluster)}, and its database in ${cluster} belongs to the original: use the original, or start with an empty folder and npm run restore.`,
  );
}

/** A folder that is renamed keeps its inode, a copy never has it. */
async function writeOwner(dataDir: string, cluster: string): Promise<void> {
  const { ino } = await stat(dataDir);
  await writeFile(join(dirname(cluster), OWNER_FILE), `${dataDir}\n${ino}\n`);
}

/** Whether the cluster is this data folder's: one that stands elsewhere may be that of the folder that this one was copied from. */
export async function isOwnCluster(dataDir: string, cluster: string): Promise<boolean> {
  return dirname(cluster) === dataDir || (await ownerOf(cluster))?.path === dataDir;
}

interface Owner {
  readonly path: string;
  /** Unknown in what earlier versions, or people, have written. */
  readonly inode: number | undefined;
}

async function ownerOf(cluster: string): Promise<Owner | undefined> {
  const marked = await readFile(join(dirname(cluster), OWNER_FILE), 'utf8').catch(() => undefined);
  if (marked !== undefined) {
    const [path = '', inode = ''] = marked.trim().split('\n');
    return { path, inode: /^\d+$/.test(inode) ? Number(inode) : undefined };
  }
  // In another data folder, as records of earlier versions name it.
  if (!existsSync(join(dirname(cluster), 'cluster.json'))) return undefined;
  return { path: dirname(cluster), inode: undefined };
}

async function checkRecorded(
  dataDir: string,
  cluster: string,
  user: ClusterUser | undefined,
): Promise<string> {
  if (!existsSync(join(cluster, 'PG_VERSION')))
    throw new StartupError(
      `The database of ${dataDir} stood in ${cluster} and is gone: put it back, or remove ${join(dataDir, 'cluster.json')} to start with an empty one.`,
    );
  const owner = (await stat(cluster)).uid;
  if (owner !== (user?.uid ?? process.getuid?.() ?? owner))
    throw new StartupError(
      `The database in ${cluster} belongs to another user: start Carefront as the user who started it first.`,
    );
  if (!canEnter(user, cluster))
    throw new StartupError(
      `PostgreSQL's user can no longer reach ${cluster}: let others enter the folders above it (chmod o+x).`,
    );
  return cluster;
}

/** Records of earlier versions name the whole path: of a folder that was moved or copied since, its own cluster counts. */
async function takeAlong(dataDir: string, cluster: string): Promise<string> {
  const own = join(dataDir, 'postgres');
  const stoodInFolder = basename(cluster) === 'postgres' && !cluster.startsWith(join(SHELTER, 'clusters'));
  return cluster !== own && stoodInFolder && existsSync(join(own, 'PG_VERSION')) ? own : cluster;
}

/** @returns the cluster's folder: it may not exist yet, what is above it does, and its user can walk to it. */
export async function placeCluster(dataDir: string, user: ClusterUser | undefined): Promise<string> {
  const before = await recorded(dataDir);
  if (before !== undefined) {
    const cluster = await takeAlong(dataDir, before);
    await checkOwner(dataDir, cluster);
    return checkRecorded(dataDir, cluster, user);
  }
  if (!user || canEnter(user, dataDir)) return join(dataDir, 'postgres');
  const key = createHash('sha256').update(dataDir).digest('hex').slice(0, 24);
  const cluster = join(SHELTER, 'clusters', key, 'postgres');
  await openFolder(SHELTER);
  await openFolder(join(SHELTER, 'clusters'));
  await openFolder(dirname(cluster));
  // So that somebody who finds the folder can tell whose it is, and whether it is still wanted.
  await writeOwner(dataDir, cluster);
  return cluster;
}

/** Makes a folder that everybody can enter, whatever the umask. */
export async function openFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await chmod(folder, 0o755);
}

/** Makes the cluster's folder for its user alone. */
export async function makeClusterFolder(cluster: string, user: ClusterUser | undefined): Promise<void> {
  await mkdir(cluster, { recursive: true, mode: 0o700 });
  await chmod(cluster, 0o700);
  if (user) await chown(cluster, user.uid, user.gid);
}

export async function recordCluster(dataDir: string, cluster: string): Promise<void> {
  const named = dirname(cluster) === dataDir ? relative(dataDir, cluster) : cluster;
  await writeFile(join(dataDir, 'cluster.json'), `${JSON.stringify({ cluster: named })}\n`);
}
