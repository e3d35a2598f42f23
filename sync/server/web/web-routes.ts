/** Pages, the built renderer, and the vendors' files. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { returnScreens, vendorOfReturn } from '../../domain/return-screens.ts';
import { storeCookie } from '../../domain/vendor/store-cookie.ts';
import { vendorScreens } from '../../domain/vendor-screens.ts';
import { ProblemError } from '../base/problems.ts';
import { vendorOf } from '../http/access/access.ts';
import { isApiPath } from '../http/access/allowed-methods.ts';
import type { Vendor, VendorDirectory } from '../packs/vendor-directory.ts';
import {
  chooseEncoding,
  createPageStore,
  type FileStore,
  openFileStore,
  type StoredFile,
} from './file-store.ts';
import { LANGUAGE_COOKIE, languageOf, listVendors, type PageOf, vendorManifest } from './page.ts';
import { type Ahead, isAt } from './preloads.ts';
import { openPageWriter } from './write-page.ts';

export interface WebRoutesDependencies {
  readonly vendors: VendorDirectory;
  readonly webDir: string;
  /** Looks whether the vendor's key file has changed. */
  readonly refreshKeys: (vendor: string) => Promise<void>;
  /** The methods that a path takes. */
  readonly methodsOf: (path: string) => readonly string[];
  /** A screen couldn't be written into its page. */
  readonly onFault?: (error: unknown) => void;
}

/** Named by its hash, so that it never changes. */
const IMMUTABLE = 'public, max-age=31536000, immutable';
/** Kept, but asked for again each time. */
const NO_CACHE = 'no-cache';
const NO_STORE = 'no-store';
const BY_LANGUAGE = ['accept-language', 'cookie'];
/** Each with its compressed bodies: 25 MB, if all are in use. */
const MAX_PAGES = 512;
/** Of addresses that somebody made up: they never take the room of the others. */
const MAX_STRAY_PAGES = 16;

const ROBOTS = [
  'User-agent: *',
  'Disallow: /console/',
  'Disallow: /connect/*/sync/',
  'Disallow: /connect/*/questionnaire/*/',
  'Disallow: /api/',
  '',
].join('\n');

async function sendStored(
  request: FastifyRequest,
  reply: FastifyReply,
  file: StoredFile,
  cache: string,
  vary: readonly string[] = [],
): Promise<FastifyReply> {
  const encoding = file.isCompressible ? chooseEncoding(request.headers['accept-encoding']) : 'identity';
  const etag = file.etag(encoding);
  const varies = file.isCompressible ? [...vary, 'accept-encoding'] : vary;
  reply.header('cache-control', cache).header('etag', etag).header('content-type', file.type);
  if (varies.length > 0) reply.header('vary', varies.join(', '));
  // Compared weakly (RFC 9110 section 13.1.2): proxies make tags weak.
  const known = request.headers['if-none-match']?.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  if (reply.statusCode === 200 && known?.includes(etag)) return reply.status(304).send();
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  return reply.send(await file.body(encoding));
}

async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  store: FileStore,
  path: string,
  cache: string,
): Promise<FastifyReply> {
  const file = await store.find(path);
  if (!file) throw new ProblemError('NOT_FOUND');
  return sendStored(request, reply, file, cache);
}

/** One address for each screen: only the home's ends in a slash. */
const withoutSlash = (url: string) => url.replace(/\/(?=\?|$)/, '');

const pathOf = (request: FastifyRequest) => request.url.split('?')[0] ?? '';

/** A browser that shows what it gets; everything else is better off with a problem document. */
function wantsPage(request: FastifyRequest): boolean {
  return ['GET', 'HEAD'].includes(request.method) && (request.headers.accept ?? '').includes('text/html');
}

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

/**
 * @param methods that there are at this path
 * @returns what says so, where it is only the method that is wrong (RFC 9110 section 15.5.6)
 */
function missing(request: FastifyRequest, methods: readonly string[]): ProblemError {
  if (methods.length === 0 || methods.includes(request.method)) return new ProblemError('NOT_FOUND');
  return new ProblemError('METHOD_NOT_ALLOWED', {}, { allow: methods.join(', ') });
}

export async function addWebRoutes(
  server: FastifyInstance,
  { vendors, webDir, refreshKeys, methodsOf, onFault = () => undefined }: WebRoutesDependencies,
): Promise<void> {
  const built = await openFileStore(webDir);
  const vendorFiles = new Map<string, FileStore>();
  for (const vendor of vendors.all) vendorFiles.set(vendor.pack.slug, await openFileStore(vendor.filesDir));
  const hasManifest = (await built.find('manifest.webmanifest')) !== undefined;
  const listing = listVendors(vendors.all);
  const open = { config: { access: 'public' } } as const;

  const languageFor = (request: FastifyRequest) =>
    languageOf(request.cookies[LANGUAGE_COOKIE], request.headers['accept-language']);

  const writer = await openPageWriter({
    ...{ webDir, hasManifest, onFault },
    filesOf: (vendor) => vendorFiles.get(vendor),
  });
  const pages = createPageStore(MAX_PAGES);
  const strayPages = createPageStore(MAX_STRAY_PAGES);

  async function sendPage(
    request: FastifyRequest,
    reply: FastifyReply,
    page: Omit<PageOf, 'language'>,
    {
      status = 200,
      cache = NO_CACHE,
      ahead,
    }: { status?: number; cache?: string; ahead?: Ahead | undefined } = {},
  ): Promise<FastifyReply> {
    const language = languageFor(request);
    const slug = page.pack?.slug ?? page.missingVendor ?? '';
    const file = await (page.missingVendor === undefined ? pages : strayPages).find(
      `${page.scope}/${slug}/${ahead?.path ?? '*'}/${ahead?.screen ? 'screen' : ''}/${language}.html`,
      page.pack ?? listing,
      () => writer.write({ ...page, language }, ahead),
    );
    reply.status(status).header('content-security-policy', writer.policyOf(page.scope));
    return sendStored(request, reply, file, cache, BY_LANGUAGE);
  }

  async function sendJson(
    request: FastifyRequest,
    reply: FastifyReply,
    name: string,
    source: object,
    value: () => unknown = () => source,
  ): Promise<FastifyReply> {
    const file = await pages.find(name, source, () => JSON.stringify(value()));
    return sendStored(request, reply, file, NO_CACHE);
  }

  const sendPlatform = (
    request: FastifyRequest,
    reply: FastifyReply,
    status: number,
    missingVendor?: string,
  ) =>
    sendPage(
      request,
      reply,
      { scope: 'platform', vendors: listing, ...(missingVendor === undefined ? {} : { missingVendor }) },
      { status },
    );

  const nothingAt = (request: FastifyRequest) => missing(request, methodsOf(pathOf(request)));

  function sendMissingVendor(
    request: FastifyRequest<{ Params: { vendor: string } }>,
    reply: FastifyReply,
  ): Promise<FastifyReply> {
    if (!wantsPage(request)) throw new ProblemError('VENDOR_NOT_FOUND');
    return sendPlatform(request, reply, 404, request.params.vendor);
  }

  server.get('/', open, (request, reply) => sendPlatform(request, reply, 200));
  server.get('/assets/*', open, (request, reply) =>
    sendFile(request, reply, built, `assets/${wildcard(request)}`, IMMUTABLE),
  );
  for (const file of ['sw.js', 'manifest.webmanifest', 'favicon.ico'])
    server.get(`/${file}`, open, (request, reply) => sendFile(request, reply, built, file, NO_CACHE));
  server.get('/robots.txt', open, (_request, reply) => reply.type('text/plain; charset=utf-8').send(ROBOTS));
  server.get('/api/vendors', open, (request, reply) =>
    sendJson(request, reply, 'vendors.json', listing, () => ({ vendors: listing })),
  );

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
  server.get('/connect/:vendor/files/*', open, (request, reply) => {
    const store = vendorFiles.get(vendorOf(request).pack.slug);
    if (!store) throw new ProblemError('NOT_FOUND');
    return sendFile(request, reply, store, wildcard(request), IMMUTABLE);
  });
  server.get<{ Params: { vendor: string } }>('/connect/:vendor/*', open, (request, reply) => {
    const { vendor } = request;
    if (isApiPath(pathOf(request))) throw nothingAt(request);
    if (!vendor) return sendMissingVendor(request, reply);
    const isThere = isScreen(vendor, wildcard(request));
    if (!isThere && !wantsPage(request)) throw new ProblemError('NOT_FOUND');
    if (isThere && /[^/]\/$/.test(wildcard(request))) return reply.redirect(withoutSlash(request.url), 308);
    const isNewcomer = request.cookies[storeCookie(vendor.pack.slug)] !== 'used';
    const ahead =
      isThere && !isShell(request) ? writer.aheadOf(vendor.pack, wildcard(request), isNewcomer) : undefined;
    return sendPage(
      request,
      reply,
      { scope: 'vendor', pack: vendor.pack },
      { status: isThere ? 200 : 404, ahead },
    );
  });

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

  server.setNotFoundHandler((request, reply) => {
    if (!wantsPage(request)) throw nothingAt(request);
    return sendPlatform(request, reply, 404);
  });
}
