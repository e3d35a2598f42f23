/** Debian's Chromium as a place for a kiosk: everything of `KioskHost`, put together from the modules beside this one. */
import { createHash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import type { KeyCodec } from '../../../sync/client/store/file-values.ts';
import { createNodeDisk } from '../../../sync/client/store/node-disk.ts';
import { createSchemeAnswer } from '../../policy/answer.ts';
import type { BuiltFiles } from '../../policy/built-files.ts';
import type { KeptBack, KioskHost, PowerEvent, Speech, ViewFailure } from '../host.ts';
import { createListeners } from '../listeners.ts';
import type { SupervisorState } from '../shared/commands/supervisor.ts';
import { rememberSoftwareRendering } from '../shared/rendering.ts';
import { createHostClock, freeDiskMegabytes } from '../shared/system.ts';
import { createCallHost } from './call-host.ts';
import { clearClipboards } from './clipboard.ts';
import type { KeyboardLock } from './keyboard-lock.ts';
import { openKioskFolder, removeKioskFolder } from './kiosk-folder.ts';
import { originOf } from './page/names.ts';
import { watchPower } from './power.ts';
import { createCupsPrinter } from './printer.ts';
import { listProcesses, memoryOf, processesOver } from './processes.ts';
import { openRecoveryPage } from './recovery.ts';
import { createServerFetch } from './server-fetch.ts';
import type { WindowSize } from './start/switches.ts';
import { createViews } from './views.ts';
import { createWipeSteps } from './wipe-steps.ts';

export interface ChromiumHostOptions {
  readonly vendor: string;
  /** Of the product, `1.2.3`. */
  readonly version: string;
  readonly dataFolder: string;
  /** A folder in memory: see `start-conditions.ts`. */
  readonly memoryFolder: string;
  readonly manifest: BuiltFiles;
  /** @param path one of the manifest's */
  readonly read: (path: string) => Promise<Uint8Array<ArrayBuffer>>;
  /** See `page/bundle.ts`. */
  readonly pageScript: string;
  /** See `keyboard-lock.ts`. */
  readonly keyboardLock: KeyboardLock;
  /** Of the vendor, before an assignment names one: `https://care.example/connect/willow/`. */
  readonly server: string | undefined;
  readonly executable: string;
  readonly environment: NodeJS.ProcessEnv;
  readonly platform: 'wayland' | 'x11';
  readonly window: WindowSize | undefined;
  readonly softwareRendering: boolean;
  readonly noSandboxForTests: boolean;
  readonly keyCodec: KeyCodec;
  readonly speech: Speech;
  readonly notifySupervisor: (state: SupervisorState) => void;
  /** Everything of the pages is gone by then. */
  readonly onExit: (code: number) => void;
  readonly onRelaunch: () => void;
  readonly onTampered: () => void;
  /** For automation of the page, as in tests. */
  readonly onShown?: (page: Page) => void;
}

/** The kiosk's own folder in memory: named by its data folder, so that what an earlier run left there is found and ended. */
export function kioskFolderOf(memoryFolder: string, dataFolder: string): string {
  const name = createHash('sha256').update(dataFolder).digest('hex').slice(0, 16);
  return join(memoryFolder, `carefront-kiosk-${name}`);
}

/** @returns undefined where another process has this data folder */
export async function createChromiumHost(options: ChromiumHostOptions): Promise<KioskHost | undefined> {
  const { vendor, dataFolder, memoryFolder, environment, platform } = options;
  const origin = originOf(vendor);
  const disk = createNodeDisk();
  const lockFolder = join(dataFolder, 'chromium-host');
  mkdirSync(dataFolder, { recursive: true, mode: 0o700 });
  await disk.makeFolder(lockFolder);
  const lock = await disk.lock(lockFolder);
  if (lock === undefined) return undefined;
  const held = lock;

  await options.keyboardLock.lock();
  const root = kioskFolderOf(memoryFolder, dataFolder);
  await openKioskFolder(root);

  const viewFailures = createListeners<[number, ViewFailure]>();
  const power = createListeners<[PowerEvent]>();
  const keptBack = createListeners<[KeptBack]>();
  const calls = createCallHost();
  const server = createServerFetch();
  if (options.server !== undefined) server.configure({ server: options.server, pins: [] });
  let camera = false;
  const launch = () => ({
    executable: options.executable,
    camera,
    environment,
    platform,
    window: options.window,
    softwareRendering: options.softwareRendering,
    noSandboxForTests: options.noSandboxForTests,
  });

  const serverOrigin = () => new URL(server.server() ?? origin).origin;
  /** Made again for each request: the headers follow what the assignment says. */
  const answer = (request: Request) =>
    createSchemeAnswer({
      origin,
      manifest: options.manifest,
      read: options.read,
      server: serverOrigin(),
      camera,
      onTampered() {
        options.onTampered();
        const current = views.current();
        if (current !== undefined) viewFailures.tell(current, 'integrity-failure');
      },
    })(request);

  const views = createViews({
    origin,
    root,
    launch,
    pageScript: options.pageScript,
    lockKeyboard: options.keyboardLock.lock,
    calls,
    routing: {
      answer,
      servers: () => [server.server()].filter((one) => one !== undefined),
      fetch: server.fetch,
    },
    onFailure: viewFailures.tell,
    onKeptBack: keptBack.tell,
    onShown: options.onShown,
  });
  const printer = createCupsPrinter();
  const stopPower = watchPower(power.tell);

  async function clearPages(): Promise<void> {
    await views.clearAll().catch(() => undefined);
    // What was never a view's: the recovery page, and what a start that failed has left.
    await removeKioskFolder(root);
  }

  async function leave(): Promise<void> {
    options.notifySupervisor('stopping');
    stopPower();
    options.speech.stop();
    await Promise.allSettled([clearPages(), clearClipboards({ platform }), printer.cancelAll()]);
    await held.release();
  }

  return {
    kind: 'chromium',
    version: options.version,
    origin,
    calls: calls.calls,
    clock: createHostClock(),
    disk,
    dataFolder,
    keyCodec: options.keyCodec,
    fetch: server.fetch,
    speech: options.speech,
    printer,

    createView: () => views.create(),
    show: (view) => views.show(view),
    discard: (view) => views.clear(view),
    wipeSteps: (view) =>
      createWipeSteps(view, {
        views,
        clearClipboards: () => clearClipboards({ platform }),
        cancelPrints: () => printer.cancelAll(),
      }),
    onViewFailure: viewFailures.add,
    // Chromium starts its GPU process again by itself, and tells nobody over the pipe.
    onGpuDeath: () => () => undefined,
    onPower: power.add,
    onHardware: () => () => undefined,
    onKeptBack: keptBack.add,

    configure(settings) {
      server.configure(settings);
      camera = settings.camera;
    },
    async showRecoveryPage() {
      await views.clearAll();
      await openRecoveryPage({
        origin,
        root,
        launch: launch(),
        pageScript: options.pageScript,
        lockKeyboard: options.keyboardLock.lock,
      });
    },
    exit: (code) => void leave().finally(() => options.onExit(code)),
    relaunch({ softwareRendering }) {
      rememberSoftwareRendering(dataFolder, softwareRendering);
      void leave().finally(options.onRelaunch);
    },
    async memoryMegabytes() {
      const chromium = processesOver(root, listProcesses()).map(({ pid }) => pid);
      return memoryOf([process.pid, ...chromium]);
    },
    freeDiskMegabytes: () => freeDiskMegabytes(dataFolder),
    notifySupervisor: options.notifySupervisor,
  };
}
