import { createRoute, lazyRouteComponent, notFound } from '@tanstack/react-router';
import { NotFoundScreen } from '../../shell/routes/root-route.ts';
import { vendorRoute } from '../../shell/routes/vendor-route.ts';

const questionnaireRoute = createRoute({
  getParentRoute: () => vendorRoute,
  path: 'questionnaire/$questionnaire',
  beforeLoad: ({ context, params }) => {
    if (!context.bootstrap.pack?.questionnaires.some(({ slug }) => slug === params.questionnaire))
      notFound({ throw: true });
  },
  loader: ({ context }) =>
    Promise.all([context.loadPack(), context.loadTexts('flow', 'form', 'safety', 'emergency')]),
  component: lazyRouteComponent(() => import('./screens/run/questionnaire-frame.tsx'), 'QuestionnaireFrame'),
  notFoundComponent: NotFoundScreen,
});

const landing = createRoute({
  getParentRoute: () => questionnaireRoute,
  path: '/',
  staticData: { title: 'title.landing', reading: true },
  loader: ({ context }) => context.loadTexts('welcome'),
  component: lazyRouteComponent(() => import('./screens/landing/landing-screen.tsx'), 'LandingScreen'),
});

const welcome = createRoute({
  getParentRoute: () => questionnaireRoute,
  path: 'welcome',
  staticData: { title: 'title.welcome', writing: true },
  loader: ({ context }) => context.loadTexts('welcome'),
  component: lazyRouteComponent(() => import('./screens/welcome/welcome-screen.tsx'), 'WelcomeScreen'),
});

const consultation = createRoute({
  getParentRoute: () => questionnaireRoute,
  path: 'consultation',
  staticData: { title: 'title.consultation', writing: true },
  component: lazyRouteComponent(
    () => import('./screens/consultation/consultation-screen.tsx'),
    'ConsultationScreen',
  ),
});

const success = createRoute({
  getParentRoute: () => questionnaireRoute,
  path: 'success',
  staticData: { title: 'title.success' },
  loader: ({ context }) => context.loadTexts('sent'),
  component: lazyRouteComponent(() => import('./screens/sent/success-screen.tsx'), 'SuccessScreen'),
});

export const questionnaire = questionnaireRoute.addChildren([landing, welcome, consultation, success]);
