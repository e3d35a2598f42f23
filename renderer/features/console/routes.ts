import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../shell/routes/root-route.ts';

const screen = (name: keyof typeof import('./screens.ts')) =>
  lazyRouteComponent(async () => (await import('./screens.ts'))[name]());

const consoleRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/console/$vendor',
  staticData: { title: 'title.console', writing: true },
  loader: ({ context }) => context.loadTexts('console', 'form'),
  component: screen('frame'),
});

const inbox = createRoute({
  getParentRoute: () => consoleRoute,
  path: '/',
  component: screen('inbox'),
});

const caseView = createRoute({
  getParentRoute: () => consoleRoute,
  path: 'cases/$caseId',
  loader: ({ context }) => context.loadTexts('decide'),
  component: screen('caseView'),
});

const floodView = createRoute({
  getParentRoute: () => consoleRoute,
  path: 'floods/$caseId',
  component: screen('flood'),
});

const today = createRoute({
  getParentRoute: () => consoleRoute,
  path: 'today',
  component: screen('today'),
});

const kiosks = createRoute({
  getParentRoute: () => consoleRoute,
  path: 'kiosks',
  component: screen('kiosks'),
});

const outbox = createRoute({
  getParentRoute: () => consoleRoute,
  path: 'outbox',
  loader: ({ context }) => context.loadTexts('outbox'),
  component: screen('outbox'),
});

const patients = createRoute({
  getParentRoute: () => consoleRoute,
  path: 'patients',
  loader: ({ context }) => context.loadTexts('patients'),
});

const patientSearch = createRoute({
  getParentRoute: () => patients,
  path: '/',
  component: screen('patients'),
});

const patient = createRoute({
  getParentRoute: () => patients,
  path: '$patientId',
  component: screen('patient'),
});

const orders = createRoute({
  getParentRoute: () => consoleRoute,
  path: 'orders',
  loader: ({ context }) => context.loadTexts('order-desk', 'decide'),
});

const orderList = createRoute({
  getParentRoute: () => orders,
  path: '/',
  component: screen('orders'),
});

const order = createRoute({
  getParentRoute: () => orders,
  path: '$orderId',
  component: screen('order'),
});

const slip = createRoute({
  getParentRoute: () => orders,
  path: '$orderId/slip',
  component: screen('slip'),
});

export const consolePages = consoleRoute.addChildren([
  inbox,
  caseView,
  floodView,
  today,
  kiosks,
  outbox,
  orders.addChildren([orderList, order, slip]),
  patients.addChildren([patientSearch, patient]),
]);
