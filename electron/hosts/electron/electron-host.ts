/** Electron as a place for a kiosk: everything of `KioskHost`, put together from the modules beside this one. */
import { networkInterfaces } from 'node:os';
import type { KeyCodec } from '../../../sync/client/store/file-values.ts';
import { createNodeDisk } from '../../../sync/client/store/node-disk.ts';
import type { BuiltFiles } from '../../policy/built-files.ts';
import { lockSignIns } from '../../policy/navigation.ts';
import { viewPreferences } from '../../policy/web-preferences.ts';
import type { KeptBack, KioskHost, KioskView, PowerEvent, Speech, ViewFailure } from '../host.ts';
import { createListeners } from '../listeners.ts';
import { recoveryPage } from '../shared/recovery-page.ts';
import { rememberSoftwareRendering } from '../shared/rendering.ts';
import { createShellPages } from '../shared/shell-pages.ts';
import { createHostClock, freeDiskMegabytes } from '../shared/system.ts';
import { coverOtherDisplays } from './covers.ts';
import { preventQuit, type RestartOptions, restart } from './exit.ts';
import { createExitToken, createKioskWindow } from './kiosk-window.ts';
import { lockContents } from './lock-contents.ts';
import { createSessionLocks } from './lock-sessions.ts';
import type { ElectronPieces, SessionPiece, ViewPiece } from './pieces.ts';
import { watchPower } from './power.ts';
import { createPrinter } from './printer.ts';
import { createShellFetch } from './shell-fetch.ts';
import { createViews } from './views.ts';
import { createWipeSteps } from './wipe-steps.ts';

export interface ElectronHostOptions extends RestartOptions {
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
  readonly platform: NodeJS.Platform;
  readonly onTampered: () => void;
  /** The one session that may ask for new versions, and where. */
  readonly updates?: { readonly feed: string; readonly session: () => SessionPiece } | undefined;
}

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
  const clock = createHostClock();
  const { after } = clock;

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
  preventQuit(app, exit, keptBack.tell);
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
    clock,
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
      restart(app, options, softwareRendering ? 'gpu-failures' : 'view-failures');
    },
    async memoryMegabytes() {
      const kilobytes = app.getAppMetrics().reduce((sum, { memory }) => sum + memory.workingSetSize, 0);
      return Math.round(kilobytes / 1024);
    },
    freeDiskMegabytes: () => freeDiskMegabytes(dataFolder),
    notifySupervisor: options.notifySupervisor,
  };
}
