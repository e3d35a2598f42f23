import { createRoute, lazyRouteComponent, notFound } from '@tanstack/react-router';
import { vendorRoute } from '../../shell/routes/vendor-route.ts';

export const legal = createRoute({
  getParentRoute: () => vendorRoute,
  path: '$legal',
  staticData: { title: 'title.legal' },
  beforeLoad: ({ context, params }) => {
    if (!context.bootstrap.pack?.legal.some(({ slug }) => slug === params.legal)) notFound({ throw: true });
  },
  component: lazyRouteComponent(() => import('./legal-screen.tsx'), 'LegalScreen'),
});
