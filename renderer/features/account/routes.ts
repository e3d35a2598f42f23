import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { vendorRoute } from '../../shell/routes/vendor-route.ts';

const screens = () => import('./screens.ts');

export const profile = createRoute({
  getParentRoute: () => vendorRoute,
  path: 'account/profile',
  loader: ({ context }) => context.loadTexts('profile'),
  staticData: { title: 'title.account' },
  component: lazyRouteComponent(screens, 'ProfileScreen'),
});

export const password = createRoute({
  getParentRoute: () => vendorRoute,
  path: 'account/password',
  staticData: { title: 'title.password' },
  component: lazyRouteComponent(screens, 'PasswordScreen'),
});
