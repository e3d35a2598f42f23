/** Ways out of the page that no request shows: the host holds the others. */
import type { PageKeptBack } from './names.ts';

/** Constructors and functions that the kiosk's pages have no use for, and that lead to the network or to the machine. */
const REMOVED = [
  'RTCPeerConnection',
  'webkitRTCPeerConnection',
  'WebTransport',
  'WebSocket',
  'WebSocketStream',
  'EventSource',
  'PresentationRequest',
  'PaymentRequest',
  'Notification',
  'SharedWorker',
  'documentPictureInPicture',
  'showOpenFilePicker',
  'showSaveFilePicker',
  'showDirectoryPicker',
  'queryLocalFonts',
] as const;

const fixed = (target: object, name: string, value: unknown) =>
  Object.defineProperty(target, name, { value, writable: false, configurable: false, enumerable: false });

export function lockPage(page: Window, onKeptBack: (what: PageKeptBack) => void): void {
  for (const name of REMOVED) fixed(page, name, undefined);
  fixed(page, 'print', () => undefined);
  fixed(page, 'open', () => {
    onKeptBack('window');
    return null;
  });
  // Also those that make no request: about:blank, other schemes, a form's. The page's own router stays within the document.
  page.navigation.addEventListener('navigate', (event) => {
    if (event.destination.sameDocument || event.navigationType === 'reload' || !event.cancelable) return;
    event.preventDefault();
    onKeptBack('navigation');
  });
}
