/**
 * A typed fake of the place where a kiosk runs: pages that a test calls the bridge from, and that die when it says so; wipes whose steps fail or
 * hang; a voice, a printer, a supervisor. Counts what the core holds of it.
 */
import type { KeyCodec } from '../../sync/client/store/file-values.ts';
import type { HostWipeSteps, KeptBack, KioskHost, PowerEvent, Printer, ViewFailure } from '../hosts/host.ts';
import { createFakeClock, type FakeClock, settle } from './fake-clock.ts';
import { createFakeDisk, createFakeKeyCodec } from './fake-disk.ts';
import { createFakePage, FAKE_ORIGIN, type FakePage, type HostedPage, type Listener } from './fake-page.ts';

export interface FakeHostOptions {
  readonly disk?: ReturnType<typeof createFakeDisk>;
  readonly clock?: FakeClock;
  readonly version?: string;
  /** Give the same to the next start, as the system's key store does. */
  readonly keyCodec?: KeyCodec;
  /** Whether a page says by itself that it has painted, and that it lives. */
  readonly pagesLive?: boolean;
}

export interface FakeHost extends KioskHost {
  readonly clock: FakeClock;
  readonly disk: ReturnType<typeof createFakeDisk>;
  /** On the screen. @throws where nothing is */
  page(): FakePage;
  shown(): FakePage | undefined;
  /** Ready behind the one that is shown. */
  spare(): FakePage | undefined;
  /** Every page that ever was. */
  readonly pages: readonly FakePage[];
  /** Names of the steps, in the order in which they were done. */
  readonly wiped: string[];
  readonly discarded: number[];
  readonly relaunches: { readonly softwareRendering: boolean }[];
  readonly exits: number[];
  readonly supervisor: string[];
  readonly configured: {
    readonly server: string;
    readonly pins: readonly string[];
    readonly camera: boolean;
  }[];
  readonly said: { readonly text: string; readonly language: string }[];
  readonly printed: { readonly title: string; readonly lines: readonly string[] }[];
  readonly recoveryPages: () => number;
  /** A step of each wipe from now on; `undefined` mends it. */
  breakStep(step: string, how: 'fails' | 'hangs' | undefined): void;
  /** Pages can't be made. */
  breakViews(broken: boolean): void;
  /** Pages neither paint nor beat from now on. */
  silencePages(silent: boolean): void;
  setPrinter(state: 'ready' | 'absent' | 'failing'): void;
  setVoices(...languages: readonly string[]): void;
  /** Ends what is being said, as the voice does by itself. */
  finishSpeaking(): void;
  kill(page: FakePage, failure: ViewFailure): void;
  gpuDies(): void;
  power(event: PowerEvent): void;
  hardware(event: 'headphones-in' | 'headphones-out'): void;
  keepBack(what: KeptBack): void;
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
  const listeners = {
    failure: new Set<(view: number, failure: ViewFailure) => void>(),
    gpu: new Set<() => void>(),
    power: new Set<(event: PowerEvent) => void>(),
    hardware: new Set<(event: 'headphones-in' | 'headphones-out') => void>(),
    kept: new Set<(what: KeptBack) => void>(),
  };
  const broken = new Map<string, 'fails' | 'hangs'>();
  let shown: HostedPage | undefined;
  let viewsBroken = false;
  let silent = !pagesLive;
  let recoveries = 0;
  let printer: Awaited<ReturnType<Printer['state']>> = 'ready';
  let voices: readonly string[] = ['en', 'es'];
  let endSpeech: () => void = () => undefined;
  const host: Pick<
    FakeHost,
    'wiped' | 'discarded' | 'relaunches' | 'exits' | 'supervisor' | 'configured' | 'said' | 'printed'
  > = {
    wiped: [],
    discarded: [],
    relaunches: [],
    exits: [],
    supervisor: [],
    configured: [],
    said: [],
    printed: [],
  };

  function subscribe<L>(set: Set<L>, listener: L): () => void {
    set.add(listener);
    return () => void set.delete(listener);
  }

  function close(view: number): void {
    const page = held.get(view);
    if (page === undefined) return;
    page.die();
    held.delete(view);
    if (shown === page) shown = undefined;
  }

  async function run(step: string, work: () => void): Promise<void> {
    const how = broken.get(step);
    if (how === 'hangs') return new Promise(() => undefined);
    if (how === 'fails') throw new Error(`${step} failed`);
    host.wiped.push(step);
    work();
    return undefined;
  }

  return {
    ...host,
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
    speech: {
      has: (language) => voices.includes(language),
      say({ text, language }) {
        endSpeech();
        host.said.push({ text, language });
        return new Promise((resolve) => {
          endSpeech = resolve;
        });
      },
      stop: () => endSpeech(),
    },
    printer: {
      state: async () => printer,
      async print({ title, lines }) {
        if (printer === 'failing') throw new Error('paper jam');
        if (printer === 'ready') host.printed.push({ title, lines });
        return printer === 'ready';
      },
      cancelAll: async () => undefined,
    },
    async createView(partition) {
      await settle(1);
      if (viewsBroken) throw new Error('no page can be made');
      ids += 1;
      const one = createFakePage({ id: ids, partition }, { clock, channels, silent: () => silent });
      held.set(one.page.id, one);
      pages.push(one.page);
      if (pages.length > 50) pages.shift();
      // A page asks for its first facts while it loads: before whoever makes it has its id.
      void one.page.answer('start').catch(() => undefined);
      one.live();
      return one.view;
    },
    show(view) {
      shown = held.get(view.id);
    },
    async discard(view) {
      host.discarded.push(view.id);
      close(view.id);
    },
    wipeSteps(view): HostWipeSteps {
      const does = (step: keyof HostWipeSteps) => () => run(step, () => undefined);
      return {
        'close-view': () => run('close-view', () => close(view.id)),
        'close-connections': does('close-connections'),
        'clear-data': does('clear-data'),
        'clear-auth': does('clear-auth'),
        'clear-host-cache': does('clear-host-cache'),
        'clear-code-caches': does('clear-code-caches'),
        'clear-clipboard': does('clear-clipboard'),
        'cancel-prints': does('cancel-prints'),
        'purge-crash-dumps': does('purge-crash-dumps'),
      };
    },
    onViewFailure: (listener) => subscribe(listeners.failure, listener),
    onGpuDeath: (listener) => subscribe(listeners.gpu, listener),
    onPower: (listener) => subscribe(listeners.power, listener),
    onHardware: (listener) => subscribe(listeners.hardware, listener),
    onKeptBack: (listener) => subscribe(listeners.kept, listener),
    configure: (settings) => void host.configured.push(settings),
    async showRecoveryPage() {
      recoveries += 1;
    },
    exit: (code) => void host.exits.push(code),
    relaunch: (how) => void host.relaunches.push(how),
    memoryMegabytes: async () => 180.4,
    freeDiskMegabytes: async () => 20_000.6,
    notifySupervisor: (state) => void host.supervisor.push(state),

    page() {
      if (shown === undefined) throw new Error('nothing is on the screen');
      return shown.page;
    },
    shown: () => shown?.page,
    spare: () => [...held.values()].find((one) => one !== shown)?.page,
    pages,
    recoveryPages: () => recoveries,
    breakStep(step, how) {
      if (how === undefined) broken.delete(step);
      else broken.set(step, how);
    },
    breakViews(to) {
      viewsBroken = to;
    },
    silencePages(to) {
      silent = to;
    },
    setPrinter(state) {
      printer = state;
    },
    setVoices(...languages) {
      voices = languages;
    },
    finishSpeaking: () => endSpeech(),
    kill(page, failure) {
      held.get(page.id)?.die();
      for (const listener of [...listeners.failure]) listener(page.id, failure);
    },
    gpuDies() {
      for (const listener of [...listeners.gpu]) listener();
    },
    power(event) {
      for (const listener of [...listeners.power]) listener(event);
    },
    hardware(event) {
      for (const listener of [...listeners.hardware]) listener(event);
    },
    keepBack(what) {
      for (const listener of [...listeners.kept]) listener(what);
    },
    counts: () => ({
      channels: channels.size,
      listeners: Object.values(listeners).reduce((sum, set) => sum + set.size, 0),
      timers: clock.timers(),
      pages: held.size,
    }),
  };
}
