/** How pages, built files, and the vendors' files are answered. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Language } from '../../domain/languages.ts';
import type { PlatformData } from '../../domain/platform/platform-data.ts';
import { platformScreens } from '../../domain/platform-screens.ts';
import { powerOf } from '../../domain/powered-screens.ts';
import type { PageGrant } from '../base/page-grant.ts';
import { ProblemError } from '../base/problems.ts';
import type { VendorDirectory } from '../packs/vendor-directory.ts';
import {
  chooseEncoding,
  createPageStore,
  createPagesByHost,
  type FileStore,
  openFileStore,
  type StoredFile,
} from './file-store.ts';
import { LANGUAGE_COOKIE, languageOf, listVendors, type PageOf } from './page.ts';
import type { Ahead } from './preloads.ts';
import { permissionsPolicy, powerGrants } from './security-headers.ts';
import { openPageWriter } from './write-page.ts';

export interface WebRoutesDependencies {
  readonly vendors: VendorDirectory;
  readonly webDir: string;
  /** Looks whether the vendor's key file has changed. */
  readonly refreshKeys: (vendor: string) => Promise<void>;
  /** The methods that a path takes. */
  readonly methodsOf: (path: string) => readonly string[];
  /** The address that patients open, where that is known. */
  readonly publicUrl?: URL | undefined;
  /** What the document for paying may do besides, where somebody else takes the vendor's cards. */
  readonly cardGrant?: (vendor: string) => PageGrant | undefined;
  /** Documents that features add. */
  readonly addPages?: (server: FastifyInstance, sender: Sender) => void;
  /** What features write into the pages outside of the vendors' spaces. */
  readonly platformData?: () => Promise<PlatformData>;
  /** A page, or the screen in it, couldn't be written as it should be. */
  readonly onFault?: (error: unknown) => void;
}

/** Named by its hash, so that it never changes. */
export const IMMUTABLE = 'public, max-age=31536000, immutable';
/** Kept, but asked for again each time. */
export const NO_CACHE = 'no-cache';
export const NO_STORE = 'no-store';
export const BY_LANGUAGE = ['accept-language', 'cookie'];
/** A name or an address and a port (RFC 3986 section 3.2.2): who asks may write anything, and it goes into texts that machines read. */
const HOST = /^(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;
/** Each with its compressed bodies: 25 MB, if all are in use. */
const MAX_PAGES = 512;
/** Of addresses that somebody made up: they never take the room of the others. */
const MAX_STRAY_PAGES = 16;
/** Names of this server, where it wasn't told which one is right: a few of a developer's machine and its network. */
const MAX_HOSTS = 4;

export async function sendStored(
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

export async function sendFile(
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

export const pathOf = (request: FastifyRequest) => request.url.split('?')[0] ?? '';

/** A browser that shows what it gets; everything else is better off with a problem document. */
export function wantsPage(request: FastifyRequest): boolean {
  return ['GET', 'HEAD'].includes(request.method) && (request.headers.accept ?? '').includes('text/html');
}

/**
 * @param methods that there are at this path
 * @returns what says so, where it is only the method that is wrong (RFC 9110 section 15.5.6)
 */
function missing(request: FastifyRequest, methods: readonly string[]): ProblemError {
  if (methods.length === 0 || methods.includes(request.method)) return new ProblemError('NOT_FOUND');
  return new ProblemError('METHOD_NOT_ALLOWED', {}, { allow: methods.join(', ') });
}

/** Where pages are kept that were written once, each by all that it is written from. */
function createStores(publicUrl: URL | undefined) {
  const pages = createPageStore(MAX_PAGES);
  const pagesByHost = createPagesByHost(MAX_PAGES, MAX_STRAY_PAGES, MAX_HOSTS);
  const strayPages = createPageStore(MAX_STRAY_PAGES);
  return {
    pages,
    storeOf({ missingVendor, found }: Omit<PageOf, 'language'>) {
      if (missingVendor !== undefined) return strayPages;
      return publicUrl === undefined && found ? pagesByHost(found.origin) : pages;
    },
    nameOf(
      { scope, language, pack, vendors: _vendors, own: _own, found, ...data }: PageOf,
      ahead: Ahead | undefined,
    ) {
      const slug = pack?.slug ?? data.missingVendor ?? '';
      const screen = `${ahead?.path ?? '*'}/${ahead?.screen ? 'screen' : ''}`;
      // What features write into a page changes while a server runs, and may fail: a page without it must not stay.
      const written = scope === 'platform' ? JSON.stringify(data) : '';
      return `${scope}/${slug}/${screen}/${found?.origin ?? ''}/${found?.path ?? ''}/${written}/${language}.html`;
    },
  };
}

/** What a route answers with. */
export type Sender = Awaited<ReturnType<typeof openSender>>;

export async function openSender({
  vendors,
  webDir,
  methodsOf,
  publicUrl,
  cardGrant = () => undefined,
  platformData = async () => ({}),
  onFault = () => undefined,
}: WebRoutesDependencies) {
  const built = await openFileStore(webDir);
  const vendorFiles = new Map<string, FileStore>();
  for (const vendor of vendors.all) vendorFiles.set(vendor.pack.slug, await openFileStore(vendor.filesDir));
  const hasManifest = (await built.find('manifest.webmanifest')) !== undefined;
  const listing = listVendors(vendors.all);

  /** What somebody has chosen goes before what a link says, and that before what their browser wants. */
  const languageFor = (request: FastifyRequest) => {
    const { [LANGUAGE_COOKIE]: chosen } = request.cookies;
    const said = new URLSearchParams(request.url.split('?')[1]).get('lang');
    return languageOf(chosen ?? said ?? undefined, request.headers['accept-language']);
  };
  const originOf = (request: FastifyRequest) => {
    if (publicUrl !== undefined) return publicUrl.origin;
    if (!HOST.test(request.host)) throw new ProblemError('INVALID_REQUEST');
    return `${request.protocol}://${request.host}`;
  };

  const writer = await openPageWriter({
    ...{ webDir, hasManifest, onFault },
    filesOf: (vendor) => vendorFiles.get(vendor),
  });
  const { pages, storeOf, nameOf } = createStores(publicUrl);

  async function sendPage(
    request: FastifyRequest,
    reply: FastifyReply,
    page: Omit<PageOf, 'language'>,
    {
      status = 200,
      cache = NO_CACHE,
      ahead,
      grant,
      policy = (own) => own,
      language = languageFor(request),
    }: {
      status?: number;
      cache?: string;
      ahead?: Ahead | undefined;
      grant?: PageGrant | undefined;
      /** The content security policy that it has, made of every page's. */
      policy?: (own: string) => string;
      /** Where the address names it. */
      language?: Language | undefined;
    } = {},
  ): Promise<FastifyReply> {
    const file = await storeOf(page).find(nameOf({ ...page, language }, ahead), page.pack ?? listing, () =>
      writer.write({ ...page, language }, ahead),
    );
    reply.status(status).header('content-security-policy', policy(writer.policyOf(page.scope, grant)));
    if (grant) reply.header('permissions-policy', permissionsPolicy(grant));
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

  const dataOfPlatform = () =>
    platformData().catch((error: unknown) => {
      onFault(error);
      return {};
    });

  /** @param screen as in `platform-screens.ts`; undefined where there is none at the address, or the page opens every one. */
  async function sendPlatform(
    request: FastifyRequest,
    reply: FastifyReply,
    { screen, missingVendor }: { screen?: string; missingVendor?: string } = {},
    status = 200,
  ): Promise<FastifyReply> {
    const power = screen === undefined ? undefined : platformScreens[screen]?.power;
    return sendPage(
      request,
      reply,
      {
        ...{ scope: 'platform', vendors: listing, ...(await dataOfPlatform()) },
        ...(missingVendor === undefined ? {} : { missingVendor }),
        ...(screen === undefined ? {} : { found: { path: screen, origin: originOf(request) } }),
      },
      {
        status,
        ahead: screen === undefined ? undefined : writer.aheadOf(undefined, screen, true),
        grant: power && powerGrants[power],
      },
    );
  }

  /** @param path within the vendor's space */
  function grantedAt(vendor: string, path: string): PageGrant | undefined {
    const power = powerOf(path);
    if (power === 'card') return cardGrant(vendor);
    return power && powerGrants[power];
  }

  const nothingAt = (request: FastifyRequest) => missing(request, methodsOf(pathOf(request)));

  function sendMissingVendor(
    request: FastifyRequest<{ Params: { vendor: string } }>,
    reply: FastifyReply,
  ): Promise<FastifyReply> {
    if (!wantsPage(request)) throw new ProblemError('VENDOR_NOT_FOUND');
    return sendPlatform(request, reply, { missingVendor: request.params.vendor }, 404);
  }

  return {
    writer,
    listing,
    pages,
    languageFor,
    originOf,
    vendorFiles: (vendor: string) => vendorFiles.get(vendor),
    built,
    sendPage,
    grantedAt,
    sendJson,
    sendPlatform,
    sendMissingVendor,
    nothingAt,
  };
}
