/** The route table: every address of the product, each with its screen in a chunk of its own. */
import {
  createRootRouteWithContext,
  createRoute,
  lazyRouteComponent,
  notFound,
} from '@tanstack/react-router';
import type { RouteContext } from '../shell/routes/route-context.ts';
import { RootFrame } from './root-frame.tsx';

const NotFoundScreen = lazyRouteComponent(
  () => import('../shell/not-found/not-found-screen.tsx'),
  'NotFoundScreen',
);

const rootRoute = createRootRouteWithContext<RouteContext>()({
  component: RootFrame,
  notFoundComponent: NotFoundScreen,
});

const platformHome = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  staticData: { title: 'title.platform' },
  component: lazyRouteComponent(() => import('../features/platform/platform-home.tsx'), 'PlatformHome'),
});

const vendorRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/connect/$vendor',
  beforeLoad: ({ context, params }) => {
    // Theme, manifest and worker belong to a page: links into another vendor's space are plain addresses, so that a vendor
    // who isn't this page's is one whom the server doesn't know.
    if (context.bootstrap.pack?.slug !== params.vendor) notFound({ throw: true });
  },
  notFoundComponent: NotFoundScreen,
});

const vendorHome = createRoute({
  getParentRoute: () => vendorRoute,
  path: '/',
  staticData: { title: 'title.home' },
  component: lazyRouteComponent(() => import('../features/home/vendor-home.tsx'), 'VendorHome'),
});

const legal = createRoute({
  getParentRoute: () => vendorRoute,
  path: '$legal',
  staticData: { title: 'title.legal' },
  beforeLoad: ({ context, params }) => {
    if (!context.bootstrap.pack?.legal.some(({ slug }) => slug === params.legal)) notFound({ throw: true });
  },
  component: lazyRouteComponent(() => import('../features/legal/legal-screen.tsx'), 'LegalScreen'),
});

const handedOver = createRoute({
  getParentRoute: () => vendorRoute,
  path: 'continue',
  staticData: { title: 'title.handedOver', writing: true },
  loader: ({ context }) => context.loadTexts('hand-off', 'welcome'),
  component: lazyRouteComponent(() => import('../features/hand-off/continue-screen.tsx'), 'ContinueScreen'),
});

const questionnaireRoute = createRoute({
  getParentRoute: () => vendorRoute,
  path: 'questionnaire/$questionnaire',
  beforeLoad: ({ context, params }) => {
    if (!context.bootstrap.pack?.questionnaires.some(({ slug }) => slug === params.questionnaire))
      notFound({ throw: true });
  },
  loader: ({ context }) => context.loadTexts('flow', 'form', 'safety'),
  component: lazyRouteComponent(
    () => import('../features/intake/screens/run/questionnaire-frame.tsx'),
    'QuestionnaireFrame',
  ),
  notFoundComponent: NotFoundScreen,
});

const landing = createRoute({
  getParentRoute: () => questionnaireRoute,
  path: '/',
  staticData: { title: 'title.landing' },
  loader: ({ context }) => context.loadTexts('welcome'),
  component: lazyRouteComponent(
    () => import('../features/intake/screens/landing/landing-screen.tsx'),
    'LandingScreen',
  ),
});

const welcome = createRoute({
  getParentRoute: () => questionnaireRoute,
  path: 'welcome',
  staticData: { title: 'title.welcome', writing: true },
  loader: ({ context }) => context.loadTexts('welcome'),
  component: lazyRouteComponent(
    () => import('../features/intake/screens/welcome/welcome-screen.tsx'),
    'WelcomeScreen',
  ),
});

const consultation = createRoute({
  getParentRoute: () => questionnaireRoute,
  path: 'consultation',
  staticData: { title: 'title.consultation', writing: true },
  component: lazyRouteComponent(
    () => import('../features/intake/screens/consultation/consultation-screen.tsx'),
    'ConsultationScreen',
  ),
});

const success = createRoute({
  getParentRoute: () => questionnaireRoute,
  path: 'success',
  staticData: { title: 'title.success' },
  loader: ({ context }) => context.loadTexts('sent'),
  component: lazyRouteComponent(
    () => import('../features/intake/screens/sent/success-screen.tsx'),
    'SuccessScreen',
  ),
});

const consoleRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/console/$vendor',
  staticData: { title: 'title.console', writing: true },
  loader: ({ context }) => context.loadTexts('console', 'form'),
  component: lazyRouteComponent(() => import('../features/console/frame/console-frame.tsx'), 'ConsoleFrame'),
});

const inbox = createRoute({
  getParentRoute: () => consoleRoute,
  path: '/',
  component: lazyRouteComponent(() => import('../features/console/inbox/inbox-screen.tsx'), 'InboxScreen'),
});

const caseView = createRoute({
  getParentRoute: () => consoleRoute,
  path: 'cases/$caseId',
  component: lazyRouteComponent(() => import('../features/console/case/case-screen.tsx'), 'CaseScreen'),
});

const floodView = createRoute({
  getParentRoute: () => consoleRoute,
  path: 'floods/$caseId',
  component: lazyRouteComponent(() => import('../features/console/inbox/flood-screen.tsx'), 'FloodScreen'),
});

const today = createRoute({
  getParentRoute: () => consoleRoute,
  path: 'today',
  component: lazyRouteComponent(() => import('../features/console/day/today-screen.tsx'), 'TodayScreen'),
});

const kiosks = createRoute({
  getParentRoute: () => consoleRoute,
  path: 'kiosks',
  component: lazyRouteComponent(() => import('../features/console/kiosk/kiosks-screen.tsx'), 'KiosksScreen'),
});

export const routeTree = rootRoute.addChildren([
  platformHome,
  vendorRoute.addChildren([
    vendorHome,
    handedOver,
    legal,
    questionnaireRoute.addChildren([landing, welcome, consultation, success]),
  ]),
  consoleRoute.addChildren([inbox, caseView, floodView, today, kiosks]),
]);
