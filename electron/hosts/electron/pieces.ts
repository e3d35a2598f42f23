/**
 * What of Electron the shell is made of, as little of each as is needed: `main.ts` passes the real ones, tests a fake. Names are Electron's, so that its
 * documentation is theirs.
 */
import type { CallHost } from '../../bridge/serve.ts';
import type { EgressHost } from '../../policy/egress.ts';
import type { KeyHost } from '../../policy/keys.ts';
import type { DownloadHost, NavigationHost, SignInHost } from '../../policy/navigation.ts';
import type { PermissionHost } from '../../policy/permissions.ts';
import type { ViewPreferences } from '../../policy/web-preferences.ts';
import type { SafeStoragePiece } from '../shared/key-protection.ts';

export interface Preventable {
  preventDefault(): void;
}

export interface Rectangle {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface SessionPiece extends PermissionHost, EgressHost, DownloadHost {
  readonly protocol: {
    handle(scheme: string, handler: (request: Request) => Promise<Response>): void;
    isProtocolHandled(scheme: string): boolean;
    unhandle(scheme: string): void;
  };
  setSpellCheckerEnabled(enable: boolean): void;
  closeAllConnections(): Promise<void>;
  clearData(): Promise<void>;
  clearAuthCache(): Promise<void>;
  clearHostResolverCache(): Promise<void>;
  clearCodeCaches(options: { readonly urls?: string[] }): Promise<void>;
  fetch(input: string, init?: RequestInit & { bypassCustomProtocolHandlers?: boolean }): Promise<Response>;
}

/** Reasons of Electron's `RenderProcessGoneDetails`. */
export type GoneReason =
  | 'clean-exit'
  | 'abnormal-exit'
  | 'killed'
  | 'crashed'
  | 'oom'
  | 'launch-failed'
  | 'integrity-failure'
  | 'memory-eviction';

export interface PrintOptions {
  readonly silent: boolean;
  readonly deviceName?: string;
}

export interface ContentsPiece extends KeyHost, NavigationHost {
  readonly id: number;
  on: KeyHost['on'] &
    NavigationHost['on'] & {
      (
        event: 'before-mouse-event',
        listener: (event: Preventable, mouse: { readonly type: string; readonly button?: string }) => void,
      ): unknown;
      (event: 'context-menu', listener: (event: Preventable) => void): unknown;
      (event: 'zoom-changed', listener: (event: Preventable) => void): unknown;
      (event: 'destroyed', listener: () => void): unknown;
      (event: 'unresponsive', listener: () => void): unknown;
      (
        event: 'render-process-gone',
        listener: (event: Preventable, details: { readonly reason: GoneReason }) => void,
      ): unknown;
      (
        event: 'did-fail-load',
        listener: (
          event: Preventable,
          code: number,
          description: string,
          url: string,
          isMainFrame: boolean,
        ) => void,
      ): unknown;
      (event: 'preload-error', listener: (event: Preventable) => void): unknown;
    };
  isDestroyed(): boolean;
  send(channel: string, ...payload: unknown[]): void;
  loadURL(url: string): Promise<void>;
  close(options: { readonly waitForBeforeUnload: boolean }): void;
  forcefullyCrashRenderer(): void;
  stop(): void;
  focus(): void;
  setIgnoreMenuShortcuts(ignore: boolean): void;
  setVisualZoomLevelLimits(least: number, most: number): Promise<void>;
  setZoomFactor(factor: number): void;
  setAudioMuted(muted: boolean): void;
  print(options: PrintOptions, callback: (success: boolean, failureReason: string) => void): void;
  getPrintersAsync(): Promise<readonly { readonly name: string }[]>;
}

export interface ViewPiece {
  readonly webContents: ContentsPiece;
  setBounds(bounds: Rectangle): void;
  setVisible(visible: boolean): void;
}

export interface WindowOptions extends Partial<Rectangle> {
  readonly show: boolean;
  readonly frame: boolean;
  readonly kiosk?: boolean;
  readonly fullscreen: boolean;
  readonly autoHideMenuBar: boolean;
  readonly backgroundColor: string;
  readonly title: string;
  readonly minimizable: boolean;
  readonly maximizable: boolean;
  readonly movable: boolean;
  readonly resizable: boolean;
  readonly focusable?: boolean;
  readonly skipTaskbar: boolean;
}

export interface WindowPiece<View> {
  readonly contentView: {
    addChildView(view: View, index?: number): void;
    removeChildView(view: View): void;
  };
  on(event: 'close', listener: (event: Preventable) => void): unknown;
  on(event: 'system-context-menu', listener: (event: Preventable) => void): unknown;
  on(event: 'app-command', listener: (event: Preventable) => void): unknown;
  on(event: 'resize', listener: () => void): unknown;
  on(event: 'leave-full-screen', listener: () => void): unknown;
  on(event: 'minimize', listener: () => void): unknown;
  isDestroyed(): boolean;
  destroy(): void;
  show(): void;
  restore(): void;
  setMenu(menu: null): void;
  setBounds(bounds: Rectangle): void;
  getContentBounds(): Rectangle;
  setAlwaysOnTop(flag: boolean, level: 'screen-saver'): void;
  setContentProtection(enable: boolean): void;
  setFullScreen(flag: boolean): void;
  setKiosk(flag: boolean): void;
}

export interface DisplayPiece {
  readonly id: number;
  readonly bounds: Rectangle;
}

export interface ScreenPiece {
  getPrimaryDisplay(): DisplayPiece;
  getAllDisplays(): readonly DisplayPiece[];
  on(event: 'display-added', listener: () => void): unknown;
  on(event: 'display-removed', listener: () => void): unknown;
  on(event: 'display-metrics-changed', listener: () => void): unknown;
}

interface AppEvents<Session> {
  (event: 'session-created', listener: (session: Session) => void): unknown;
  (event: 'before-quit', listener: (event: Preventable) => void): unknown;
  (event: 'will-quit', listener: (event: Preventable) => void): unknown;
  (event: 'window-all-closed', listener: () => void): unknown;
  (
    event: 'child-process-gone',
    listener: (event: Preventable, details: { readonly type: string; readonly reason: GoneReason }) => void,
  ): unknown;
}

export interface AppPiece<Session> extends SignInHost {
  on: SignInHost['on'] & AppEvents<Session>;
  readonly isPackaged: boolean;
  enableSandbox(): void;
  disableHardwareAcceleration(): void;
  requestSingleInstanceLock(): boolean;
  setPath(name: 'crashDumps' | 'sessionData', path: string): void;
  getPath(name: 'crashDumps' | 'userData' | 'temp'): string;
  getVersion(): string;
  whenReady(): Promise<void>;
  exit(code?: number): void;
  relaunch(options: { args: string[] }): void;
  getAppMetrics(): readonly { readonly memory: { readonly workingSetSize: number } }[];
}

export interface ClipboardPiece {
  clear(): void;
  readonly selection: { clear(): void };
}

export interface PowerMonitorPiece {
  on(event: 'suspend', listener: () => void): unknown;
  on(event: 'resume', listener: () => void): unknown;
  on(event: 'lock-screen', listener: () => void): unknown;
}

/** The window shows only what the same Electron has made, and a view has only its sessions: hence the two parameters. */
export interface ElectronPieces<
  View extends ViewPiece = ViewPiece,
  Session extends SessionPiece = SessionPiece,
> {
  readonly app: AppPiece<Session>;
  readonly ipcMain: CallHost;
  readonly protocol: {
    registerSchemesAsPrivileged(schemes: { scheme: string; privileges: Record<string, boolean> }[]): void;
  };
  readonly session: {
    readonly defaultSession: Session;
    fromPartition(name: string, options: { cache: boolean }): Session;
  };
  readonly Menu: { setApplicationMenu(menu: null): void };
  readonly screen: ScreenPiece;
  readonly clipboard: ClipboardPiece;
  readonly safeStorage: SafeStoragePiece;
  readonly powerMonitor: PowerMonitorPiece;
  readonly powerSaveBlocker: { start(type: 'prevent-display-sleep'): number };
  readonly BaseWindow: new (options: WindowOptions) => WindowPiece<View>;
  readonly WebContentsView: new (options: { webPreferences: ViewPreferences<Session> }) => View;
}
