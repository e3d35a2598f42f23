/** Where a page of the kiosk may go: nowhere (S8; items 13 to 15 of Electron's list). It moves by its own router, which is no navigation. */
import { isOwnPage } from './permissions.ts';

interface Preventable {
  preventDefault(): void;
}

interface NavigationDetails extends Preventable {
  readonly url: string;
  readonly isMainFrame?: boolean;
}

/** What of a page's contents can lead elsewhere. */
export interface NavigationHost {
  // One signature for each, as in Electron's typings: a union of names fits none of theirs.
  on(event: 'will-navigate', listener: (details: NavigationDetails) => void): unknown;
  on(event: 'will-frame-navigate', listener: (details: NavigationDetails) => void): unknown;
  on(event: 'will-redirect', listener: (details: NavigationDetails) => void): unknown;
  on(event: 'will-attach-webview', listener: (event: Preventable) => void): unknown;
  setWindowOpenHandler(handler: () => { readonly action: 'deny' }): void;
}

/**
 * What of the app asks for a sign-in. The app's events and not a page's: since Electron 44 they also come for requests of the shell's own, without
 * contents.
 */
export interface SignInHost {
  on(
    event: 'select-client-certificate',
    listener: (
      event: Preventable,
      contents: unknown,
      url: string,
      list: readonly unknown[],
      callback: () => void,
    ) => void,
  ): unknown;
  on(
    event: 'login',
    listener: (
      event: Preventable,
      contents: unknown,
      details: unknown,
      info: unknown,
      callback: () => void,
    ) => void,
  ): unknown;
}

/** What of a session brings files onto the machine. */
export interface DownloadHost {
  on(event: 'will-download', listener: (event: Preventable, item: { cancel(): void }) => void): unknown;
}

/** Which attempt was kept back: never where it led, since an address may hold what somebody wrote. */
export type KeptBack =
  | 'navigation'
  | 'frame-navigation'
  | 'redirect'
  | 'window'
  | 'webview'
  | 'client-certificate'
  | 'login';

/**
 * Keeps a page where it is. A reload of its own first page is let through, because that is how a page is started over.
 * @param start address of the kiosk's first page
 */
export function lockNavigation(
  contents: NavigationHost,
  start: string,
  onKeptBack: (what: KeptBack) => void = () => undefined,
): void {
  const isStart = (url: string) =>
    isOwnPage(url, start) && new URL(url).pathname === new URL(start).pathname && new URL(url).search === '';
  const keep = (what: KeptBack) => (event: Preventable) => {
    event.preventDefault();
    onKeptBack(what);
  };
  contents.on('will-navigate', (details) => {
    if (!isStart(details.url)) keep('navigation')(details);
  });
  contents.on('will-frame-navigate', (details) => {
    if (details.isMainFrame !== true || !isStart(details.url)) keep('frame-navigation')(details);
  });
  contents.on('will-redirect', keep('redirect'));
  contents.on('will-attach-webview', keep('webview'));
  contents.setWindowOpenHandler(() => {
    onKeptBack('window');
    return { action: 'deny' };
  });
}

/** Nobody signs in to anything here: a dialog of the system's would stand above the kiosk. */
export function lockSignIns(
  app: SignInHost,
  onKeptBack: (what: Extract<KeptBack, 'client-certificate' | 'login'>) => void = () => undefined,
): void {
  app.on('select-client-certificate', (event, _contents, _url, _list, callback) => {
    event.preventDefault();
    onKeptBack('client-certificate');
    callback();
  });
  app.on('login', (event, _contents, _details, _info, callback) => {
    event.preventDefault();
    onKeptBack('login');
    callback();
  });
}

/** Nothing is ever downloaded: what a patient may keep goes to their phone or to the printer. */
export function lockDownloads(session: DownloadHost, onKeptBack: () => void = () => undefined): void {
  session.on('will-download', (event, item) => {
    event.preventDefault();
    item.cancel();
    onKeptBack();
  });
}
