import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../shell/routes/root-route.ts';

export const navigator = createRoute({
  getParentRoute: () => rootRoute,
  path: '/discovery/chat',
  staticData: { title: ['navigator', 'title'] },
  loader: ({ context }) => context.loadTexts('discovery', 'navigator', 'emergency'),
  component: lazyRouteComponent(() => import('./navigator-screen.tsx'), 'NavigatorScreen'),
});
