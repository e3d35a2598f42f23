/**
 * Pages for patients (K5): each of a Chromium of its own. The next one's is started ahead, without a window: two full-screen windows would fight for one
 * screen, and the compositor of a kiosk can't be told which. Its page is opened when it is shown, which takes about 0.3 s.
 */
import type { Page } from 'playwright-core';
import type { KeptBack, KioskView, ViewFailure } from '../host.ts';
import { type LaunchOptions, launchBrowser, makeViewFolder, removeFolder } from './browser.ts';
import { type BindingSource, type ChromiumCallHost, originOfCall } from './call-host.ts';
import { createEventQueue, type EventQueue } from './event-queue.ts';
import { encodeMessage } from './page/crossing.ts';
import { CALL_BINDING, KEPT_BACK_BINDING, PAGE_KEPT_BACK, RECEIVER } from './page/names.ts';
import { loadPage, makePage } from './page.ts';
import { endProcessesOver } from './processes.ts';
import { createRouting, type RoutingOptions } from './routing.ts';

export interface ViewsOptions {
  readonly origin: string;
  /** The kiosk's own folder in memory. */
  readonly root: string;
  readonly launch: () => LaunchOptions;
  /** See `page/bundle.ts`. */
  readonly pageScript: string;
  /** Before each window; rejects where keys would reach Chromium. */
  readonly lockKeyboard: () => Promise<void>;
  readonly calls: ChromiumCallHost;
  readonly routing: Pick<RoutingOptions, 'answer' | 'servers' | 'fetch'>;
  readonly onFailure: (view: number, failure: ViewFailure) => void;
  readonly onKeptBack: (what: KeptBack) => void;
  /** For automation of the page, as in tests. */
  readonly onShown?: ((page: Page) => void) | undefined;
}

interface Kept {
  readonly folder: string;
  readonly abort: AbortController;
  readonly show: () => Promise<void>;
  ending: boolean;
}

export interface Views {
  create(): Promise<KioskView>;
  show(view: KioskView): void;
  /** Ends every process of it; resolves when none is left. */
  close(view: KioskView): Promise<void>;
  /** Deletes its folder. Rejects where anything is left of it, or of its processes. */
  clear(view: KioskView): Promise<void>;
  /** The id of what is shown now. */
  current(): number | undefined;
  /** All of them; rejects where anything is left of one. */
  clearAll(): Promise<void>;
}

const isPageKeptBack = (what: unknown): what is (typeof PAGE_KEPT_BACK)[number] =>
  PAGE_KEPT_BACK.some((known) => known === what);

export function createViews(options: ViewsOptions): Views {
  const { origin, root, launch, pageScript, lockKeyboard, calls, routing, onFailure, onKeptBack, onShown } =
    options;
  const open = new Map<number, Kept>();
  let lastId = 0;
  let shown: number | undefined;

  async function create(): Promise<KioskView> {
    lastId += 1;
    const id = lastId;
    const settings = launch();
    const folder = await makeViewFolder(root, settings.camera);
    const abort = new AbortController();
    let page: Page | undefined;
    let failed = false;
    const isGone = () => open.get(id)?.ending !== false;
    const fail = (failure: ViewFailure) => {
      if (isGone() || failed) return;
      failed = true;
      // At once: what is left of it is nobody's window.
      void endProcessesOver(folder);
      onFailure(id, failure);
    };
    try {
      const context = await launchBrowser(folder, settings);
      context.on('close', () => fail('abnormal-exit'));
      await context.exposeBinding(CALL_BINDING, (source: BindingSource, message: unknown) =>
        calls.answer(originOfCall({ id, isGone }, source), message),
      );
      await context.exposeBinding(KEPT_BACK_BINDING, (_source: BindingSource, what: unknown) => {
        if (isPageKeptBack(what)) onKeptBack(what);
      });
      await context.addInitScript({ content: pageScript });
      await context.route(
        () => true,
        createRouting({ ...routing, origin, signal: abort.signal, onKeptBack }),
      );
      const events: EventQueue = createEventQueue(
        async (message) =>
          await page?.evaluate(
            ([name, text]) => {
              const receive: unknown = Reflect.get(globalThis, name);
              if (typeof receive === 'function') receive(text);
            },
            [RECEIVER, message] as const,
          ),
        () => fail('unresponsive'),
      );
      abort.signal.addEventListener('abort', () => events.stop());
      open.set(id, {
        folder,
        abort,
        ending: false,
        async show() {
          const pageOptions = { origin, camera: settings.camera, onFailure: fail, onKeptBack };
          try {
            await lockKeyboard();
            // From here on, not only when it has loaded: its app calls before that, and is told what happens after its call.
            page = await makePage(context, pageOptions);
            await loadPage(page, pageOptions);
            onShown?.(page);
          } catch {
            fail('load-failed');
          }
        },
      });
      return {
        id,
        target: {
          isDestroyed: () => isGone() || page?.isClosed() === true,
          send: (channel, payload) => {
            // Nobody listens before there is a page.
            if (page !== undefined) events.push(encodeMessage({ channel, payload }));
          },
        },
      };
    } catch {
      await endProcessesOver(folder);
      await removeFolder(folder);
      throw new Error('Chromium could not be started.');
    }
  }

  async function end(id: number, kept: Kept): Promise<void> {
    kept.ending = true;
    kept.abort.abort();
    if (shown === id) shown = undefined;
    await endProcessesOver(kept.folder);
  }

  async function clear(id: number): Promise<void> {
    const kept = open.get(id);
    // Already cleared, so nothing is left of it. Asking for one that never existed is the caller's fault.
    if (kept === undefined && (id < 1 || id > lastId)) throw new Error('There is no such page.');
    if (kept === undefined) return;
    await end(id, kept);
    await removeFolder(kept.folder);
    open.delete(id);
  }

  return {
    create,
    show({ id }) {
      const kept = open.get(id);
      if (kept === undefined || kept.ending) return;
      const before = shown;
      shown = id;
      // One window at a time: what stood there goes first.
      const gone = before === undefined || before === id ? Promise.resolve() : clear(before);
      void gone.catch(() => undefined).then(() => kept.show());
    },
    async close({ id }) {
      const kept = open.get(id);
      if (kept !== undefined) await end(id, kept);
    },
    clear: ({ id }) => clear(id),
    current: () => shown,
    async clearAll() {
      await Promise.all([...open.keys()].map(clear));
    },
  };
}
