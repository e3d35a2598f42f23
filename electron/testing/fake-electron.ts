/** Stands in for Electron in tests of the shell: what was asked of it can be read, and what happens to it can be made to happen. */
import { EventEmitter } from 'node:events';
import type { Answer } from '../bridge/contract-shape.ts';
import type { CallOrigin } from '../bridge/guard.ts';
import type {
  DisplayPiece,
  ElectronPieces,
  Preventable,
  PrintOptions,
  Rectangle,
  WindowOptions,
} from '../hosts/electron/pieces.ts';
import type { ViewPreferences } from '../policy/web-preferences.ts';
import { FakeSession } from './fake-session.ts';

let lastId = 0;

export class FakeContents extends EventEmitter {
  readonly id = ++lastId;
  readonly session: FakeSession;
  readonly sent: (readonly unknown[])[] = [];
  readonly asked: string[] = [];
  readonly printed: PrintOptions[] = [];
  /** How the next load ends. */
  load: 'loads' | 'fails' | 'hangs' = 'loads';
  printers: readonly { readonly name: string }[] = [{ name: 'receipts' }];
  printing: 'taken' | 'refused' | 'hangs' = 'taken';
  document = '';
  url = '';
  #destroyed = false;
  #openHandler: (() => { readonly action: 'deny' }) | undefined;
  constructor(session: FakeSession) {
    super();
    this.session = session;
  }
  isDestroyed(): boolean {
    return this.#destroyed;
  }
  send(...message: readonly unknown[]): void {
    this.sent.push(message);
  }
  async loadURL(url: string): Promise<void> {
    this.url = url;
    if (this.load === 'hangs') return new Promise(() => undefined);
    if (this.load === 'fails') throw new Error('ERR_FAILED');
    this.document = (await (await this.session.get(url))?.text()) ?? '';
  }
  close(): void {
    if (this.#destroyed) return;
    this.#destroyed = true;
    this.emit('destroyed');
  }
  forcefullyCrashRenderer(): void {
    this.crash('crashed');
  }
  crash(reason: string): void {
    this.emit('render-process-gone', {}, { reason, exitCode: 1 });
  }
  stop(): void {
    this.asked.push('stop');
  }
  focus(): void {
    this.asked.push('focus');
  }
  setIgnoreMenuShortcuts(ignore: boolean): void {
    this.asked.push(`ignore-menu-shortcuts ${ignore}`);
  }
  async setVisualZoomLevelLimits(least: number, most: number): Promise<void> {
    this.asked.push(`zoom-limits ${least} ${most}`);
  }
  setZoomFactor(factor: number): void {
    this.asked.push(`zoom ${factor}`);
  }
  setAudioMuted(muted: boolean): void {
    this.asked.push(`muted ${muted}`);
  }
  setWindowOpenHandler(handler: () => { readonly action: 'deny' }): void {
    this.#openHandler = handler;
  }
  openWindow(): unknown {
    return this.#openHandler?.();
  }
  print(options: PrintOptions, callback: (success: boolean, reason: string) => void): void {
    this.printed.push(options);
    if (this.printing !== 'hangs') callback(this.printing === 'taken', '');
  }
  getPrintersAsync(): Promise<readonly { readonly name: string }[]> {
    return this.#destroyed ? Promise.reject(new Error('destroyed')) : Promise.resolve(this.printers);
  }
  /** @returns whether it was let through. */
  attempt(event: string, ...details: readonly object[]): boolean {
    return attempt(this, event, ...details);
  }
}

/** @returns whether nobody prevented it. */
function attempt(
  emitter: EventEmitter,
  event: string,
  first: object = {},
  ...rest: readonly unknown[]
): boolean {
  let through = true;
  const details: Preventable = {
    ...first,
    preventDefault() {
      through = false;
    },
  };
  emitter.emit(event, details, ...rest);
  return through;
}

export class FakeView {
  readonly preferences: ViewPreferences<FakeSession>;
  readonly webContents: FakeContents;
  bounds: Rectangle | undefined;
  visible = false;
  constructor({ webPreferences }: { webPreferences: ViewPreferences<FakeSession> }) {
    this.preferences = webPreferences;
    this.webContents = new FakeContents(webPreferences.session);
  }
  setBounds(bounds: Rectangle): void {
    this.bounds = bounds;
  }
  setVisible(visible: boolean): void {
    this.visible = visible;
  }
}

export class FakeWindow extends EventEmitter {
  readonly options: WindowOptions;
  readonly asked: string[] = [];
  readonly children: FakeView[] = [];
  bounds: Rectangle;
  destroyed = false;
  constructor(options: WindowOptions) {
    super();
    this.options = options;
    const { x = 0, y = 0, width = 1080, height = 1920 } = options;
    this.bounds = { x, y, width, height };
  }
  readonly contentView = {
    // A child that is there already is moved, as in Electron.
    addChildView: (view: FakeView, index?: number) => {
      this.contentView.removeChildView(view);
      this.children.splice(index ?? this.children.length, 0, view);
    },
    removeChildView: (view: FakeView) => {
      const index = this.children.indexOf(view);
      if (index >= 0) this.children.splice(index, 1);
    },
  };
  isDestroyed(): boolean {
    return this.destroyed;
  }
  destroy(): void {
    this.destroyed = true;
  }
  show(): void {
    this.asked.push('show');
  }
  restore(): void {
    this.asked.push('restore');
  }
  setMenu(menu: null): void {
    this.asked.push(`menu ${menu}`);
  }
  setBounds(bounds: Rectangle): void {
    this.bounds = bounds;
  }
  getContentBounds(): Rectangle {
    return this.bounds;
  }
  setAlwaysOnTop(flag: boolean, level: string): void {
    this.asked.push(`always-on-top ${flag} ${level}`);
  }
  setContentProtection(enable: boolean): void {
    this.asked.push(`content-protection ${enable}`);
  }
  setFullScreen(flag: boolean): void {
    this.asked.push(`full-screen ${flag}`);
  }
  setKiosk(flag: boolean): void {
    this.asked.push(`kiosk ${flag}`);
  }
  attempt(event: string): boolean {
    return attempt(this, event);
  }
}

class FakeApp extends EventEmitter {
  readonly asked: string[] = [];
  readonly paths = new Map<string, string>();
  readonly relaunched: (readonly string[])[] = [];
  isPackaged = true;
  firstInstance = true;
  appPath = '/nowhere/app';
  exited: number | undefined;
  enableSandbox(): void {
    this.asked.push('sandbox');
  }
  disableHardwareAcceleration(): void {
    this.asked.push('software-rendering');
  }
  requestSingleInstanceLock(): boolean {
    return this.firstInstance;
  }
  setPath(name: string, path: string): void {
    this.paths.set(name, path);
  }
  getPath(name: string): string {
    return this.paths.get(name) ?? `/nowhere/${name}`;
  }
  getAppPath(): string {
    return this.appPath;
  }
  getVersion(): string {
    return '1.2.3';
  }
  async whenReady(): Promise<void> {}
  exit(code = 0): void {
    this.exited ??= code;
  }
  relaunch({ args }: { args: string[] }): void {
    this.relaunched.push(args);
  }
  getAppMetrics() {
    return [{ memory: { workingSetSize: 102_400 } }, { memory: { workingSetSize: 51_200 } }];
  }
  attempt(event: string, ...rest: readonly unknown[]): boolean {
    return attempt(this, event, {}, ...rest);
  }
}

class FakeScreen extends EventEmitter {
  displays: readonly DisplayPiece[] = [{ id: 1, bounds: { x: 0, y: 0, width: 1080, height: 1920 } }];
  getPrimaryDisplay(): DisplayPiece {
    const [first] = this.displays;
    if (first === undefined) throw new Error('There is no display.');
    return first;
  }
  getAllDisplays(): readonly DisplayPiece[] {
    return this.displays;
  }
}

export interface FakeElectron extends ElectronPieces<FakeView, FakeSession> {
  readonly app: FakeApp;
  readonly screen: FakeScreen;
  readonly powerMonitor: EventEmitter;
  readonly sessions: readonly FakeSession[];
  readonly views: readonly FakeView[];
  readonly windows: readonly FakeWindow[];
  /** What was asked of the parts that only take orders. */
  readonly asked: readonly string[];
  readonly handled: ReadonlyMap<string, (origin: CallOrigin, request: unknown) => Promise<Answer>>;
  readonly storage: { backend: string; available: boolean; lost: boolean };
  /** How pages that are made from now on behave. */
  readonly pages: { load: FakeContents['load'] };
}

export function createFakeElectron(): FakeElectron {
  const app = new FakeApp();
  const sessions: FakeSession[] = [];
  const views: FakeView[] = [];
  const windows: FakeWindow[] = [];
  const asked: string[] = [];
  const handled = new Map<string, (origin: CallOrigin, request: unknown) => Promise<Answer>>();
  const storage = { backend: 'gnome_libsecret', available: true, lost: false };
  const pages: FakeElectron['pages'] = { load: 'loads' };

  function sessionOf(name: string, cache: boolean): FakeSession {
    const known = sessions.find((session) => session.name === name);
    if (known !== undefined) return known;
    const session = new FakeSession(name, cache);
    sessions.push(session);
    app.emit('session-created', session);
    return session;
  }
  const defaultSession = sessionOf('', true);

  return {
    app,
    sessions,
    views,
    windows,
    asked,
    handled,
    storage,
    pages,
    screen: new FakeScreen(),
    powerMonitor: new EventEmitter(),
    powerSaveBlocker: {
      start(type) {
        asked.push(type);
        return 1;
      },
    },
    ipcMain: {
      handle: (channel, listener) => void handled.set(channel, listener),
      removeHandler: (channel) => void handled.delete(channel),
    },
    protocol: {
      registerSchemesAsPrivileged(schemes) {
        for (const { scheme, privileges } of schemes)
          asked.push(`scheme ${scheme} ${JSON.stringify(privileges)}`);
      },
    },
    session: { defaultSession, fromPartition: (name, { cache }) => sessionOf(name, cache) },
    Menu: { setApplicationMenu: (menu) => void asked.push(`menu ${menu}`) },
    clipboard: {
      clear: () => void asked.push('clear-clipboard'),
      selection: { clear: () => void asked.push('clear-selection') },
    },
    safeStorage: {
      isAsyncEncryptionAvailable: () => Promise.resolve(storage.available),
      getSelectedStorageBackend: () => storage.backend,
      encryptStringAsync: (text) => Promise.resolve(Buffer.from(`locked:${text}`)),
      decryptStringAsync(bytes) {
        const text = bytes.toString();
        if (storage.lost || !text.startsWith('locked:')) return Promise.reject(new Error('no such key'));
        return Promise.resolve({ shouldReEncrypt: false, result: text.slice('locked:'.length) });
      },
    },
    BaseWindow: class extends FakeWindow {
      constructor(options: WindowOptions) {
        super(options);
        windows.push(this);
      }
    },
    WebContentsView: class extends FakeView {
      constructor(options: { webPreferences: ViewPreferences<FakeSession> }) {
        super(options);
        this.webContents.load = pages.load;
        views.push(this);
      }
    },
  };
}
