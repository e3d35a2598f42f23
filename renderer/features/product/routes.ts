import { createRoute, lazyRouteComponent, notFound } from '@tanstack/react-router';
import { vendorRoute } from '../../shell/routes/vendor-route.ts';

export const product = createRoute({
  getParentRoute: () => vendorRoute,
  path: 'product/$product',
  staticData: { title: ['product', 'title'], reading: true },
  beforeLoad: ({ context, params }) => {
    if (!context.bootstrap.pack?.products?.some(({ slug }) => slug === params.product))
      notFound({ throw: true });
  },
  loader: async ({ context, params }) => {
    const listed = context.bootstrap.pack?.products?.find(({ slug }) => slug === params.product);
    const { fetchProduct } = await import('../../device/catalog/fetch-catalog.ts');
    const [product] = await Promise.all([
      // What can't be fetched is asked for again by the screen, which says so.
      listed && fetchProduct(listed.url, context.fetch).catch(() => undefined),
      context.loadTexts('product'),
    ]);
    return product;
  },
  component: lazyRouteComponent(() => import('./product-screen.tsx'), 'ProductScreen'),
});
