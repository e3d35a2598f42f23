/** The route table: every address of the product, each with its screen in a chunk of its own. Features are listed in the two files beside it. */
import { rootRoute } from '../shell/routes/root-route.ts';
import { vendorRoute } from '../shell/routes/vendor-route.ts';
import type * as Pages from './page-routes.ts';
import { RootFrame } from './root-frame.tsx';
import * as vendorPages from './vendor-routes.ts';

rootRoute.update({ component: RootFrame });

/** @param pages outside of the vendors' spaces. Each is a document of its own, so that a document of a vendor does without them. */
export const routeTreeWith = (pages: typeof Pages | undefined) =>
  rootRoute.addChildren({
    // The type has all of them: a link may lead to any address.
    ...(pages as typeof Pages),
    vendor: vendorRoute.addChildren({ ...vendorPages }),
  });
