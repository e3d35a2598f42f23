import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../shell/routes/root-route.ts';

/** Outside of the vendors' spaces, because Apple knows one address alone: `sync/domain/return-screens.ts`. */
export const appleCallback = createRoute({
  getParentRoute: () => rootRoute,
  path: '/auth/apple/callback',
  loader: ({ context }) => context.loadTexts('apple-callback', 'account'),
  staticData: { title: ['apple-callback', 'title'] },
  component: lazyRouteComponent(() => import('./callback-screen.tsx'), 'CallbackScreen'),
});
