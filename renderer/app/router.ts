import { createRouter, type RouterHistory } from '@tanstack/react-router';
import type { PackSource } from '../device/provider/pack-source.ts';
import { isLanguage, type MessageStore } from '../i18n/index.ts';
import type { Bootstrap } from '../shell/bootstrap/bootstrap.ts';
import { PendingScreen } from '../shell/pending-screen.tsx';
import { ErrorScreen } from './error-screen.tsx';
import { routeTree } from './routes.ts';

export interface RouterDependencies {
  readonly bootstrap: Bootstrap;
  readonly messages: MessageStore;
  /** In a vendor's space. */
  readonly packs?: Pick<PackSource, 'whole'> | undefined;
  /** The browser's own unless a test brings one in memory. */
  readonly history?: RouterHistory;
}

export function createAppRouter({ bootstrap, messages, packs, history }: RouterDependencies) {
  return createRouter({
    routeTree,
    ...(history ? { history } : {}),
    context: {
      bootstrap,
      async loadTexts(...areas) {
        const { lang } = document.documentElement;
        const language = isLanguage(lang) ? lang : bootstrap.language;
        await Promise.all(areas.map((area) => messages.load(area, language)));
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
    scrollRestoration: true,
  });
}

export type AppRouter = ReturnType<typeof createAppRouter>;

declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouter;
  }
}
