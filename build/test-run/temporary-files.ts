import { statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

const IN_MEMORY = '/dev/shm';
const MIN_FREE_BYTES = 4 * 1024 ** 3;

/**
 * Where tests' databases lie: in memory where there is room. All that is written durably waits for a disk otherwise, 6 ms for each
 * transaction; what is flushed, and when, stays the same.
 */
export function temporaryFiles(): string {
  if (process.env.TMPDIR !== undefined || process.platform !== 'linux') return tmpdir();
  try {
    const { bavail, bsize } = statfsSync(IN_MEMORY);
    return bavail * bsize >= MIN_FREE_BYTES ? IN_MEMORY : tmpdir();
  } catch {
    return tmpdir();
  }
}
