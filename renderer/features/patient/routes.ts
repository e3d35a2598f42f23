import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { vendorRoute } from '../../shell/routes/vendor-route.ts';

export const patient = createRoute({
  getParentRoute: () => vendorRoute,
  path: 'patient',
  staticData: { title: ['patient', 'title'] },
  loader: ({ context }) => context.loadTexts('patient'),
  component: lazyRouteComponent(() => import('./patient-screen.tsx'), 'PatientScreen'),
});
