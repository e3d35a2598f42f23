import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../shell/routes/root-route.ts';

export const rates = createRoute({
  getParentRoute: () => rootRoute,
  path: '/discovery/rates',
  staticData: { title: ['rates', 'title'] },
  loader: ({ context }) => context.loadTexts('discovery', 'rates'),
  component: lazyRouteComponent(() => import('./screens/rates-screen.tsx'), 'RatesScreen'),
});
