/** Pages, the built renderer, and the vendors' files. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { platformScreens } from '../../domain/platform-screens.ts';
import { returnScreens, vendorOfReturn } from '../../domain/return-screens.ts';
import { storeCookie } from '../../domain/vendor/store-cookie.ts';
import { vendorScreens } from '../../domain/vendor-screens.ts';
import { ProblemError } from '../base/problems.ts';
import { vendorOf } from '../http/access/access.ts';
import { isApiPath } from '../http/access/allowed-methods.ts';
import type { Vendor } from '../packs/vendor-directory.ts';
import { PLATFORM_MARK, vendorManifest } from './page.ts';
import { platformPages, platformSitemap, SHARE_PICTURE } from './platform-page.ts';
import { isAt } from './preloads.ts';
import { publicPagesOf, sitemapOf } from './public-page.ts';
import {
  BY_LANGUAGE,
  IMMUTABLE,
  NO_CACHE,
  NO_STORE,
  openSender,
  pathOf,
  type Sender,
  sendFile,
  sendStored,
  type WebRoutesDependencies,
  wantsPage,
} from './sender.ts';

const open = { config: { access: 'public' } } as const;

const ICON_CACHE = 'public, max-age=86400';
const ROBOTS = [
  'User-agent: *',
  'Disallow: /console/',
  'Disallow: /connect/*/sync/',
  'Disallow: /connect/*/questionnaire/*/',
  'Disallow: /embed/',
  'Disallow: /api/',
  '',
].join('\n');

/** One address for each screen: only the home's ends in a slash. */
const withoutSlash = (url: string) => url.replace(/\/(?=\?|$)/, '');

function wildcard(request: FastifyRequest): string {
  const { params } = request;
  return typeof params === 'object' && params !== null && '*' in params && typeof params['*'] === 'string'
    ? params['*']
    : '';
}

/** Screens of a vendor's space; the renderer's route table is the other half of this. */
const isScreen = ({ pack }: Vendor, path: string) =>
  ['', '$legal', ...vendorScreens].some((screen) => isAt(screen, path.replace(/\/$/, ''), pack));

/** A worker asks for the page alone, which opens every address: nothing is written into it ahead. */
const isShell = (request: FastifyRequest) => /\?(.*&)?shell\b/.test(request.url);

/** Of the pages outside of the vendors' spaces. */
const OWN_SITEMAP = '/pages.xml';

function addPlatformRoutes(
  server: FastifyInstance,
  { built, listing, sendJson, sendPlatform, originOf }: Sender,
  listed: () => readonly string[],
): void {
  for (const screen of Object.keys(platformScreens))
    server.get(`/${screen}`, open, (request, reply) => {
      if (!(screen in platformPages)) reply.header('x-robots-tag', 'noindex');
      return sendPlatform(request, reply, isShell(request) ? {} : { screen });
    });
  server.get('/assets/*', open, (request, reply) =>
    sendFile(request, reply, built, `assets/${wildcard(request)}`, IMMUTABLE),
  );
  for (const file of ['sw.js', 'manifest.webmanifest'])
    server.get(`/${file}`, open, (request, reply) => sendFile(request, reply, built, file, NO_CACHE));
  // What browsers ask for where a page, or a file that is opened by itself, names no icon.
  server.get('/favicon.ico', open, (_request, reply) =>
    reply.header('cache-control', ICON_CACHE).type('image/svg+xml').send(PLATFORM_MARK),
  );
  server.get('/robots.txt', open, (request, reply) => {
    const sitemap = `Sitemap: ${originOf(request)}/sitemap.xml\n`;
    return reply.type('text/plain; charset=utf-8').send(`${ROBOTS}\n${sitemap}`);
  });
  server.get(OWN_SITEMAP, open, (request, reply) =>
    reply
      .type('application/xml; charset=utf-8')
      .header('cache-control', NO_CACHE)
      .send(platformSitemap(originOf(request))),
  );
  server.get(SHARE_PICTURE, open, (request, reply) =>
    sendFile(request, reply, built, SHARE_PICTURE.slice(1), ICON_CACHE),
  );
  // Its own, and one of each vendor that may be found; the pages themselves are in those.
  server.get('/sitemap.xml', open, (request, reply) => {
    const origin = originOf(request);
    const found = [
      `${origin}${OWN_SITEMAP}`,
      ...listed().map((slug) => `${origin}/connect/${slug}/sitemap.xml`),
    ].map((address) => `<sitemap><loc>${address}</loc></sitemap>`);
    return reply
      .type('application/xml; charset=utf-8')
      .header('cache-control', NO_CACHE)
      .send(
        `<?xml version="1.0" encoding="UTF-8"?>\n<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${found.join('\n')}\n</sitemapindex>\n`,
      );
  });
  server.get('/api/vendors', open, (request, reply) =>
    sendJson(request, reply, 'vendors.json', listing, () => ({ vendors: listing })),
  );
}

function addVendorRoutes(
  server: FastifyInstance,
  sender: Sender,
  refreshKeys: WebRoutesDependencies['refreshKeys'],
): void {
  const {
    writer,
    pages,
    languageFor,
    vendorFiles,
    sendPage,
    sendJson,
    sendMissingVendor,
    nothingAt,
    grantedAt,
    originOf,
  } = sender;
  server.get<{ Params: { vendor: string } }>('/connect/:vendor', open, (request, reply) => {
    if (!request.vendor) return sendMissingVendor(request, reply);
    return reply.redirect(request.url.replace(/(?=\?|$)/, '/'), 308);
  });
  server.get('/connect/:vendor/pack.json', open, (request, reply) => {
    const { pack } = vendorOf(request);
    return sendJson(request, reply, `${pack.slug}/pack.json`, pack);
  });
  server.get('/connect/:vendor/keys.json', open, async (request, reply) => {
    await refreshKeys(vendorOf(request).pack.slug);
    const { slug, keyManifest } = vendorOf(request).pack;
    return sendJson(request, reply, `${slug}/keys.json`, keyManifest);
  });
  server.get('/connect/:vendor/manifest.webmanifest', open, async (request, reply) => {
    const { pack } = vendorOf(request);
    const language = languageFor(request);
    const file = await pages.find(`${pack.slug}/${language}.webmanifest`, pack, () =>
      JSON.stringify(vendorManifest(pack, language)),
    );
    return sendStored(request, reply, file, NO_CACHE, BY_LANGUAGE);
  });
  server.get('/connect/:vendor/sitemap.xml', open, (request, reply) => {
    const sitemap = sitemapOf(vendorOf(request).pack, originOf(request));
    if (sitemap === undefined) throw new ProblemError('NOT_FOUND');
    return reply.type('application/xml; charset=utf-8').header('cache-control', NO_CACHE).send(sitemap);
  });
  server.get('/connect/:vendor/files/*', open, (request, reply) => {
    const store = vendorFiles(vendorOf(request).pack.slug);
    if (!store) throw new ProblemError('NOT_FOUND');
    return sendFile(request, reply, store, wildcard(request), IMMUTABLE);
  });
  server.get<{ Params: { vendor: string } }>('/connect/:vendor/*', open, (request, reply) => {
    const { vendor } = request;
    if (isApiPath(pathOf(request))) throw nothingAt(request);
    if (!vendor) return sendMissingVendor(request, reply);
    const isThere = isScreen(vendor, wildcard(request));
    if (!isThere && !wantsPage(request)) throw new ProblemError('NOT_FOUND');
    if (isThere && wildcard(request).endsWith('/')) return reply.redirect(withoutSlash(request.url), 308);
    const isNewcomer = request.cookies[storeCookie(vendor.pack.slug)] !== 'used';
    const ahead =
      isThere && !isShell(request) ? writer.aheadOf(vendor.pack, wildcard(request), isNewcomer) : undefined;
    const path = wildcard(request);
    // Of what isn't there, and of what is somebody's own, nothing is found, and nothing says where it would be (C63).
    const isFound =
      isThere && !isShell(request) && publicPagesOf(vendor.pack).some((page) => page.path === path);
    if (!isFound || vendor.pack.demo) reply.header('x-robots-tag', 'noindex');
    return sendPage(
      request,
      reply,
      { scope: 'vendor', pack: vendor.pack, ...(isFound && { found: { path, origin: originOf(request) } }) },
      {
        status: isThere ? 200 : 404,
        ahead,
        grant: isThere ? grantedAt(vendor.pack.slug, wildcard(request)) : undefined,
      },
    );
  });
}

function addConsoleRoutes(server: FastifyInstance, { sendPage, sendMissingVendor, nothingAt }: Sender): void {
  const sendConsole = (request: FastifyRequest<{ Params: { vendor: string } }>, reply: FastifyReply) => {
    const { vendor } = request;
    if (!vendor) return sendMissingVendor(request, reply);
    reply.header('x-robots-tag', 'noindex');
    return sendPage(request, reply, { scope: 'console', pack: vendor.pack }, { cache: NO_STORE });
  };
  server.get<{ Params: { vendor: string } }>('/console/:vendor', open, sendConsole);
  server.get<{ Params: { vendor: string } }>('/console/:vendor/*', open, (request, reply) => {
    if (isApiPath(pathOf(request))) throw nothingAt(request);
    return sendConsole(request, reply);
  });
}

/** Where others send the patient back to, at addresses that name no vendor. */
function addReturnRoutes(
  server: FastifyInstance,
  vendors: WebRoutesDependencies['vendors'],
  { listing, sendPage }: Sender,
): void {
  for (const screen of returnScreens)
    server.get<{ Querystring: { result?: unknown } }>(`/${screen}`, open, (request, reply) => {
      const { result } = request.query;
      const named = typeof result === 'string' ? vendorOfReturn(result) : '';
      const vendor = vendors.all.find(({ pack }) => pack.slug === named);
      reply.header('x-robots-tag', 'noindex');
      return vendor
        ? sendPage(request, reply, { scope: 'vendor', pack: vendor.pack }, { cache: NO_STORE })
        : sendPage(request, reply, { scope: 'platform', vendors: listing }, { cache: NO_STORE });
    });
}

export async function addWebRoutes(
  server: FastifyInstance,
  dependencies: WebRoutesDependencies,
): Promise<void> {
  const sender = await openSender(dependencies);
  const { all } = dependencies.vendors;
  addPlatformRoutes(server, sender, () => all.flatMap(({ pack }) => (pack.demo ? [] : [pack.slug])));
  addVendorRoutes(server, sender, dependencies.refreshKeys);
  addConsoleRoutes(server, sender);
  dependencies.addPages?.(server, sender);
  addReturnRoutes(server, dependencies.vendors, sender);
  server.setNotFoundHandler((request, reply) => {
    if (!wantsPage(request)) throw sender.nothingAt(request);
    return sender.sendPlatform(request, reply, {}, 404);
  });
}
