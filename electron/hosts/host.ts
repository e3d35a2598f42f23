/**
 * What the kiosk's core asks of the place where it runs. There are two: Electron (`electron/`), and Debian's Chromium with a host process of its own
 * (`chromium/`). Everything else (sessions, wipe, watchdog, intakes, staff, log) is the core's, and the same in both.
 */
import type { Disk } from '../../sync/client/store/disk.ts';
import type { KeyCodec } from '../../sync/client/store/file-values.ts';
import type { CallHost, EventTarget } from '../bridge/serve.ts';

type Unsubscribe = () => void;

/** One page for one patient: a process of its own over a partition of its own, which is in memory only. */
export interface KioskView {
  /** What the bridge's guard knows it by. Never used twice. */
  readonly id: number;
  readonly target: EventTarget;
}

export type WipeStep =
  | 'stop-speech'
  | 'close-view'
  | 'close-connections'
  | 'clear-data'
  | 'clear-auth'
  | 'clear-host-cache'
  | 'clear-code-caches'
  | 'clear-clipboard'
  | 'cancel-prints'
  | 'purge-crash-dumps'
  | 'forget-checkpoint';

/** The steps of a wipe that only the place can do; the rest are the core's. See `core/session/wipe.ts` for their order and deadlines. */
export type HostWipeSteps = Readonly<
  Record<Exclude<WipeStep, 'stop-speech' | 'forget-checkpoint'>, () => Promise<void> | void>
>;

export interface Speech {
  /** Whether the machine has a voice for that language; none of the network's counts. */
  has(language: string): boolean;
  /** Replaces what is being said. Resolves when it was said, or stopped. Rate 0.5 to 2, volume 0 to 1. */
  say(utterance: {
    readonly text: string;
    readonly language: string;
    readonly rate: number;
    readonly volume: number;
  }): Promise<void>;
  stop(): void;
}

export interface Printer {
  state(): Promise<'ready' | 'absent' | 'failing'>;
  /** A page of plain lines. @returns whether it was taken. */
  print(receipt: {
    readonly title: string;
    readonly lines: readonly string[];
    readonly language: string;
  }): Promise<boolean>;
  cancelAll(): Promise<void>;
}

/** Reasons of `render-process-gone`, and the watchdog's own. */
export type ViewFailure =
  | 'abnormal-exit'
  | 'killed'
  | 'crashed'
  | 'oom'
  | 'launch-failed'
  | 'integrity-failure'
  | 'memory-eviction'
  | 'unresponsive'
  | 'load-failed'
  | 'preload-error'
  | 'no-first-paint'
  | 'no-heartbeat';

export type PowerEvent = 'suspend' | 'lock' | 'resume' | 'network-changed';

export interface KioskHost {
  readonly kind: 'electron' | 'chromium';
  /** Of the product, `1.2.3`. */
  readonly version: string;
  /** Where pages come from: `carefront://kiosk`. */
  readonly origin: string;
  /** Where calls of the bridge arrive. */
  readonly calls: CallHost;
  readonly clock: {
    /** ms since 1970. */
    now(): number;
    /** ms that only grow. */
    monotonic(): number;
    after(ms: number, run: () => void): Unsubscribe;
  };
  readonly disk: Disk;
  /** Absolute; on a disk that outlives a restart. Readable by this user alone. */
  readonly dataFolder: string;
  /**
   * What protects the device's own key at rest: the system's key store where there is one that deserves the name (S14). Its loss may cost the
   * enrollment, and never data.
   */
  readonly keyCodec: KeyCodec;
  readonly fetch: typeof globalThis.fetch;
  readonly speech: Speech;
  readonly printer: Printer;

  /** Makes a page and loads it, unseen. Rejects where it can't be made. Its failures come by {@link onViewFailure}. */
  createView(name: string): Promise<KioskView>;
  /** Puts it on the screen, in the place of what was there. */
  show(view: KioskView): void;
  /** Takes a page that was never shown, or is of no more use, away with its process. */
  discard(view: KioskView): Promise<void>;
  wipeSteps(view: KioskView): HostWipeSteps;
  onViewFailure(listener: (view: number, failure: ViewFailure) => void): Unsubscribe;
  onGpuDeath(listener: () => void): Unsubscribe;
  onPower(listener: (event: PowerEvent) => void): Unsubscribe;
  onHardware(listener: (event: 'headphones-in' | 'headphones-out') => void): Unsubscribe;
  /** Something was kept back by the lock-down: for the log. */
  onKeptBack(listener: (what: KeptBack) => void): Unsubscribe;

  /** Applies what the signed assignment says: which server pages and requests may reach, whose certificate, whether there is a camera. */
  configure(settings: {
    readonly server: string;
    readonly pins: readonly string[];
    readonly camera: boolean;
  }): void;
  /** Plain "Please see the front desk", without the app. */
  showRecoveryPage(): Promise<void>;
  /** The one way out: every other close is prevented (K2). */
  exit(code: number): void;
  relaunch(options: { readonly softwareRendering: boolean }): void;
  memoryMegabytes(): Promise<number>;
  freeDiskMegabytes(): Promise<number | undefined>;
  /** Tells the supervisor that the kiosk lives (`sd_notify`), where there is one. */
  notifySupervisor(state: 'ready' | 'alive' | 'stopping'): void;
}

export type KeptBack =
  | 'key'
  | 'navigation'
  | 'frame-navigation'
  | 'redirect'
  | 'window'
  | 'webview'
  | 'client-certificate'
  | 'login'
  | 'download'
  | 'request'
  | 'permission'
  | 'close';
