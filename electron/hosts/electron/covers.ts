/**
 * A black window on every further display (K3), so that nothing of the desk's is seen or reached there. A cover has no page at all: there is nothing in
 * it to attack.
 */
import type { KeptBack } from '../host.ts';
import { BARE_WINDOW, type ExitToken, guardWindow } from './kiosk-window.ts';
import type { ElectronPieces, Rectangle, ScreenPiece, ViewPiece, WindowPiece } from './pieces.ts';

const sameBounds = (one: Rectangle, other: Rectangle) =>
  one.x === other.x && one.y === other.y && one.width === other.width && one.height === other.height;

/** Lays them out now and whenever a display comes, goes or changes. */
export function coverOtherDisplays<View extends ViewPiece>(
  {
    BaseWindow,
    screen,
  }: { readonly BaseWindow: ElectronPieces<View>['BaseWindow']; readonly screen: ScreenPiece },
  exit: ExitToken,
  onKeptBack: (what: KeptBack) => void,
): void {
  const covers = new Map<number, { readonly window: WindowPiece<View>; readonly bounds: Rectangle }>();

  function layOut(): void {
    const primary = screen.getPrimaryDisplay().id;
    const others = screen.getAllDisplays().filter(({ id }) => id !== primary);
    for (const [id, { window }] of covers) {
      if (others.some((display) => display.id === id)) continue;
      covers.delete(id);
      window.destroy();
    }
    for (const { id, bounds } of others) {
      const cover = covers.get(id);
      if (cover !== undefined && sameBounds(cover.bounds, bounds)) continue;
      if (cover !== undefined) {
        cover.window.setBounds(bounds);
        covers.set(id, { window: cover.window, bounds });
        continue;
      }
      // It never takes the keyboard from the kiosk's own window.
      const window = new BaseWindow({ ...BARE_WINDOW, ...bounds, focusable: false });
      guardWindow(window, exit, onKeptBack);
      window.show();
      covers.set(id, { window, bounds });
    }
  }

  layOut();
  screen.on('display-added', layOut);
  screen.on('display-removed', layOut);
  screen.on('display-metrics-changed', layOut);
}
