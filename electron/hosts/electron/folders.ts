/** Where the kiosk's files lie: what outlives a restart, and what must not. */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { VolatileFolders } from './before-ready.ts';

export interface FolderOptions {
  readonly platform: NodeJS.Platform;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Electron's own folder for this user. */
  readonly userData: string;
}

/** Of `systemd`'s unit on Linux; on Windows the one that the write filter leaves out (`os/windows`). */
export function dataFolderOf({ platform, environment, userData }: FolderOptions): string {
  const state = environment.STATE_DIRECTORY;
  if (platform === 'linux' && state?.startsWith('/') === true) return state.split(':')[0] ?? state;
  const shared = environment.ProgramData;
  if (platform === 'win32' && shared !== undefined) return join(shared, 'Carefront Kiosk', 'data');
  return join(userData, 'kiosk');
}

/**
 * @param memory a folder in memory, where one was found
 * @param dataFolder two kiosks of one machine (a developer's) must not empty each other's
 */
export function volatileFoldersOf(options: {
  readonly memory: string | undefined;
  readonly temp: string;
  readonly dataFolder: string;
  readonly platform: NodeJS.Platform;
}): VolatileFolders {
  const { memory, temp, dataFolder, platform } = options;
  const own = `carefront-electron-${createHash('sha256').update(dataFolder).digest('hex').slice(0, 16)}`;
  return {
    crashDumps: join(memory ?? temp, own, 'dumps'),
    // On Windows and macOS the key store's own file lies there; only on Linux may it be gone with the power.
    sessionData: platform === 'linux' && memory !== undefined ? join(memory, own, 'session') : undefined,
  };
}
