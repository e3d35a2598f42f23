import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../shell/routes/root-route.ts';

export const platformHome = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  staticData: { title: 'title.platform' },
  loader: ({ context }) => context.loadTexts('platform', 'discovery'),
  component: lazyRouteComponent(() => import('./platform-home.tsx'), 'PlatformHome'),
});
