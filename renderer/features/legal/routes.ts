import { createRoute, lazyRouteComponent, notFound } from '@tanstack/react-router';
import { vendorRoute } from '../../shell/routes/vendor-route.ts';

export const legal = createRoute({
  getParentRoute: () => vendorRoute,
  path: '$legal',
  staticData: { title: 'title.legal', reading: true },
  beforeLoad: ({ context, params }) => {
    if (!context.bootstrap.pack?.legal.some(({ slug }) => slug === params.legal)) notFound({ throw: true });
  },
  loader: async ({ context, params }) => {
    const document = context.bootstrap.pack?.legal.find(({ slug }) => slug === params.legal);
    const { fetchLegalText, textOf } = await import('./legal-text.ts');
    const url = document && textOf(document, context.language()).url;
    // What can't be fetched is asked for again by the screen, which says so.
    const text = url && (await fetchLegalText(url, context.fetch).catch(() => undefined));
    return text ? { url, text } : undefined;
  },
  component: lazyRouteComponent(() => import('./legal-screen.tsx'), 'LegalScreen'),
});
