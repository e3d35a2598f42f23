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
  loader: async ({ context, params }) =>
    (await import('./load-treatments.ts')).loadTreatments(context, params.questionnaire),
  component: lazyRouteComponent(() => import('./treatments-screen.tsx'), 'TreatmentsScreen'),
});
