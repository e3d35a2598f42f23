/** The route table: every address of the product, each with its screen in a chunk of its own. Features are listed in the two files beside it. */
import { rootRoute } from '../shell/routes/root-route.ts';
import { vendorRoute } from '../shell/routes/vendor-route.ts';
import * as pages from './page-routes.ts';
import { RootFrame } from './root-frame.tsx';
import * as vendorPages from './vendor-routes.ts';

rootRoute.update({ component: RootFrame });

export const routeTree = rootRoute.addChildren({
  ...pages,
  vendor: vendorRoute.addChildren({ ...vendorPages }),
});
