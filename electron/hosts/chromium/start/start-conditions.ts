/** What must hold of the machine before a patient may be asked anything. */
import { accessSync, constants, readFileSync, realpathSync, statfsSync } from 'node:fs';
import { findMemoryFolder, type MemorySystem } from './memory-storage.ts';
import { judgeSwap, type SwapSystem, type SwapVerdict } from './swap.ts';

/** `EX_CONFIG` of sysexits.h: another try is refused as well, until somebody changes the machine. */
export const UNFIT_EXIT_CODE = 78;

export type StartConditions =
  | { readonly ok: true; readonly memoryFolder: string; readonly swap: SwapVerdict }
  | { readonly ok: false; readonly fault: 'no-memory-storage' | 'swap'; readonly message: string };

export function judgeStartConditions(
  system: MemorySystem & SwapSystem,
  options: { readonly runtimeFolder: string | undefined; readonly allowSwap: boolean },
): StartConditions {
  const memoryFolder = findMemoryFolder(system, options.runtimeFolder);
  if (memoryFolder === undefined)
    return {
      ok: false,
      fault: 'no-memory-storage',
      message:
        'No memory-backed folder with 128 MB to spare was found (/dev/shm, $XDG_RUNTIME_DIR, or another tmpfs): answers would be written to a disk. The kiosk does not start.',
    };
  const swap = judgeSwap(system);
  if (swap === 'readable' && !options.allowSwap)
    return {
      ok: false,
      fault: 'swap',
      message:
        'This machine swaps memory to a disk that anybody can read later. Switch it off (swapoff -a), encrypt it, use zram, or set MemorySwapMax=0 for this service. The kiosk does not start.',
    };
  return { ok: true, memoryFolder, swap };
}

/** This machine. */
export function createStartSystem(): MemorySystem & SwapSystem {
  const read = (path: string) => {
    try {
      return readFileSync(path, 'utf8');
    } catch {
      return undefined;
    }
  };
  const realPath = (path: string) => {
    try {
      return realpathSync(path);
    } catch {
      return undefined;
    }
  };
  return {
    read,
    realPath,
    mountInfo: () => read('/proc/self/mountinfo') ?? '',
    writableFolder(path) {
      const folder = realPath(path);
      if (folder === undefined) return undefined;
      try {
        accessSync(folder, constants.W_OK | constants.X_OK);
        return folder;
      } catch {
        return undefined;
      }
    },
    statfs(path) {
      const { type, bavail, bsize } = statfsSync(path);
      return { type, freeBytes: bavail * bsize };
    },
  };
}
