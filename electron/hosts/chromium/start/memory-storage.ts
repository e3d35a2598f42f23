/** Where a profile may lie: in memory, and never on a disk. The kiosk doesn't start where there is no such place. */

export interface Mount {
  readonly point: string;
  /** `tmpfs`, `ext4`, … */
  readonly type: string;
  readonly readOnly: boolean;
}

const MEMORY_TYPES: ReadonlySet<string> = new Set(['tmpfs', 'ramfs']);
/** `f_type` of statfs(2): TMPFS_MAGIC and RAMFS_MAGIC of linux/magic.h. */
const MEMORY_MAGIC: ReadonlySet<number> = new Set([0x01_02_19_94, 0x85_84_58_f6]);
/** A profile takes about 20 MB, and shared memory of the page's pictures lies beside it. */
export const MIN_FREE_BYTES = 128 * 1024 * 1024;

/** Spaces and the like stand as three octal digits: proc_pid_mountinfo(5). */
const unescaped = (text: string) =>
  text.replaceAll(/\\([0-7]{3})/g, (_all, digits: string) => String.fromCharCode(Number.parseInt(digits, 8)));

/** @param text of `/proc/self/mountinfo`; lines that aren't of its form are passed over */
export function parseMountInfo(text: string): readonly Mount[] {
  return text.split('\n').flatMap((line) => {
    const [own = '', filesystem = ''] = line.split(' - ', 2);
    const fields = own.split(' ');
    const [type = ''] = filesystem.split(' ');
    const [point, options] = [fields[4], fields[5]];
    if (point === undefined || options === undefined || type === '') return [];
    return [{ point: unescaped(point), type, readOnly: options.split(',').includes('ro') }];
  });
}

/** The mount that `path` (absolute, without links) lies on: of the longest that hold it, the one mounted last. */
export function mountOf(path: string, mounts: readonly Mount[]): Mount | undefined {
  const holds = ({ point }: Mount) => point === '/' || path === point || path.startsWith(`${point}/`);
  return mounts
    .filter(holds)
    .reduce<Mount | undefined>(
      (best, mount) => (best === undefined || mount.point.length >= best.point.length ? mount : best),
      undefined,
    );
}

export interface MemorySystem {
  /** Text of `/proc/self/mountinfo`. */
  mountInfo(): string;
  /** Without links; undefined where there is no such folder or it can't be written. */
  writableFolder(path: string): string | undefined;
  statfs(path: string): { readonly type: number; readonly freeBytes: number };
}

/**
 * @param runtimeFolder `$XDG_RUNTIME_DIR`
 * @returns a folder in memory with room for a profile; undefined where there is none
 */
export function findMemoryFolder(
  system: MemorySystem,
  runtimeFolder: string | undefined,
): string | undefined {
  const mounts = parseMountInfo(system.mountInfo());
  const others = mounts.filter(({ type, readOnly }) => MEMORY_TYPES.has(type) && !readOnly);
  const candidates = ['/dev/shm', runtimeFolder ?? '', ...others.map(({ point }) => point)];
  for (const candidate of candidates) {
    if (!candidate.startsWith('/')) continue;
    const folder = system.writableFolder(candidate);
    if (folder === undefined) continue;
    const mount = mountOf(folder, mounts);
    if (mount === undefined || mount.readOnly || !MEMORY_TYPES.has(mount.type)) continue;
    // What is mounted over a parent hides what the table still lists: the file system itself has the last word.
    const { type, freeBytes } = system.statfs(folder);
    if (MEMORY_MAGIC.has(type) && freeBytes >= MIN_FREE_BYTES) return folder;
  }
  return undefined;
}
