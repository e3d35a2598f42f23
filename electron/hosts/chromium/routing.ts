/**
 * Every request of a page comes through here, and none reaches the network by Chromium, which can resolve no name: the built files are answered from the
 * disk, and what may go to the vendor's server is sent by the host, with its pins and without following a redirect (S6, S7, S8).
 */
import type { Request as PageRequest, Route } from 'playwright-core';
import { isBelow } from '../../policy/egress.ts';
import { isOwnPage } from '../../policy/permissions.ts';
import type { KeptBack } from '../host.ts';

/** What of a route it needs. */
export interface Routed {
  request(): Pick<
    PageRequest,
    'url' | 'method' | 'headers' | 'postDataBuffer' | 'isNavigationRequest' | 'frame'
  >;
  fulfill: Route['fulfill'];
  abort: Route['abort'];
}

export interface RoutingOptions {
  readonly origin: string;
  /** The pages' own: see `createSchemeAnswer`. */
  readonly answer: (request: Request) => Promise<Response>;
  /** Addresses below which a page may ask the vendor's server. */
  readonly servers: () => readonly string[];
  readonly fetch: typeof globalThis.fetch;
  /** Ends what is under way when the view goes. */
  readonly signal: AbortSignal;
  readonly onKeptBack: (what: KeptBack) => void;
}

/** Of a page's request, what the server needs; neither cookies nor what tells of the browser. */
const FORWARDED: ReadonlySet<string> = new Set([
  'accept',
  'content-type',
  'x-sync-protocol',
  'authorization',
]);
/** Chromium cancels a navigation that is answered so, and stays where it is. */
const STAY = 'aborted';

export function createRouting(options: RoutingOptions): (route: Routed) => Promise<void> {
  const { origin, answer, servers, fetch, signal, onKeptBack } = options;

  /** The first page; it is what a view begins with. */
  function isStart(url: string): boolean {
    const { pathname, search } = new URL(url);
    return isOwnPage(url, origin) && pathname === '/' && search === '';
  }

  async function fulfill(route: Routed, response: Response): Promise<void> {
    await route.fulfill({
      status: response.status,
      headers: Object.fromEntries(
        [...response.headers].filter(
          ([name]) =>
            !['set-cookie', 'content-encoding', 'content-length', 'transfer-encoding'].includes(name),
        ),
      ),
      body: Buffer.from(await response.arrayBuffer()),
    });
  }

  async function keepBack(route: Routed, what: KeptBack): Promise<void> {
    onKeptBack(what);
    await route.abort(what === 'navigation' || what === 'frame-navigation' ? STAY : 'blockedbyclient');
  }

  async function forward(route: Routed): Promise<void> {
    const request = route.request();
    const body = request.postDataBuffer();
    const response = await fetch(request.url(), {
      method: request.method(),
      headers: Object.entries(request.headers()).filter(([name]) => FORWARDED.has(name)),
      redirect: 'manual',
      signal,
      ...(body === null ? {} : { body: new Uint8Array(body) }),
    });
    if (response.status >= 300 && response.status < 400) await keepBack(route, 'redirect');
    else await fulfill(route, response);
  }

  async function handle(route: Routed): Promise<void> {
    const request = route.request();
    const url = request.url();
    if (request.isNavigationRequest()) {
      if (request.frame().parentFrame() !== null) return await keepBack(route, 'frame-navigation');
      if (request.method() !== 'GET' || !isStart(url)) return await keepBack(route, 'navigation');
    }
    if (isOwnPage(url, origin))
      return await fulfill(route, await answer(new Request(url, { method: request.method() })));
    if (servers().some((server) => isBelow(url, server))) return await forward(route);
    await keepBack(route, 'request');
  }

  return async (route) => {
    try {
      await handle(route);
    } catch {
      // The page has gone, or the server can't be reached.
      await route.abort('failed').catch(() => undefined);
    }
  };
}
