import { platformScreens } from '../../sync/domain/platform-screens.ts';
import { powerOf } from '../../sync/domain/powered-screens.ts';
import type { Scope } from './scope.ts';

/** What answers a request: one of the worker's stores, or the browser as if there were no worker. */
export type Route =
  | 'page'
  | 'own-document'
  | 'public-page'
  | 'asset'
  | 'pack'
  | 'pack-file'
  | 'discovery-file'
  | 'browser';

export interface RoutedRequest {
  readonly method: string;
  readonly mode: string;
  /** Absolute. */
  readonly url: string;
}

const VENDOR_DATA = /^(sync|files)\/|^(pack\.json|keys\.json|manifest\.webmanifest)$/;

function platformRoute({ mode }: RoutedRequest, pathname: string): Route {
  if (pathname.startsWith('/discovery/files/')) return 'discovery-file';
  const screen = pathname.slice(1);
  if (mode !== 'navigate' || !Object.hasOwn(platformScreens, screen)) return 'browser';
  return platformScreens[screen]?.power === 'geolocation' ? 'own-document' : 'public-page';
}

/**
 * Whatever isn't known here goes to the browser untouched: a request with a body that passes through a worker arrives empty in
 * some browsers (enketo-express#1584), and answers of sync and console must never come from a cache.
 */
export function routeOf(request: RoutedRequest, scope: Scope, origin: string): Route {
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== origin) return 'browser';
  if (url.pathname.startsWith('/assets/')) return 'asset';
  if (scope.kind === 'platform') return platformRoute(request, url.pathname);
  if (!url.pathname.startsWith(scope.base)) return 'browser';
  const rest = url.pathname.slice(scope.base.length);
  if (rest === 'pack.json') return 'pack';
  if (rest.startsWith('files/')) return 'pack-file';
  if (request.mode !== 'navigate' || VENDOR_DATA.test(rest)) return 'browser';
  return powerOf(rest) ? 'own-document' : 'page';
}
