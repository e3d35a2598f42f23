/** One Chromium for one patient, over a folder of its own in memory. It has no window until a page is opened in it. */
import { existsSync, lstatSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BrowserContext } from 'playwright-core';
import { LOCAL_STATE, profilePreferences } from './profile-preferences.ts';
import { chromiumEnvironment, chromiumSwitches, type SwitchOptions, VIEW_FOLDERS } from './start/switches.ts';

/** Debian's program itself: the script in `/usr/bin` adds switches of its own, such as one that loads extensions. */
const CANDIDATES = ['/usr/lib/chromium/chromium', '/usr/bin/chromium', '/usr/bin/chromium-browser'];
export const findChromium = (): string | undefined => CANDIDATES.find((path) => existsSync(path));

/** With any of these playwright-core writes down what crosses its pipe, which is everything a patient writes. */
const TELLTALE = /^(DEBUG|DEBUG_FILE|PWDEBUG|PW_.*|PLAYWRIGHT_.*|SELENIUM_.*)$/;

async function loadPlaywright(): Promise<typeof import('playwright-core')> {
  for (const name of Object.keys(process.env)) if (TELLTALE.test(name)) delete process.env[name];
  return await import('playwright-core');
}

export interface LaunchOptions extends Omit<SwitchOptions, 'folder'> {
  readonly executable: string;
  readonly camera: boolean;
  readonly environment: NodeJS.ProcessEnv;
}

/** @param root the kiosk's own folder in memory. @returns a new folder below it, readable by this user alone, with what a view needs in it */
export async function makeViewFolder(root: string, camera: boolean): Promise<string> {
  const folder = await mkdtemp(join(root, 'view-'));
  for (const name of VIEW_FOLDERS) await mkdir(join(folder, name), { mode: 0o700 });
  await mkdir(join(folder, 'profile', 'Default'), { mode: 0o700 });
  const preferences = JSON.stringify(profilePreferences({ camera }));
  await writeFile(join(folder, 'profile', 'Default', 'Preferences'), preferences, { mode: 0o600 });
  await writeFile(join(folder, 'profile', 'Local State'), JSON.stringify(LOCAL_STATE), { mode: 0o600 });
  return folder;
}

/** Rejects where Chromium can't be started; what was started of it is then the caller's to end. */
export async function launchBrowser(folder: string, options: LaunchOptions): Promise<BrowserContext> {
  const { executable, environment, camera: _camera, ...switches } = options;
  const { chromium } = await loadPlaywright();
  return await chromium.launchPersistentContext(join(folder, 'profile'), {
    executablePath: executable,
    headless: false,
    ignoreDefaultArgs: true,
    args: [...chromiumSwitches({ ...switches, folder })],
    env: { ...chromiumEnvironment(environment, folder) },
    artifactsDir: join(folder, 'artifacts'),
    downloadsPath: join(folder, 'artifacts'),
    acceptDownloads: false,
    serviceWorkers: 'block',
    // The screen as it is, and what the machine says of it: nothing is emulated.
    viewport: null,
    colorScheme: null,
    reducedMotion: null,
    forcedColors: null,
    contrast: null,
    // The host decides what a signal means; a browser that ends by itself would skip the wipe.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
    timeout: 30_000,
  });
}

/** Deletes a folder and looks whether it is gone. @throws Error where anything of it is left */
export async function removeFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true, maxRetries: 3, retryDelay: 50 });
  if (existsSync(folder)) throw new Error('A folder of a page is still there.');
}

/**
 * The kiosk's own folder in memory, empty.
 * @throws Error where somebody else has put something there
 */
export async function makeRoot(folder: string): Promise<void> {
  await removeFolder(folder);
  await mkdir(folder, { mode: 0o700 });
  const made = lstatSync(folder);
  if (!made.isDirectory() || made.uid !== process.getuid?.())
    throw new Error('The folder in memory is not this user’s.');
}
