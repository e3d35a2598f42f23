import { createRoute, lazyRouteComponent, notFound } from '@tanstack/react-router';
import { vendorRoute } from '../../shell/routes/vendor-route.ts';

interface CartSearch {
  /** A SKU to put in: a link from elsewhere. */
  readonly add?: string;
}

export const cart = createRoute({
  getParentRoute: () => vendorRoute,
  path: 'cart',
  staticData: { title: ['cart', 'title'] },
  validateSearch: ({ add }: Record<string, unknown>): CartSearch => (typeof add === 'string' ? { add } : {}),
  beforeLoad: ({ context }) => {
    if (context.bootstrap.pack?.shop === undefined) notFound({ throw: true });
  },
  loader: async ({ context }) => (await import('./load-cart.ts')).loadCart(context),
  component: lazyRouteComponent(() => import('./cart-screen.tsx'), 'CartScreen'),
});
