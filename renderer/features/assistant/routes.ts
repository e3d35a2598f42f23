import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../shell/routes/root-route.ts';

export const assistant = createRoute({
  getParentRoute: () => rootRoute,
  path: '/discovery/gpt',
  staticData: { title: ['assistant', 'title'] },
  loader: ({ context }) => context.loadTexts('discovery', 'assistant', 'emergency'),
  component: lazyRouteComponent(() => import('./assistant-screen.tsx'), 'AssistantScreen'),
});
