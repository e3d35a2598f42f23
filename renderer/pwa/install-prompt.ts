/** How this browser puts a vendor's app on the home screen. */

export type InstallWay =
  /** The browser offers it: {@link InstallPrompt.prompt}. */
  | 'prompt'
  /** iPhone and iPad: there is no offer, only "Share, Add to Home Screen", which the screen explains with pictures. */
  | 'ios-steps'
  /** This page runs as an installed app. */
  | 'installed'
  /** Nothing is known (yet). */
  | 'none';

export interface InstallPrompt {
  way(): InstallWay;
  /** Shows the browser's dialog; `unavailable` where there is none to show. */
  prompt(): Promise<'accepted' | 'dismissed' | 'unavailable'>;
  subscribe(listener: (way: InstallWay) => void): () => void;
  stop(): void;
}

/** Chromium's event (not a standard). */
interface BeforeInstallPromptEvent extends Event {
  prompt(): Promise<{ readonly outcome: 'accepted' | 'dismissed' }>;
}

declare global {
  interface Window {
    /** Kept by a page whose scripts came after the offer: see `sync/server/web/late-scripts.ts`. */
    readonly installOffer?: BeforeInstallPromptEvent;
  }
}

function isInstallEvent(event: Event): event is BeforeInstallPromptEvent {
  return 'prompt' in event && typeof event.prompt === 'function';
}

/** iPadOS calls itself a Macintosh, and no Macintosh has a touch screen. */
export function isIos(browser: Pick<Navigator, 'userAgent' | 'maxTouchPoints'>): boolean {
  return (
    /iPhone|iPad|iPod/.test(browser.userAgent) ||
    (/Macintosh/.test(browser.userAgent) && browser.maxTouchPoints > 1)
  );
}

/** Listens from now on: create it before the first paint, the browser offers only once. */
export function createInstallPrompt(page: Window): InstallPrompt {
  const listeners = new Set<(way: InstallWay) => void>();
  const stopping = new AbortController();
  let offer = page.installOffer;
  let installed = page.matchMedia('(display-mode: standalone), (display-mode: fullscreen)').matches;

  const way = (): InstallWay => {
    if (installed) return 'installed';
    if (offer) return 'prompt';
    return isIos(page.navigator) ? 'ios-steps' : 'none';
  };
  const tell = () => {
    for (const listener of listeners) listener(way());
  };
  page.addEventListener(
    'beforeinstallprompt',
    (event) => {
      if (!isInstallEvent(event)) return;
      // Otherwise the browser shows its own bar, over the form.
      event.preventDefault();
      offer = event;
      tell();
    },
    { signal: stopping.signal },
  );
  page.addEventListener(
    'appinstalled',
    () => {
      installed = true;
      offer = undefined;
      tell();
    },
    { signal: stopping.signal },
  );

  return {
    way,
    async prompt() {
      const shown = offer;
      if (!shown) return 'unavailable';
      // The event can be used once.
      offer = undefined;
      const { outcome } = await shown.prompt();
      tell();
      return outcome;
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    stop: () => stopping.abort(),
  };
}
