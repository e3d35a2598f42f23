import { createRouter, type RouterHistory } from '@tanstack/react-router';
import type { PackSource } from '../device/provider/pack-source.ts';
import { isLanguage, type MessageStore } from '../i18n/index.ts';
import type { Bootstrap } from '../shell/bootstrap/bootstrap.ts';
import { PendingScreen } from '../shell/pending-screen.tsx';
import { ErrorScreen } from './error-screen.tsx';
import type * as Pages from './page-routes.ts';
import { routeTreeWith } from './routes.ts';

export interface RouterDependencies {
  readonly bootstrap: Bootstrap;
  readonly messages: MessageStore;
  /** In a vendor's space. */
  readonly packs?: Pick<PackSource, 'whole'> | undefined;
  /** Outside of the vendors' spaces: where the document isn't a vendor's. */
  readonly pages?: typeof Pages | undefined;
  /** The browser's own, unless a test or a server brings one in memory. */
  readonly history?: RouterHistory;
  readonly fetch?: typeof globalThis.fetch;
}

export function createAppRouter({
  bootstrap,
  messages,
  packs,
  pages,
  history,
  fetch = globalThis.fetch.bind(globalThis),
}: RouterDependencies) {
  const isServer = typeof document === 'undefined';
  const language = () => {
    const lang = isServer ? bootstrap.language : document.documentElement.lang;
    return isLanguage(lang) ? lang : bootstrap.language;
  };
  return createRouter({
    routeTree: routeTreeWith(pages),
    ...(history ? { history } : {}),
    context: {
      bootstrap,
      language,
      fetch,
      async loadTexts(...areas) {
        await Promise.all(areas.map((area) => messages.load(area, language())));
      },
      async loadPack() {
        await packs?.whole();
      },
    },
    trailingSlash: 'preserve',
    defaultPreload: 'intent',
    defaultPendingMs: 300,
    // A skeleton that stays for the sake of calm would hold back what is there already.
    defaultPendingMinMs: 0,
    defaultPendingComponent: PendingScreen,
    defaultErrorComponent: ErrorScreen,
    // On a server it would be a script in the page.
    scrollRestoration: !isServer,
  });
}

export type AppRouter = ReturnType<typeof createAppRouter>;

declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouter;
  }
}
