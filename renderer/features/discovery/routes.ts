import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../shell/routes/root-route.ts';

export const discovery = createRoute({
  getParentRoute: () => rootRoute,
  path: '/discovery',
  staticData: { title: ['search', 'title'] },
  loader: ({ context }) => context.loadTexts('discovery', 'search'),
  component: lazyRouteComponent(() => import('./search/search-screen.tsx'), 'SearchScreen'),
});
