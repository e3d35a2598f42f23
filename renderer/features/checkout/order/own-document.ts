/** Documents with powers of their own (`sync/domain/powered-screens.ts`): they are entered and left by a load, so that no other screen ever has them. */
import { redirect } from '@tanstack/react-router';

/** The address that this document was loaded for; undefined where it isn't a vendor's page at all, as in tests. */
function loadedPath(): string | undefined {
  if (typeof performance === 'undefined' || typeof document === 'undefined') return undefined;
  const [entry] = performance.getEntriesByType('navigation');
  const path = entry && new URL(entry.name, location.origin).pathname;
  return path?.startsWith('/connect/') ? path : undefined;
}

export const ownDocument = {
  beforeLoad({
    location: { href, pathname },
  }: {
    readonly location: { readonly href: string; readonly pathname: string };
  }) {
    const loaded = loadedPath();
    if (loaded !== undefined && loaded !== pathname) redirect({ href, reloadDocument: true, throw: true });
  },
  onLeave() {
    if (loadedPath() !== undefined) location.reload();
  },
};
