/**
 * electron-updater, as the gate of `updates/` uses it (K10): it finds and downloads by itself, verifies hash and publisher, and installs nothing before
 * it is told to. Beside the newest, the feed holds each version in a folder of its number, for the way back.
 */
import type { Updater } from '../../updates/keeper.ts';

export const CHECK_EVERY_MS = 60 * 60_000;

/** What of electron-updater's `autoUpdater` it needs; names are the package's. */
export interface UpdaterPiece {
  autoDownload: boolean;
  autoInstallOnAppQuit: boolean;
  allowDowngrade: boolean;
  disableWebInstaller: boolean;
  logger: unknown;
  setFeedURL(options: { provider: 'generic'; url: string }): void;
  checkForUpdates(): Promise<{
    readonly updateInfo: { readonly version: string };
    readonly downloadPromise?: Promise<unknown> | null;
  } | null>;
  quitAndInstall(isSilent: boolean, isForceRunAfter: boolean): void;
  on(event: 'update-downloaded', listener: (info: { readonly version: string }) => void): unknown;
  on(event: 'error', listener: (error: Error) => void): unknown;
}

export interface ElectronUpdaterOptions {
  /** `https://updates.example/willow`, without a slash at its end. */
  readonly feed: string;
  /** ms that only grow. */
  readonly monotonic: () => number;
  readonly onFault: (error: unknown) => void;
}

export function createElectronUpdater(
  updater: UpdaterPiece,
  { feed, monotonic, onFault }: ElectronUpdaterOptions,
): Updater {
  let downloaded: string | undefined;
  let checkedAt = Number.NEGATIVE_INFINITY;
  let failures = 0;

  updater.autoDownload = true;
  updater.autoInstallOnAppQuit = false;
  updater.disableWebInstaller = true;
  // Its lines hold addresses and paths: what is wrong comes as an event.
  updater.logger = null;
  updater.on('update-downloaded', ({ version }) => {
    downloaded = version;
  });
  updater.on('error', (error) => {
    failures += 1;
    onFault(error);
  });

  function check(url: string) {
    updater.setFeedURL({ provider: 'generic', url });
    return updater.checkForUpdates();
  }

  async function checkForNewest(): Promise<void> {
    try {
      updater.allowDowngrade = false;
      await (await check(feed))?.downloadPromise;
    } catch {
      // The event has told.
    }
  }

  return {
    async offered() {
      if (monotonic() - checkedAt >= CHECK_EVERY_MS) {
        checkedAt = monotonic();
        void checkForNewest();
      }
      return downloaded;
    },
    async fetch(version) {
      if (downloaded === version) return;
      updater.allowDowngrade = true;
      await (await check(`${feed}/${version}`))?.downloadPromise;
      if (downloaded !== version) throw new RangeError('Another version was found in its folder.');
    },
    exchange(version) {
      if (downloaded !== version) return false;
      const before = failures;
      updater.quitAndInstall(true, true);
      return failures === before;
    },
  };
}
