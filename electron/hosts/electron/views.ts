/** Pages for patients: one at a time, each of a process of its own over a partition of its own that is in memory only (K5). */
import { randomUUID } from 'node:crypto';
import { FIRST_PAINT_MS } from '../../core/state/ladder.ts';
import { viewPreferences } from '../../policy/web-preferences.ts';
import type { KeptBack, KioskView, ViewFailure } from '../host.ts';
import type { KioskWindow } from './kiosk-window.ts';
import { lockContents } from './lock-contents.ts';
import type { ContentsPiece, ElectronPieces, SessionPiece, ViewPiece } from './pieces.ts';

/** Chromium's code for a load that another one has taken the place of; nothing is wrong then. */
const ERR_ABORTED = -3;

export interface ViewsOptions<View extends ViewPiece, Session extends SessionPiece> {
  readonly electron: Pick<ElectronPieces<View, Session>, 'WebContentsView' | 'session'>;
  readonly window: KioskWindow<View>;
  /** Address of the first page. */
  readonly start: string;
  /** Absolute path of the bundled preload. */
  readonly preload: string;
  readonly development: boolean;
  readonly after: (ms: number, run: () => void) => () => void;
  readonly onFailure: (view: number, failure: ViewFailure) => void;
  readonly onKeptBack: (what: KeptBack) => void;
}

export interface Views<View, Session> {
  create(name: string): Promise<KioskView>;
  show(view: KioskView): void;
  /** Resolves when its page is gone, and its process with it. */
  close(view: KioskView): Promise<void>;
  /** Undefined once {@link forget} was called. */
  sessionOf(view: KioskView): Session | undefined;
  forget(view: KioskView): void;
  /** What is shown now. */
  current(): View | undefined;
}

/** Calls back with what goes wrong in a page, in the watchdog's words. */
export function watchFailures(contents: ContentsPiece, onFailure: (failure: ViewFailure) => void): void {
  contents.on('render-process-gone', (_event, { reason }) =>
    // A page that ended well without being asked to is gone all the same.
    onFailure(reason === 'clean-exit' ? 'abnormal-exit' : reason),
  );
  contents.on('unresponsive', () => onFailure('unresponsive'));
  contents.on('preload-error', () => onFailure('preload-error'));
  contents.on('did-fail-load', (_event, code, _description, _url, isMainFrame) => {
    if (isMainFrame && code !== ERR_ABORTED) onFailure('load-failed');
  });
}

/** Resolves when it is gone. A page that hangs is taken down by force: it isn't asked. */
export function closeContents(contents: ContentsPiece): Promise<void> {
  if (contents.isDestroyed()) return Promise.resolve();
  return new Promise((resolve) => {
    contents.on('destroyed', () => resolve());
    contents.setAudioMuted(true);
    contents.stop();
    contents.close({ waitForBeforeUnload: false });
  });
}

export function createViews<View extends ViewPiece, Session extends SessionPiece>(
  options: ViewsOptions<View, Session>,
): Views<View, Session> {
  const { electron, window, start, preload, development, after, onFailure, onKeptBack } = options;
  const open = new Map<number, { readonly view: View; readonly session: Session }>();

  async function close(id: number, view: View): Promise<void> {
    window.remove(view);
    // The page's own failures are nobody's concern from here on, and its session is still needed for the wipe.
    ending.add(id);
    await closeContents(view.webContents);
  }
  const ending = new Set<number>();

  return {
    async create(name) {
      // A reused name would open the previous patient's partition.
      const session = electron.session.fromPartition(`patient:${name}-${randomUUID()}`, { cache: false });
      const view = new electron.WebContentsView({
        webPreferences: viewPreferences({ session, preload }, development),
      });
      const { webContents } = view;
      const { id } = webContents;
      lockContents(webContents, start, onKeptBack);
      window.putBehind(view);
      let loaded = false;
      let fail: (failure: ViewFailure) => void = () => undefined;
      const failed = new Promise<ViewFailure>((resolve) => {
        fail = resolve;
      });
      watchFailures(webContents, (failure) => {
        if (ending.has(id)) return;
        if (loaded) onFailure(id, failure);
        else fail(failure);
      });
      const cancel = after(FIRST_PAINT_MS, () => fail('no-first-paint'));
      const outcome = await Promise.race([
        failed,
        webContents.loadURL(start).then(
          () => 'loaded' as const,
          () => 'load-failed' as const,
        ),
      ]);
      cancel();
      if (outcome !== 'loaded') {
        await close(id, view);
        ending.delete(id);
        throw new Error(`A page could not be made: ${outcome}.`);
      }
      loaded = true;
      open.set(id, { view, session });
      return {
        id,
        target: {
          isDestroyed: () => webContents.isDestroyed(),
          send: (channel, event) => webContents.send(channel, event),
        },
      };
    },
    show({ id }) {
      const kept = open.get(id);
      if (kept !== undefined) window.show(kept.view);
    },
    async close({ id }) {
      const kept = open.get(id);
      if (kept !== undefined) await close(id, kept.view);
    },
    sessionOf: ({ id }) => open.get(id)?.session,
    forget({ id }) {
      open.delete(id);
      ending.delete(id);
    },
    current: () => window.current(),
  };
}
