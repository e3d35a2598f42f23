/** Whose space a worker serves. */
export type Scope =
  | { readonly kind: 'platform'; readonly base: '/'; readonly owner: '~platform' }
  | { readonly kind: 'vendor'; readonly base: string; readonly owner: string };

/**
 * Reads the scope that a worker was registered with.
 * @param scopeUrl `registration.scope`: absolute
 * @throws {Error} for a scope that isn't `/` or `/connect/{vendor}/`: such a registration would take pages that aren't ours
 */
export function readScope(scopeUrl: string): Scope {
  const { pathname } = new URL(scopeUrl);
  if (pathname === '/') return { kind: 'platform', base: '/', owner: '~platform' };
  const vendor = /^\/connect\/([a-z0-9-]+)\/$/.exec(pathname)?.[1];
  if (vendor === undefined) throw new Error(`A worker can't serve the scope ${pathname}`);
  return { kind: 'vendor', base: pathname, owner: vendor };
}
