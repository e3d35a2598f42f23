/** The entry: reads what the server wrote into the page, puts the parts together and shows the first screen. */
import type { AnyRouteMatch } from '@tanstack/react-router';
import { StrictMode, startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import type { Language } from '../../sync/domain/languages.ts';
import '../design/base.css';
import { createPackSource } from '../device/provider/pack-source.ts';
import { createPlatformSession } from '../device/provider/platform-session.ts';
import { createMessageStore } from '../i18n/index.ts';
import { createInstallPrompt } from '../pwa/install-prompt.ts';
import { readBootstrap } from '../shell/bootstrap/bootstrap.ts';
import { App } from './app.tsx';
import { canonicalPath } from './canonical-address.ts';
import { type AppRouter, createAppRouter } from './router.ts';
import './first-screens.ts';

const { pathname, search, hash } = window.location;
if (canonicalPath(pathname) !== pathname)
  window.history.replaceState(null, '', `${canonicalPath(pathname)}${search}${hash}`);

// The browser makes its offer once, early, whether or not anybody listens.
const install = createInstallPrompt(window);
const written = readBootstrap(document, navigator.languages);
const { pack, scope, packLanguage } = written;
/** Of the screen that the server has written. */
const screenLanguage = packLanguage ?? written.screenLanguage;
const packs =
  pack && (scope === 'vendor' || scope === 'embed')
    ? createPackSource({ inPage: pack, isWhole: packLanguage === undefined })
    : undefined;
// Not in the console, which keeps nothing of a patient.
const session =
  packs &&
  createPlatformSession(packs.current(), async (...space) =>
    (await import('../device/browser/load-platform.ts')).loadPlatform(...space),
  );

/** Offline the page is one that was stored in another language: without the whole pack it stays in that one. */
async function readableLanguage(): Promise<Language> {
  if (packLanguage === undefined || packLanguage === written.language) return written.language;
  const whole = await packs?.whole().catch(() => undefined);
  return whole ? written.language : packLanguage;
}

/** What this address shows travels while the rest is put together; where somebody writes, the device's store with it. */
function loadAhead(router: AppRouter): void {
  const { pathname, search } = router.latestLocation;
  router.preloadRoute({ to: pathname as '/', search }).catch(() => undefined);
  const matches: readonly AnyRouteMatch[] = router.matchRoutes(pathname, search);
  if (matches.some(({ staticData }) => staticData.writing)) void session?.platform().catch(() => undefined);
}

async function start(host: HTMLElement): Promise<void> {
  const bootstrap = { ...written, language: await readableLanguage() };
  // In another task, so that a tap in between is answered: the modules have just been evaluated, and the router takes as long again.
  await new Promise((resolve) => setTimeout(resolve));
  const messages = createMessageStore();
  // Every screen needs these two: they travel while the rest is put together. A failure is met again by the screen that reads them.
  const texts = Promise.allSettled([
    messages.load('shell', bootstrap.language),
    messages.load('design', bootstrap.language),
  ]);
  // Also where a sign-in elsewhere returns to, with a vendor's page.
  const pages = pathname.startsWith('/connect/') ? undefined : await import('./page-routes.ts');
  const router = createAppRouter({ bootstrap, messages, packs, pages });
  // Where it can't be fetched when the store is due, nobody waits.
  const whenDue = (open: () => void) =>
    void import('./store-start.ts').then((due) => due.whenStoreIsDue(router, open, pack), open);
  const space = packs && session && { packs, session, whenDue };
  const app = (
    <StrictMode>
      <App {...{ bootstrap, messages, router, space, install }} />
    </StrictMode>
  );
  if (!host.hasChildNodes() || bootstrap.language !== screenLanguage) {
    loadAhead(router);
    return createRoot(host).render(app);
  }
  // The server has written this screen, and it is painted by now: it shows until everything is there to take it over as it is.
  router.ssr = { manifest: undefined };
  await Promise.all([texts, router.load()]);
  // In slices, so that a tap in between is answered.
  startTransition(() => void hydrateRoot(host, app));
}

const host = document.getElementById('app');
if (host) void start(host);
