/** The HTML that the server writes for a scope, with theme, language and data already in it. */
import type { CacheNames } from './cache-names.ts';
import type { Scope } from './scope.ts';

export type Fetch = (url: string, init?: RequestInit) => Promise<Response>;

const PACK_HEADER = 'x-carefront-pack';
/** Stored bodies are decoded; a cookie or a `Vary` of the moment of storing must not decide later answers. */
const DROPPED_HEADERS = ['content-encoding', 'content-length', 'set-cookie', 'vary'];

export class ForeignResponse extends Error {
  override readonly name = 'ForeignResponse';
}
export class OtherBuild extends Error {
  override readonly name = 'OtherBuild';
}

/** The scripts and stylesheets of the build that a shell names: in what it loads, and behind the names in its import map. */
export function assetsOf(html: string): string[] {
  return Array.from(
    html.matchAll(/(?:src=|href=|"[^"]*":)"(\/assets\/[^"]+\.(?:js|css))"/g),
    (match) => match[1] ?? '',
  );
}

/**
 * Fetches the scope's shell.
 * @throws {ForeignResponse} where something else answered: a captive portal, an error page
 * @throws {OtherBuild} where the shell names files that `build` lacks: it would break without a network
 */
export async function fetchShell(
  scope: Scope,
  build: ReadonlySet<string>,
  packHash: string,
  fetch: Fetch,
): Promise<Response> {
  // Without the home's own screen in it: it opens every address.
  const response = await fetch(`${scope.base}?shell`, { cache: 'no-store', credentials: 'same-origin' });
  const html = await response.text();
  if (!response.ok || response.redirected || !html.includes('id="carefront-bootstrap"'))
    throw new ForeignResponse(scope.base);
  const assets = assetsOf(html);
  if (assets.length === 0) throw new ForeignResponse(scope.base);
  if (!assets.every((asset) => build.has(asset))) throw new OtherBuild(scope.base);
  // The pack is in the shell as well; one of another hash was published between the two requests.
  if (packHash !== '' && !html.includes(packHash)) throw new ForeignResponse(scope.base);
  const headers = new Headers(response.headers);
  for (const name of DROPPED_HEADERS) headers.delete(name);
  headers.set(PACK_HEADER, packHash);
  return new Response(html, { status: 200, headers });
}

/** Taking a shell into use is one `put`: the point at which a new pack counts. */
export async function storeShell(
  caches: CacheStorage,
  names: CacheNames,
  buildId: string,
  scope: Scope,
  shell: Response,
): Promise<void> {
  await (await caches.open(names.shell(buildId))).put(scope.base, shell);
}

export async function storedShell(
  caches: CacheStorage,
  names: CacheNames,
  buildId: string,
  scope: Scope,
): Promise<Response | undefined> {
  return (await caches.open(names.shell(buildId))).match(scope.base);
}

/** The hash of the pack that the stored shell belongs to. */
export async function storedPackHash(
  caches: CacheStorage,
  names: CacheNames,
  buildId: string,
  scope: Scope,
): Promise<string | undefined> {
  return (await storedShell(caches, names, buildId, scope))?.headers.get(PACK_HEADER) ?? undefined;
}
