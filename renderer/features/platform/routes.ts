import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../shell/routes/root-route.ts';

export const platformHome = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  staticData: { title: 'title.platform' },
  component: lazyRouteComponent(() => import('./platform-home.tsx'), 'PlatformHome'),
});
