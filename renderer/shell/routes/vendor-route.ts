import { createRoute, notFound } from '@tanstack/react-router';
import { NotFoundScreen, rootRoute } from './root-route.ts';

/** Above every screen of a vendor's space. */
export const vendorRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/connect/$vendor',
  beforeLoad: ({ context, params }) => {
    // Theme, manifest and worker belong to a page: links into another vendor's space are plain addresses, so that a vendor
    // who isn't this page's is one whom the server doesn't know.
    if (context.bootstrap.pack?.slug !== params.vendor) notFound({ throw: true });
  },
  notFoundComponent: NotFoundScreen,
});
