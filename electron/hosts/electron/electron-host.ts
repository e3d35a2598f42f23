/** Electron as a place for a kiosk: everything of `KioskHost`, put together from the modules beside this one. */
import { statfs } from 'node:fs/promises';
import { networkInterfaces } from 'node:os';
import type { KeyCodec } from '../../../sync/client/store/file-values.ts';
import { createNodeDisk } from '../../../sync/client/store/node-disk.ts';
import type { BuiltFiles } from '../../policy/built-files.ts';
import { lockSignIns } from '../../policy/navigation.ts';
import { viewPreferences } from '../../policy/web-preferences.ts';
import type { KeptBack, KioskHost, KioskView, PowerEvent, Speech, ViewFailure } from '../host.ts';
import { createListeners } from '../listeners.ts';
import type { SupervisorState } from '../shared/commands/supervisor.ts';
import { recoveryPage } from '../shared/recovery-page.ts';
import { rememberSoftwareRendering } from '../shared/rendering.ts';
import { createShellPages } from '../shared/shell-pages.ts';
import { coverOtherDisplays } from './covers.ts';
import { createExitToken, createKioskWindow } from './kiosk-window.ts';
import { lockContents } from './lock-contents.ts';
import { createSessionLocks } from './lock-sessions.ts';
import type { ElectronPieces, SessionPiece, ViewPiece } from './pieces.ts';
import { watchPower } from './power.ts';
import { createPrinter } from './printer.ts';
import { createShellFetch } from './shell-fetch.ts';
import { createViews } from './views.ts';
import { createWipeSteps } from './wipe-steps.ts';

export interface ElectronHostOptions {
  /** `carefront://kiosk` */
  readonly origin: string;
  readonly manifest: BuiltFiles;
  /** @param path one of the manifest's */
  readonly read: (path: string) => Promise<Uint8Array<ArrayBuffer>>;
  /** Absolute path of the bundled preload. */
  readonly preload: string;
  readonly dataFolder: string;
  readonly crashDumps: string;
  readonly keyCodec: KeyCodec;
  readonly speech: Speech;
  readonly notifySupervisor: (state: SupervisorState) => void;
  readonly platform: NodeJS.Platform;
  /** Behind the program's own path (and the app's, in development): a restart gets the same. */
  readonly argv: readonly string[];
  /** The app's path, which an Electron that isn't packaged has to be given. */
  readonly appPath: string;
  /** Whether something else starts it again when it ends. */
  readonly supervised: boolean;
  readonly onTampered: () => void;
  /** The one session that may ask for new versions, and where. */
  readonly updates?: { readonly feed: string; readonly session: () => SessionPiece } | undefined;
}

/** `EX_TEMPFAIL` of sysexits.h: the supervisor starts it again. */
export const RESTART_EXIT_CODE = 75;

/** To be called once Electron is ready. */
export function createElectronHost<View extends ViewPiece, Session extends SessionPiece>(
  electron: ElectronPieces<View, Session>,
  options: ElectronHostOptions,
): KioskHost {
  const { app } = electron;
  const { origin, manifest, read, preload, dataFolder, crashDumps, platform } = options;
  const development = !app.isPackaged;
  const viewFailures = createListeners<[number, ViewFailure]>();
  const gpuDeaths = createListeners<[]>();
  const power = createListeners<[PowerEvent]>();
  const keptBack = createListeners<[KeptBack]>();
  const after = (ms: number, run: () => void) => {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  };

  const pages = createShellPages(origin);
  const locks = createSessionLocks({
    origin,
    manifest,
    read,
    pages,
    onTampered: options.onTampered,
    onKeptBack: keptBack.tell,
  });
  // The default one is there already, and used by nothing.
  locks.lock(electron.session.defaultSession);
  app.on('session-created', (session) => locks.lock(session));
  if (options.updates !== undefined) locks.lock(options.updates.session(), options.updates.feed);
  lockSignIns(app, keptBack.tell);

  const exit = createExitToken();
  const keepOpen = (event: { preventDefault(): void }) => {
    if (exit.given()) return;
    event.preventDefault();
    keptBack.tell('close');
  };
  app.on('before-quit', keepOpen);
  app.on('will-quit', keepOpen);
  // Electron would quit when it has no listener.
  app.on('window-all-closed', () => undefined);
  app.on('child-process-gone', (_event, { type }) => {
    if (type === 'GPU') gpuDeaths.tell();
  });
  watchPower({
    powerMonitor: electron.powerMonitor,
    powerSaveBlocker: electron.powerSaveBlocker,
    after,
    addresses: () =>
      Object.values(networkInterfaces()).flatMap((all) => all?.map(({ address }) => address) ?? []),
    onEvent: power.tell,
  });

  electron.Menu.setApplicationMenu(null);
  const shellSession = electron.session.fromPartition('shell', { cache: false });
  const window = createKioskWindow<View>(electron, exit, keptBack.tell);
  coverOtherDisplays<View>(electron, exit, keptBack.tell);
  const views = createViews<View, Session>({
    electron,
    window,
    start: `${origin}/index.html`,
    preload,
    development,
    after,
    onFailure: viewFailures.tell,
    onKeptBack: keptBack.tell,
  });
  const printer = createPrinter<View, Session>({
    electron,
    pages,
    current: views.current,
    after,
    onKeptBack: keptBack.tell,
  });

  let wiped: KioskView | undefined;
  function forget(view: KioskView): void {
    const session = views.sessionOf(view);
    if (session !== undefined) locks.forget(session);
    views.forget(view);
  }

  return {
    kind: 'electron',
    version: app.getVersion(),
    origin,
    calls: electron.ipcMain,
    clock: { now: Date.now, monotonic: () => performance.now(), after },
    disk: createNodeDisk(),
    dataFolder,
    keyCodec: options.keyCodec,
    fetch: createShellFetch(shellSession),
    speech: options.speech,
    printer,

    createView: (name) => views.create(name),
    show: (view) => views.show(view),
    async discard(view) {
      await views.close(view);
      forget(view);
    },
    wipeSteps(view) {
      // The steps of the one before are over, or will never be.
      if (wiped !== undefined && wiped.id !== view.id) forget(wiped);
      wiped = view;
      return createWipeSteps(view, {
        views,
        clipboard: electron.clipboard,
        hasSelection: platform === 'linux',
        cancelPrints: () => printer.cancelAll(),
        crashDumps,
      });
    },
    onViewFailure: viewFailures.add,
    onGpuDeath: gpuDeaths.add,
    onPower: power.add,
    // Electron's main process hears nothing of a jack: audio mode begins by the control on the screen.
    onHardware: () => () => undefined,
    onKeptBack: keptBack.add,

    configure: (settings) => locks.configure(settings),
    async showRecoveryPage() {
      const address = pages.add('recovery', recoveryPage);
      const session = electron.session.fromPartition('recovery', { cache: false });
      const view = new electron.WebContentsView({ webPreferences: viewPreferences({ session }, false) });
      lockContents(view.webContents, address, keptBack.tell);
      await view.webContents.loadURL(address);
      window.show(view);
    },
    exit(code) {
      exit.give();
      options.notifySupervisor('stopping');
      app.exit(code);
    },
    relaunch({ softwareRendering }) {
      rememberSoftwareRendering(dataFolder, softwareRendering);
      exit.give();
      if (options.supervised) {
        // Under cage a child of the kiosk's would end with it.
        options.notifySupervisor('stopping');
        app.exit(RESTART_EXIT_CODE);
        return;
      }
      const kept = options.argv.filter((argument) => !argument.startsWith('--kiosk-restart='));
      const why = `--kiosk-restart=${softwareRendering ? 'gpu-failures' : 'view-failures'}`;
      app.relaunch({ args: [...(development ? [options.appPath] : []), ...kept, why] });
      app.exit(0);
    },
    async memoryMegabytes() {
      const kilobytes = app.getAppMetrics().reduce((sum, { memory }) => sum + memory.workingSetSize, 0);
      return Math.round(kilobytes / 1024);
    },
    async freeDiskMegabytes() {
      try {
        const { bavail, bsize } = await statfs(dataFolder);
        return Math.floor((bavail * bsize) / 1_048_576);
      } catch {
        return undefined;
      }
    },
    notifySupervisor: options.notifySupervisor,
  };
}
