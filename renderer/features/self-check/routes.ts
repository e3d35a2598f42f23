import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../shell/routes/root-route.ts';

export const selfCheck = createRoute({
  getParentRoute: () => rootRoute,
  path: '/test',
  staticData: { title: ['self-check', 'title'] },
  loader: ({ context }) => context.loadTexts('self-check'),
  component: lazyRouteComponent(() => import('./self-check-screen.tsx'), 'SelfCheckScreen'),
});
