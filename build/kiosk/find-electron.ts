/** Where an unpacked Electron is on this machine. Its package is never loaded: that would try to download one. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const BINARY: Readonly<Partial<Record<NodeJS.Platform, string>>> = {
  win32: 'electron.exe',
  darwin: 'Electron.app/Contents/MacOS/Electron',
};

export interface FoundElectron {
  /** The unpacked folder: what `ELECTRON_DIST` names. */
  readonly dist: string;
  readonly binary: string;
}

/** `ELECTRON_DIST`, or what the package's own `install.js` has fetched; undefined where neither holds one. */
export function findElectron(
  root: string,
  environment: Readonly<Record<string, string | undefined>> = process.env,
  platform: NodeJS.Platform = process.platform,
): FoundElectron | undefined {
  const named = environment.ELECTRON_DIST;
  const folders = named !== undefined && named !== '' ? [named] : [join(root, 'node_modules/electron/dist')];
  return folders
    .map((dist) => ({ dist, binary: join(dist, BINARY[platform] ?? 'electron') }))
    .find(({ binary }) => existsSync(binary));
}

/** What to do where there is none. */
export const NO_ELECTRON = [
  "Electron's binary is not here. Unpack the one that package.json names and say where it is: ELECTRON_DIST=/path/to/it npm run kiosk -- --vendor V",
  'Or let its package fetch it (node node_modules/electron/install.js), or use the other host: npm run kiosk -- --vendor V --host chromium',
] as const;
