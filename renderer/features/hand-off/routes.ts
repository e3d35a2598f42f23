import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { vendorRoute } from '../../shell/routes/vendor-route.ts';

export const handedOver = createRoute({
  getParentRoute: () => vendorRoute,
  path: 'continue',
  staticData: { title: 'title.handedOver', writing: true },
  loader: ({ context }) => Promise.all([context.loadPack(), context.loadTexts('hand-off', 'welcome')]),
  component: lazyRouteComponent(() => import('./continue-screen.tsx'), 'ContinueScreen'),
});
