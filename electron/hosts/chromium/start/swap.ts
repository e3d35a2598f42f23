/**
 * Whether what lies in memory may come to lie on a disk. The pages of a tmpfs are swapped out like any others, and what was once swapped stays
 * readable on the medium: a profile in memory is worth its promise only where there is no swap, or none that can be read later.
 */

export interface SwapArea {
  readonly name: string;
  /** `partition` or `file`. */
  readonly type: string;
}

/** @param text of `/proc/swaps` */
export function parseSwaps(text: string): readonly SwapArea[] {
  return text
    .split('\n')
    .slice(1)
    .flatMap((line) => {
      const [name = '', type = ''] = line.trim().split(/\s+/);
      return name === '' ? [] : [{ name: name.replaceAll('\\040', ' '), type }];
    });
}

export interface SwapSystem {
  /** undefined where it can't be read. */
  read(path: string): string | undefined;
  /** Without links, `/dev/dm-0`; undefined where there is none. */
  realPath(path: string): string | undefined;
}

export type SwapVerdict =
  /** There is none. */
  | 'none'
  /** Each lies in memory (zram without a backing device) or behind dm-crypt. */
  | 'protected'
  /** There is some, and this process may not use it (cgroup v2, `MemorySwapMax=0`). */
  | 'not-for-us'
  | 'readable';

function isProtected({ name, type }: SwapArea, system: SwapSystem): boolean {
  if (type !== 'partition') return false;
  const device = system.realPath(name)?.replace(/^\/dev\//, '');
  if (device === undefined || !/^[a-z]+-?\d+$/.test(device)) return false;
  if (device.startsWith('zram')) {
    const backing = system.read(`/sys/block/${device}/backing_dev`)?.trim();
    return backing === undefined || backing === 'none';
  }
  return system.read(`/sys/block/${device}/dm/uuid`)?.startsWith('CRYPT-') === true;
}

/** The limit of any group above holds for this process as well. */
function mayNotSwap(system: SwapSystem): boolean {
  const own = /^0::(\/.*)$/m.exec(system.read('/proc/self/cgroup') ?? '')?.[1];
  if (own === undefined) return false;
  const names = own.split('/').filter((name) => name !== '' && name !== '..');
  return names.some((_name, index) => {
    const group = names.slice(0, index + 1).join('/');
    return system.read(`/sys/fs/cgroup/${group}/memory.swap.max`)?.trim() === '0';
  });
}

export function judgeSwap(system: SwapSystem): SwapVerdict {
  const table = system.read('/proc/swaps');
  // Without the table nobody knows.
  if (table === undefined) return 'readable';
  const areas = parseSwaps(table);
  if (areas.length === 0) return 'none';
  if (areas.every((area) => isProtected(area, system))) return 'protected';
  return mayNotSwap(system) ? 'not-for-us' : 'readable';
}
