import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { vendorRoute } from '../../shell/routes/vendor-route.ts';

export const vendorHome = createRoute({
  getParentRoute: () => vendorRoute,
  path: '/',
  staticData: { title: 'title.home', reading: true },
  component: lazyRouteComponent(() => import('./vendor-home.tsx'), 'VendorHome'),
});
