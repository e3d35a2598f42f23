import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../shell/routes/root-route.ts';

export const places = createRoute({
  getParentRoute: () => rootRoute,
  path: '/discovery/geofence',
  staticData: { title: ['places', 'title'] },
  loader: ({ context }) => context.loadTexts('discovery', 'places'),
  component: lazyRouteComponent(() => import('./screens/places-screen.tsx'), 'PlacesScreen'),
});
