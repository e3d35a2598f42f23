import { powerOf } from '../../sync/domain/powered-screens.ts';
import type { Scope } from './scope.ts';

/** What answers a request: one of the worker's stores, or the browser as if there were no worker. */
export type Route = 'shell' | 'own-document' | 'asset' | 'pack' | 'pack-file' | 'browser';

export interface RoutedRequest {
  readonly method: string;
  readonly mode: string;
  /** Absolute. */
  readonly url: string;
}

const VENDOR_DATA = /^(sync|files)\/|^(pack\.json|keys\.json|manifest\.webmanifest)$/;

/**
 * Whatever isn't known here goes to the browser untouched: a request with a body that passes through a worker arrives empty in
 * some browsers (enketo-express#1584), and answers of sync and console must never come from a cache.
 */
export function routeOf(request: RoutedRequest, scope: Scope, origin: string): Route {
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== origin) return 'browser';
  if (url.pathname.startsWith('/assets/')) return 'asset';
  if (scope.kind === 'platform')
    return request.mode === 'navigate' && url.pathname === '/' ? 'shell' : 'browser';
  if (!url.pathname.startsWith(scope.base)) return 'browser';
  const rest = url.pathname.slice(scope.base.length);
  if (rest === 'pack.json') return 'pack';
  if (rest.startsWith('files/')) return 'pack-file';
  if (request.mode !== 'navigate' || VENDOR_DATA.test(rest)) return 'browser';
  return powerOf(rest) ? 'own-document' : 'shell';
}
