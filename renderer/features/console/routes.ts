import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../shell/routes/root-route.ts';

const consoleRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/console/$vendor',
  staticData: { title: 'title.console', writing: true },
  loader: ({ context }) => context.loadTexts('console', 'form'),
  component: lazyRouteComponent(() => import('./frame/console-frame.tsx'), 'ConsoleFrame'),
});

const inbox = createRoute({
  getParentRoute: () => consoleRoute,
  path: '/',
  component: lazyRouteComponent(() => import('./inbox/inbox-screen.tsx'), 'InboxScreen'),
});

const caseView = createRoute({
  getParentRoute: () => consoleRoute,
  path: 'cases/$caseId',
  component: lazyRouteComponent(() => import('./case/case-screen.tsx'), 'CaseScreen'),
});

const floodView = createRoute({
  getParentRoute: () => consoleRoute,
  path: 'floods/$caseId',
  component: lazyRouteComponent(() => import('./inbox/flood-screen.tsx'), 'FloodScreen'),
});

const today = createRoute({
  getParentRoute: () => consoleRoute,
  path: 'today',
  component: lazyRouteComponent(() => import('./day/today-screen.tsx'), 'TodayScreen'),
});

const kiosks = createRoute({
  getParentRoute: () => consoleRoute,
  path: 'kiosks',
  component: lazyRouteComponent(() => import('./kiosk/kiosks-screen.tsx'), 'KiosksScreen'),
});

export const consolePages = consoleRoute.addChildren([inbox, caseView, floodView, today, kiosks]);
