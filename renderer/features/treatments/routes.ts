import { createRoute, lazyRouteComponent, notFound } from '@tanstack/react-router';
import { vendorRoute } from '../../shell/routes/vendor-route.ts';

/** What the answers to a form allow. Its address is beside the form's own, and its frame isn't the form's. */
export const treatments = createRoute({
  getParentRoute: () => vendorRoute,
  path: 'questionnaire/$questionnaire/product',
  staticData: { title: ['treatments', 'title'] },
  beforeLoad: ({ context, params }) => {
    if (!context.bootstrap.pack?.shop?.forms.includes(params.questionnaire)) notFound({ throw: true });
  },
  loader: async ({ context, params }) => {
    const { loadOffer } = await import('./load-offer.ts');
    const [offer] = await Promise.all([
      // What can't be fetched is asked for again by the screen, which says so.
      context.bootstrap.pack &&
        loadOffer(context.bootstrap.pack, params.questionnaire, context.fetch).catch(() => undefined),
      context.loadPack(),
      context.loadTexts('treatments', 'product'),
    ]);
    return offer;
  },
  component: lazyRouteComponent(() => import('./treatments-screen.tsx'), 'TreatmentsScreen'),
});
