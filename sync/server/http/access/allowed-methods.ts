/** Which methods an address takes, for the `allow` header of RFC 9110 section 10.2.1. */
import type { GuardedRoute } from './access.ts';

/** Below these there are no pages, whatever the wildcards of pages would take. */
const API = /^\/(connect\/[^/]+\/(sync|kiosk|hand-offs)|console\/[^/]+\/api)(\/|$)/;

export const isApiPath = (path: string): boolean => API.test(path);

function patternOf(url: string): RegExp {
  const parts = url
    .split('/')
    .map((part) => (part.startsWith(':') ? '[^/]+' : part === '*' ? '.*' : part.replaceAll('.', '\\.')));
  return new RegExp(`^${parts.join('/')}$`);
}

/**
 * @param routes all there are at the time of a request.
 * @returns in alphabetical order; none where there is no such address.
 */
export function createAllowedMethods(routes: readonly GuardedRoute[]): (path: string) => readonly string[] {
  const patterns = new Map<GuardedRoute, RegExp>();
  const matches = (route: GuardedRoute, path: string) => {
    const pattern = patterns.get(route) ?? patternOf(route.url);
    patterns.set(route, pattern);
    return pattern.test(path) && !(isApiPath(path) && route.url.endsWith('*'));
  };
  return (path) => {
    const methods = routes.filter((route) => matches(route, path)).map(({ method }) => method);
    return [...new Set(methods)].toSorted();
  };
}
