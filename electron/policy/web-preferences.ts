/**
 * The one set of preferences that every window and view of the kiosk is made with (S1, S10). Nothing is left to a default: what
 * Electron changes in a later version must not change a kiosk.
 */

/** @param preload absolute path of the one bundled preload script. */
export interface KioskWebPreferences {
  readonly sandbox: true;
  readonly contextIsolation: true;
  readonly nodeIntegration: false;
  readonly nodeIntegrationInWorker: false;
  readonly nodeIntegrationInSubFrames: false;
  readonly webSecurity: true;
  readonly allowRunningInsecureContent: false;
  readonly experimentalFeatures: false;
  readonly webviewTag: false;
  readonly plugins: false;
  readonly spellcheck: false;
  readonly disableDialogs: true;
  readonly navigateOnDragDrop: false;
  readonly safeDialogs: true;
  readonly autoplayPolicy: 'document-user-activation-required';
  readonly disableBlinkFeatures: 'Auxclick';
  readonly backgroundThrottling: false;
  readonly enableWebSQL: false;
  readonly devTools: boolean;
}

const LOCKED = Object.freeze({
  sandbox: true,
  contextIsolation: true,
  nodeIntegration: false,
  nodeIntegrationInWorker: false,
  nodeIntegrationInSubFrames: false,
  webSecurity: true,
  allowRunningInsecureContent: false,
  experimentalFeatures: false,
  webviewTag: false,
  plugins: false,
  // Electron would fetch dictionaries from elsewhere, and keep the words that were typed.
  spellcheck: false,
  disableDialogs: true,
  navigateOnDragDrop: false,
  safeDialogs: true,
  autoplayPolicy: 'document-user-activation-required',
  // The middle button opens windows.
  disableBlinkFeatures: 'Auxclick',
  // A kiosk's timers (idle, heartbeat) must run however the compositor sees its window.
  backgroundThrottling: false,
  enableWebSQL: false,
  devTools: false,
} as const satisfies KioskWebPreferences);

/** What a kiosk in a clinic runs with. */
export const webPreferences: KioskWebPreferences = LOCKED;

/** The same for somebody who works on it: only the developer tools differ. */
export const developmentWebPreferences: KioskWebPreferences = Object.freeze({ ...LOCKED, devTools: true });

/** What one view adds to the set: whose page it is, and what that page may call. */
export interface OwnPreferences<Session> {
  readonly session: Session;
  /** Absolute path of the one bundled preload script; absent for a page that calls nobody (a receipt). */
  readonly preload?: string;
}
export type ViewPreferences<Session = unknown> = KioskWebPreferences & OwnPreferences<Session>;

/**
 * The only way to the preferences of a view: a test over the syntax tree holds every `new WebContentsView` to it.
 *
 * @param development whether the developer tools may be opened; never in a package
 */
export function viewPreferences<Session>(
  { session, preload }: OwnPreferences<Session>,
  development: boolean,
): ViewPreferences<Session> {
  return Object.freeze({
    ...(development ? developmentWebPreferences : webPreferences),
    session,
    ...(preload === undefined ? {} : { preload }),
  });
}
