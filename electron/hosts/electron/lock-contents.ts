/** Everything that keeps one page where it is and people out of the browser around it (K1, S8). Called for every page the shell makes. */

import { lockKeys } from '../../policy/keys.ts';
import { lockNavigation } from '../../policy/navigation.ts';
import type { KeptBack } from '../host.ts';
import type { ContentsPiece } from './pieces.ts';

/** @param start address of the page's own document: a reload of it is let through */
export function lockContents(
  contents: ContentsPiece,
  start: string,
  onKeptBack: (what: KeptBack) => void,
): void {
  lockKeys(contents, () => onKeptBack('key'));
  lockNavigation(contents, start, onKeptBack);
  contents.on('context-menu', (event) => event.preventDefault());
  contents.on('before-mouse-event', (event, { button }) => {
    // The buttons on a mouse's side go back and forth, and the middle one opens windows.
    if (button === 'back' || button === 'forward' || button === 'middle') event.preventDefault();
  });
  // Control and the wheel; text grows by the kiosk's own setting.
  contents.on('zoom-changed', (event) => {
    event.preventDefault();
    contents.setZoomFactor(1);
  });
  contents.setIgnoreMenuShortcuts(true);
  contents.setZoomFactor(1);
  // Rejects where the page is gone before it was made.
  contents.setVisualZoomLevelLimits(1, 1).catch(() => undefined);
}
