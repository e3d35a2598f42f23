/** The one window, over the whole of the first display: no frame, no menu, above everything, and closed by nobody but the shell (K2). */
import type { KeptBack } from '../host.ts';
import type { ElectronPieces, ViewPiece, WindowOptions, WindowPiece } from './pieces.ts';

export interface ExitToken {
  /** Whether the shell itself has decided to end. Every other close is prevented. */
  given(): boolean;
  give(): void;
}

export function createExitToken(): ExitToken {
  let given = false;
  return {
    given: () => given,
    give() {
      given = true;
    },
  };
}

/** What both the kiosk's window and the covers are made with. */
export const BARE_WINDOW = Object.freeze({
  show: false,
  frame: false,
  fullscreen: true,
  autoHideMenuBar: true,
  backgroundColor: '#000000',
  title: '',
  minimizable: false,
  maximizable: false,
  movable: false,
  resizable: false,
  skipTaskbar: true,
} as const satisfies WindowOptions);

/** Alt+F4, the window menu and whatever else asks a window to close. */
export function guardWindow<View>(
  window: WindowPiece<View>,
  exit: ExitToken,
  onKeptBack: (what: KeptBack) => void,
): void {
  window.on('close', (event) => {
    if (exit.given()) return;
    event.preventDefault();
    onKeptBack('close');
  });
  window.on('system-context-menu', (event) => event.preventDefault());
  // Buttons of a mouse and of a keyboard that go back and forth.
  window.on('app-command', (event) => event.preventDefault());
  window.setMenu(null);
  // No picture of the screen by another program; Windows and macOS know how.
  window.setContentProtection(true);
  window.setAlwaysOnTop(true, 'screen-saver');
}

export interface KioskWindow<View> {
  /**
   * Puts a page under the one that is seen, as large as that: in no window at all it would never paint, and the watchdog waits for its first
   * paint before anybody sees it.
   */
  putBehind(view: View): void;
  /** In the place of what was there. */
  show(view: View): void;
  /** Nothing of it is on the screen any more. */
  remove(view: View): void;
  /** What is shown now. */
  current(): View | undefined;
}

export function createKioskWindow<View extends ViewPiece>(
  { BaseWindow }: { readonly BaseWindow: ElectronPieces<View>['BaseWindow'] },
  exit: ExitToken,
  onKeptBack: (what: KeptBack) => void,
): KioskWindow<View> {
  const window = new BaseWindow({ ...BARE_WINDOW, kiosk: true });
  let shown: View | undefined;

  const held = new Set<View>();
  function layOut(): void {
    if (window.isDestroyed()) return;
    const { width, height } = window.getContentBounds();
    for (const view of held) view.setBounds({ x: 0, y: 0, width, height });
  }

  guardWindow(window, exit, onKeptBack);
  window.on('resize', layOut);
  window.on('minimize', () => window.restore());
  window.on('leave-full-screen', () => {
    if (exit.given()) return;
    window.setKiosk(true);
    window.setFullScreen(true);
  });
  window.show();

  function remove(view: View): void {
    if (shown === view) shown = undefined;
    held.delete(view);
    if (!window.isDestroyed()) window.contentView.removeChildView(view);
  }

  return {
    putBehind(view) {
      window.contentView.addChildView(view, 0);
      held.add(view);
      layOut();
      view.setVisible(true);
    },
    show(view) {
      const before = shown;
      if (before === view) return;
      window.contentView.addChildView(view);
      shown = view;
      held.add(view);
      layOut();
      view.setVisible(true);
      view.webContents.focus();
      if (before !== undefined) remove(before);
    },
    remove,
    current: () => shown,
  };
}
