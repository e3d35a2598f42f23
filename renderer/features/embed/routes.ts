import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../shell/routes/root-route.ts';

export const embedded = createRoute({
  getParentRoute: () => rootRoute,
  path: '/embed/$vendor/questionnaire/$questionnaire/consultation',
  staticData: { title: 'title.consultation' },
  loader: ({ context }) =>
    Promise.all([
      context.loadPack(),
      context.loadTexts('embed', 'flow', 'form', 'safety', 'welcome', 'sent'),
    ]),
  component: lazyRouteComponent(() => import('./embed-screen.tsx'), 'EmbedScreen'),
});
