import { describe, expect, test } from 'vitest';
import {
  findMemoryFolder,
  type MemorySystem,
  MIN_FREE_BYTES,
  mountOf,
  parseMountInfo,
} from './memory-storage.ts';

const DISK = '24 1 254:0 / / rw,relatime shared:1 - ext4 /dev/vda rw';
const SHM = '26 24 0:24 / /dev/shm rw,nosuid,nodev - tmpfs tmpfs rw';
const RUNTIME = '30 24 0:30 / /run/user/1000 rw,nosuid shared:9 master:2 - tmpfs tmpfs rw,size=400000k';
const TMPFS = 0x01_02_19_94;
const EXT4 = 0xef_53;

function machine(lines: readonly string[], change: Partial<MemorySystem> = {}): MemorySystem {
  return {
    mountInfo: () => lines.join('\n'),
    writableFolder: (path) => path,
    statfs: (path) => ({
      type: mountOf(path, parseMountInfo(lines.join('\n')))?.type === 'tmpfs' ? TMPFS : EXT4,
      freeBytes: MIN_FREE_BYTES,
    }),
    ...change,
  };
}

describe('where a profile may lie', () => {
  test('the shared memory, where that is in memory', () => {
    expect(findMemoryFolder(machine([DISK, SHM, RUNTIME]), '/run/user/1000')).toBe('/dev/shm');
  });

  test('else the runtime folder, else any other file system in memory', () => {
    expect(findMemoryFolder(machine([DISK, RUNTIME]), '/run/user/1000')).toBe('/run/user/1000');
    const other = '31 24 0:31 / /mnt/with\\040space rw - tmpfs tmpfs rw';
    expect(findMemoryFolder(machine([DISK, other]), undefined)).toBe('/mnt/with space');
  });

  test.each([
    ['a disk alone', machine([DISK])],
    ['nothing that is known', machine([])],
    ['one that is read-only', machine([DISK, SHM.replace('rw,nosuid', 'ro,nosuid')])],
    ['one that this user can not write', machine([DISK, SHM], { writableFolder: () => undefined })],
    [
      'one without room',
      machine([DISK, SHM], { statfs: () => ({ type: TMPFS, freeBytes: MIN_FREE_BYTES - 1 }) }),
    ],
    [
      'one that a disk was mounted over',
      machine([DISK, SHM], { statfs: () => ({ type: EXT4, freeBytes: MIN_FREE_BYTES }) }),
    ],
    ['a link from it to a disk', machine([DISK, SHM], { writableFolder: () => '/home/kiosk' })],
    ['what is mounted there later', machine([DISK, SHM, SHM.replace('tmpfs tmpfs', 'ext4 /dev/vdb')])],
    ['a folder whose name only begins so', machine([DISK, SHM], { writableFolder: () => '/dev/shm-backup' })],
  ])('not %s', (_what, system) => {
    expect(findMemoryFolder(system, undefined)).toBeUndefined();
  });

  test('a runtime folder that is no absolute path is none', () => {
    expect(findMemoryFolder(machine([DISK, RUNTIME.replace('/run/user/1000', '/run/x')]), 'x')).toBe(
      '/run/x',
    );
    expect(findMemoryFolder(machine([DISK]), 'x')).toBeUndefined();
  });
});
