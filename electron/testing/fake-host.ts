/**
 * A typed fake of the place where a kiosk runs: pages that a test calls the bridge from, and that die when it says so; wipes whose steps fail or
 * hang; a voice, a printer, a supervisor. Counts what the core holds of it.
 */
import type { KeyCodec } from '../../sync/client/store/file-values.ts';
import type { KioskHost, ViewFailure } from '../hosts/host.ts';
import { createFakeClock, type FakeClock, settle } from './fake-clock.ts';
import { createFakeDisk, createFakeKeyCodec } from './fake-disk.ts';
import { createFakeHostEvents, type FakeHostEvents } from './fake-host-events.ts';
import { createFakePage, FAKE_ORIGIN, type FakePage, type HostedPage, type Listener } from './fake-page.ts';
import { createFakePrinter, type FakePrinter } from './fake-printer.ts';
import { createFakeSpeech, type FakeSpeech } from './fake-speech.ts';
import { createFakeWipe, type FakeWipe } from './fake-wipe.ts';

export interface FakeHostOptions {
  readonly disk?: ReturnType<typeof createFakeDisk>;
  readonly clock?: FakeClock;
  readonly version?: string;
  /** Give the same to the next start, as the system's key store does. */
  readonly keyCodec?: KeyCodec;
  /** Whether a page says by itself that it has painted, and that it lives. */
  readonly pagesLive?: boolean;
}

export interface FakeHost extends KioskHost, FakeHostEvents, FakeWipe, FakeSpeech, FakePrinter {
  readonly clock: FakeClock;
  readonly disk: ReturnType<typeof createFakeDisk>;
  /** On the screen. @throws where nothing is */
  page(): FakePage;
  shown(): FakePage | undefined;
  /** Ready behind the one that is shown. */
  spare(): FakePage | undefined;
  /** Every page that ever was. */
  readonly pages: readonly FakePage[];
  readonly discarded: number[];
  readonly relaunches: { readonly softwareRendering: boolean }[];
  readonly exits: number[];
  readonly supervisor: string[];
  readonly configured: {
    readonly server: string;
    readonly pins: readonly string[];
    readonly camera: boolean;
  }[];
  readonly recoveryPages: () => number;
  /** Pages can't be made. */
  breakViews(broken: boolean): void;
  /** Pages neither paint nor beat from now on. */
  silencePages(silent: boolean): void;
  kill(page: FakePage, failure: ViewFailure): void;
  /** What the core holds: of channels, listeners, timers and pages that live. */
  counts(): {
    readonly channels: number;
    readonly listeners: number;
    readonly timers: number;
    readonly pages: number;
  };
}

let ids = 0;

export function createFakeHost(options: FakeHostOptions = {}): FakeHost {
  const {
    disk = createFakeDisk(),
    clock = createFakeClock(),
    version = '1.2.3',
    pagesLive = true,
    keyCodec = createFakeKeyCodec(),
  } = options;
  const channels = new Map<string, Listener>();
  const held = new Map<number, HostedPage>();
  const pages: FakePage[] = [];
  const { events, failView, count } = createFakeHostEvents();
  let shown: HostedPage | undefined;
  let viewsBroken = false;
  let silent = !pagesLive;
  let recoveries = 0;
  const record: Pick<FakeHost, 'discarded' | 'relaunches' | 'exits' | 'supervisor' | 'configured'> = {
    discarded: [],
    relaunches: [],
    exits: [],
    supervisor: [],
    configured: [],
  };

  function close(view: number): void {
    const page = held.get(view);
    if (page === undefined) return;
    page.die();
    held.delete(view);
    if (shown === page) shown = undefined;
  }

  return {
    ...record,
    ...events,
    ...createFakeWipe(close),
    ...createFakeSpeech(),
    ...createFakePrinter(),
    kind: 'electron',
    version,
    origin: FAKE_ORIGIN,
    calls: {
      handle(channel, listener) {
        if (channels.has(channel)) throw new Error(`a second handler for ${channel}`);
        channels.set(channel, listener);
      },
      removeHandler: (channel) => void channels.delete(channel),
    },
    clock,
    disk,
    dataFolder: '/kiosk-data',
    keyCodec,
    fetch: async () => {
      throw new TypeError('no network');
    },
    async createView(partition) {
      await settle(1);
      if (viewsBroken) throw new Error('no page can be made');
      ids += 1;
      const one = createFakePage({ id: ids, partition }, { clock, channels, silent: () => silent });
      held.set(one.page.id, one);
      pages.push(one.page);
      if (pages.length > 50) pages.shift();
      // A page asks for its first facts while it loads, before its creator has its id.
      void one.page.answer('start').catch(() => undefined);
      one.live();
      return one.view;
    },
    show(view) {
      shown = held.get(view.id);
    },
    async discard(view) {
      record.discarded.push(view.id);
      close(view.id);
    },
    configure: (settings) => void record.configured.push(settings),
    async showRecoveryPage() {
      recoveries += 1;
    },
    exit: (code) => void record.exits.push(code),
    relaunch: (how) => void record.relaunches.push(how),
    memoryMegabytes: async () => 180.4,
    freeDiskMegabytes: async () => 20_000.6,
    notifySupervisor: (state) => void record.supervisor.push(state),

    page() {
      if (shown === undefined) throw new Error('nothing is on the screen');
      return shown.page;
    },
    shown: () => shown?.page,
    spare: () => [...held.values()].find((one) => one !== shown)?.page,
    pages,
    recoveryPages: () => recoveries,
    breakViews(to) {
      viewsBroken = to;
    },
    silencePages(to) {
      silent = to;
    },
    kill(page, failure) {
      held.get(page.id)?.die();
      failView(page.id, failure);
    },
    counts: () => ({
      channels: channels.size,
      listeners: count(),
      timers: clock.timers(),
      pages: held.size,
    }),
  };
}
