/**
 * Which page is on the screen. One is shown, one is made ready behind it, and each is used for one patient: a page never comes back. What fails is
 * told, and not made again before the watchdog's ladder says when.
 */
import type { KioskHost, KioskView, ViewFailure } from '../../hosts/host.ts';
import { madeInTime } from './made-in-time.ts';
import { type Heartbeat, watchHeartbeat } from './page-heartbeat.ts';

export interface ViewsOptions {
  readonly host: Pick<KioskHost, 'createView' | 'show' | 'discard' | 'clock'>;
  /** Of a partition: never used twice. */
  readonly newName: () => string;
  readonly onFault: (error: unknown) => void;
}

/** What the rest of the kiosk does about a page. */
export interface ViewListeners {
  /** Gives a page its side of the bridge. @returns what takes it away */
  readonly openPage: (view: KioskView) => () => void;
  readonly onShown: (view: KioskView) => void;
  /** The first paint of the page that is shown. */
  readonly onPainted: () => void;
  /** `behind` is one that nobody has seen yet. */
  readonly onFailure: (failure: ViewFailure, where: 'shown' | 'behind') => void;
}

export interface Views {
  /** From here on pages are made. Resolves when one is shown, or it is clear that none can be. */
  start(listeners: ViewListeners): Promise<void>;
  /** Sees to it that a page is shown, and another is ready. Does nothing while one is being wiped. */
  fill(): Promise<void>;
  shown(): KioskView | undefined;
  isShown(view: number): boolean;
  painted(view: number): void;
  alive(view: number): void;
  failed(view: number, failure: ViewFailure): void;
  /** Takes the page that is shown off the stage; from here on it may call nobody. Nothing is shown until {@link resume}. */
  retire(): KioskView | undefined;
  resume(): void;
  /** A page that may be wrong by now is of no use to the next patient. */
  dropSpare(): Promise<void>;
  /** Resolves when a page that is being made is known by its id. */
  settled(): Promise<void>;
  /** The machine sleeps: nothing is missed. */
  sleep(): void;
  wake(): void;
  /** Pages that are there. */
  count(): number;
  stop(): void;
}

interface Page {
  readonly view: KioskView;
  readonly close: () => void;
  painted: boolean;
  heartbeat: Heartbeat | undefined;
}

export function createViews({ host, newName, onFault }: ViewsOptions): Views {
  let listeners: ViewListeners | undefined;
  const pages = new Map<number, Page>();
  let shown: Page | undefined;
  let spare: Page | undefined;
  let wanted = true;
  let stopped = false;
  let making: Promise<Page | undefined> | undefined;
  let filling: Promise<void> = Promise.resolve();

  function forget(page: Page): void {
    page.heartbeat?.stop();
    page.close();
    pages.delete(page.view.id);
    if (shown === page) shown = undefined;
    if (spare === page) spare = undefined;
  }

  const discard = (view: KioskView) => host.discard(view).catch(onFault);

  async function create(): Promise<Page | undefined> {
    const view = await madeInTime(host.createView(newName()), host.clock, discard).catch(() => undefined);
    if (view === undefined) {
      if (!stopped) listeners?.onFailure('launch-failed', 'behind');
      return undefined;
    }
    const close = listeners?.openPage(view) ?? (() => undefined);
    const page: Page = { view, close, painted: false, heartbeat: undefined };
    pages.set(view.id, page);
    return page;
  }

  function make(): Promise<Page | undefined> {
    making ??= create().finally(() => {
      making = undefined;
    });
    return making;
  }

  function put(page: Page): void {
    shown = page;
    host.show(page.view);
    // An unseen page needn't paint: only from now on it must.
    page.heartbeat = watchHeartbeat(host.clock, (failure) => fail(page, failure));
    if (page.painted) page.heartbeat.painted();
    listeners?.onShown(page.view);
    if (page.painted) listeners?.onPainted();
  }

  function fail(page: Page, failure: ViewFailure): void {
    if (!pages.has(page.view.id)) return;
    if (page === shown) {
      page.heartbeat?.stop();
      listeners?.onFailure(failure, 'shown');
      return;
    }
    forget(page);
    void discard(page.view);
    listeners?.onFailure(failure, 'behind');
  }

  async function fillOnce(): Promise<void> {
    if (stopped || listeners === undefined) return;
    if (wanted && shown === undefined) {
      const page = spare ?? (await make());
      if (page === undefined || stopped) return;
      spare = undefined;
      // It may have failed, or a wipe may have begun, while it was made.
      if (!pages.has(page.view.id)) return;
      if (wanted) put(page);
      else spare = page;
    }
    if (spare === undefined && !stopped) {
      const page = await make();
      if (page !== undefined && pages.has(page.view.id)) spare = page;
    }
  }

  function fill(): Promise<void> {
    filling = filling.then(fillOnce).catch(onFault);
    return filling;
  }

  return {
    start(given) {
      listeners = given;
      return fill();
    },
    fill,
    shown: () => shown?.view,
    isShown: (view) => shown?.view.id === view,
    painted(view) {
      const page = pages.get(view);
      if (page === undefined || page.painted) return;
      page.painted = true;
      page.heartbeat?.painted();
      if (page === shown) listeners?.onPainted();
    },
    alive: (view) => pages.get(view)?.heartbeat?.beat(),
    failed(view, failure) {
      const page = pages.get(view);
      if (page !== undefined) fail(page, failure);
    },
    retire() {
      wanted = false;
      const page = shown;
      if (page !== undefined) forget(page);
      return page?.view;
    },
    resume() {
      wanted = true;
    },
    async dropSpare() {
      const page = spare;
      if (page === undefined) return;
      forget(page);
      await discard(page.view);
    },
    async settled() {
      await making?.catch(() => undefined);
    },
    sleep: () => shown?.heartbeat?.pause(),
    wake: () => shown?.heartbeat?.wait(),
    count: () => pages.size,
    stop() {
      stopped = true;
      for (const page of [...pages.values()]) forget(page);
    },
  };
}
