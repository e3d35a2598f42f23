import { createRootRouteWithContext, lazyRouteComponent } from '@tanstack/react-router';
import type { RouteContext } from './route-context.ts';

export const NotFoundScreen = lazyRouteComponent(
  () => import('../not-found/not-found-screen.tsx'),
  'NotFoundScreen',
);

/** Above every route; the app gives it its frame. */
export const rootRoute = createRootRouteWithContext<RouteContext>()({ notFoundComponent: NotFoundScreen });
