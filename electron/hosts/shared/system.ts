/** The parts of the machine that both hosts ask Node for. */
import { statfs } from 'node:fs/promises';
import type { KioskHost } from '../host.ts';

export function createHostClock(): KioskHost['clock'] {
  return {
    now: Date.now,
    monotonic: () => performance.now(),
    after(ms, run) {
      const timer = setTimeout(run, ms);
      return () => clearTimeout(timer);
    },
  };
}

/** @returns undefined where the disk doesn't say */
export async function freeDiskMegabytes(folder: string): Promise<number | undefined> {
  try {
    const { bavail, bsize } = await statfs(folder);
    return Math.floor((bavail * bsize) / 1_048_576);
  } catch {
    return undefined;
  }
}
