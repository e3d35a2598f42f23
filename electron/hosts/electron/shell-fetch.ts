/** The shell's own requests, through a session that is locked like the pages': to the vendor's server alone, by its pinned certificate. */
import type { SessionPiece } from './pieces.ts';

/** @returns what the sync client takes for `fetch`. Never with cookies: the device proves itself by its key. */
export function createShellFetch(session: Pick<SessionPiece, 'fetch'>): typeof globalThis.fetch {
  return async (input, init = {}) => {
    if (!(input instanceof Request)) return session.fetch(String(input), { ...init, credentials: 'omit' });
    const request = new Request(input, init);
    const body =
      request.method === 'GET' || request.method === 'HEAD' ? undefined : await request.arrayBuffer();
    return session.fetch(request.url, {
      method: request.method,
      headers: request.headers,
      redirect: request.redirect,
      signal: request.signal,
      credentials: 'omit',
      ...(body === undefined ? {} : { body }),
    });
  };
}
