import { describe, expect, test } from 'vitest';
import { judgeStartConditions } from './start-conditions.ts';
import { judgeSwap } from './swap.ts';

const HEAD = 'Filename\t\t\t\tType\t\tSize\t\tUsed\t\tPriority\n';
const line = (name: string, type = 'partition') =>
  `${name}                               ${type}\t8388604\t\t0\t\t-2\n`;

/** @param files by path; devices are their own real paths */
const system = (files: Readonly<Record<string, string>>) => ({
  read: (path: string) => files[path],
  realPath: (path: string) => (path.startsWith('/dev/mapper/') ? '/dev/dm-1' : path),
});

describe('swap', () => {
  test('there is none', () => {
    expect(judgeSwap(system({ '/proc/swaps': HEAD }))).toBe('none');
  });

  test.each([
    ['zram', { '/proc/swaps': HEAD + line('/dev/zram0') }],
    [
      'zram without a device behind it',
      { '/proc/swaps': HEAD + line('/dev/zram0'), '/sys/block/zram0/backing_dev': 'none\n' },
    ],
    [
      'behind dm-crypt',
      { '/proc/swaps': HEAD + line('/dev/mapper/swap'), '/sys/block/dm-1/dm/uuid': 'CRYPT-PLAIN-swap\n' },
    ],
  ])('what lies in %s is protected', (_what, files) => {
    expect(judgeSwap(system(files))).toBe('protected');
  });

  test.each([
    ['a partition', { '/proc/swaps': HEAD + line('/dev/sda3') }],
    ['a file', { '/proc/swaps': HEAD + line('/swapfile', 'file') }],
    [
      'a volume that is not encrypted',
      { '/proc/swaps': HEAD + line('/dev/dm-1'), '/sys/block/dm-1/dm/uuid': 'LVM-abc\n' },
    ],
    [
      'zram that writes to a disk',
      { '/proc/swaps': HEAD + line('/dev/zram0'), '/sys/block/zram0/backing_dev': '/dev/sda3\n' },
    ],
    ['zram beside a partition', { '/proc/swaps': HEAD + line('/dev/zram0') + line('/dev/sda3') }],
    ['a file named like zram', { '/proc/swaps': HEAD + line('/dev/zram0', 'file') }],
    ['a table that can not be read', {}],
  ])('%s can be read later', (_what, files) => {
    expect(judgeSwap(system(files))).toBe('readable');
  });

  test('it is not for a service that may not use it, by a limit of its own or of a group above', () => {
    const files = {
      '/proc/swaps': HEAD + line('/dev/sda3'),
      '/proc/self/cgroup': '0::/system.slice/carefront-kiosk.service\n',
    };
    expect(judgeSwap(system(files))).toBe('readable');
    for (const group of ['system.slice', 'system.slice/carefront-kiosk.service']) {
      const limit = { [`/sys/fs/cgroup/${group}/memory.swap.max`]: '0\n' };
      expect(judgeSwap(system({ ...files, ...limit }))).toBe('not-for-us');
    }
    const more = { '/sys/fs/cgroup/system.slice/memory.swap.max': 'max\n' };
    expect(judgeSwap(system({ ...files, ...more }))).toBe('readable');
  });
});

describe('a start', () => {
  const inMemory = {
    mountInfo: () => '26 24 0:24 / /dev/shm rw - tmpfs tmpfs rw',
    writableFolder: (path: string) => path,
    statfs: () => ({ type: 0x01_02_19_94, freeBytes: 1e9 }),
  };
  const dry = system({ '/proc/swaps': HEAD });
  const wet = system({ '/proc/swaps': HEAD + line('/dev/sda3') });
  const options = { runtimeFolder: undefined, allowSwap: false };

  test('is refused where there is no memory to write to, whatever is allowed', () => {
    const onDisk = { ...inMemory, mountInfo: () => '24 1 254:0 / / rw - ext4 /dev/vda rw' };
    expect(judgeStartConditions({ ...onDisk, ...dry }, { ...options, allowSwap: true })).toMatchObject({
      ok: false,
      fault: 'no-memory-storage',
    });
  });

  test('is refused where memory is swapped to a disk, unless somebody says that it may be', () => {
    expect(judgeStartConditions({ ...inMemory, ...wet }, options)).toMatchObject({
      ok: false,
      fault: 'swap',
    });
    expect(judgeStartConditions({ ...inMemory, ...wet }, { ...options, allowSwap: true })).toEqual({
      ok: true,
      memoryFolder: '/dev/shm',
      swap: 'readable',
    });
  });

  test('is made where both are well', () => {
    expect(judgeStartConditions({ ...inMemory, ...dry }, options)).toEqual({
      ok: true,
      memoryFolder: '/dev/shm',
      swap: 'none',
    });
  });
});
