/** The kiosk as `electron/hosts/chromium/main.ts` puts it together, with somebody who can drive its page. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import type { BuiltIn } from '../../../electron/built-in.ts';
import { composeKiosk } from '../../../electron/compose.ts';
import type { Kiosk } from '../../../electron/core/kiosk.ts';
import { findChromium } from '../../../electron/hosts/chromium/browser.ts';
import { createChromiumHost } from '../../../electron/hosts/chromium/host.ts';
import { createKeyboardLock } from '../../../electron/hosts/chromium/keyboard-lock.ts';
import { bundlePageScript } from '../../../electron/hosts/chromium/page/bundle.ts';
import type { KioskHost } from '../../../electron/hosts/host.ts';
import { noSpeech } from '../../../electron/hosts/shared/commands/speech.ts';
import { createKeyCodec } from '../../../electron/hosts/shared/key-codec.ts';
import { protectBySecret } from '../../../electron/hosts/shared/key-protection.ts';
import { builtFilesSchema } from '../../../electron/policy/built-files.ts';

export interface RunOptions {
  readonly vendor: string;
  readonly dataFolder: string;
  /** Where the kiosk makes its own folder. */
  readonly memoryFolder: string;
  /** Of the built renderer. */
  readonly files: string;
  readonly builtIn: BuiltIn;
  /** For `DISPLAY`. */
  readonly display: string;
  /** By how much the kiosk's clocks are ahead of the machine's, ms; none where absent. */
  readonly ahead?: () => number;
  /** While it returns true, timers of the kiosk’s core restart instead of firing. */
  readonly holdsTimers?: () => boolean;
  readonly onExit: (code: number) => void;
  readonly onRelaunch: () => void;
  readonly onTampered: () => void;
  readonly onShown: (page: Page) => void;
}

/** @returns a kiosk that isn't started yet */
export async function runKiosk(
  options: RunOptions,
): Promise<{ readonly host: KioskHost; readonly kiosk: Kiosk }> {
  const { files, builtIn, display, vendor, dataFolder, memoryFolder } = options;
  const { onExit, onRelaunch, onTampered, onShown, ahead = () => 0, holdsTimers = () => false } = options;
  const host = await createChromiumHost({
    ...{ vendor, version: '0.1.0', dataFolder, memoryFolder, onExit, onRelaunch, onTampered, onShown },
    manifest: builtFilesSchema.parse(JSON.parse(await readFile(join(files, 'files.json'), 'utf8'))),
    read: async (path) => new Uint8Array(await readFile(join(files, path))),
    pageScript: await bundlePageScript(),
    server: builtIn.server,
    executable: findChromium() ?? '',
    environment: { ...process.env, TZ: builtIn.timeZone, DISPLAY: display, WAYLAND_DISPLAY: '' },
    platform: 'x11',
    keyboardLock: createKeyboardLock({ platform: 'x11', environment: { DISPLAY: display } }),
    window: undefined,
    softwareRendering: true,
    noSandboxForTests: process.getuid?.() === 0,
    keyCodec: createKeyCodec(protectBySecret(new Uint8Array(32).fill(7))),
    speech: noSpeech,
    notifySupervisor: () => undefined,
  });
  if (host === undefined) throw new Error('Somebody else has the data folder.');
  const clock: KioskHost['clock'] = {
    ...host.clock,
    now: () => host.clock.now() + ahead(),
    monotonic: () => host.clock.monotonic() + ahead(),
    after(ms, run) {
      let cancel: () => void;
      const begin = () => {
        cancel = host.clock.after(ms, () => (holdsTimers() ? begin() : run()));
      };
      begin();
      return () => cancel();
    },
  };
  return { host, kiosk: await composeKiosk({ ...host, clock }, builtIn) };
}
