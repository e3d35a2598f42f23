import { EmbeddedJWK, jwtVerify } from 'jose';
import { base64url, utf8 } from '../base/bytes.ts';
import type { WireRequest } from '../base/ports.ts';

/** RFC 9449 section 4.3, with the hash of the body. @returns says whether a proof bears the nonce that is asked for. */
export function createProofCheck(nonce: () => string | undefined) {
  const proofs = new Set<string>();
  return async (request: WireRequest): Promise<boolean> => {
    const { payload } = await jwtVerify(request.headers.dpop ?? '', EmbeddedJWK, {
      typ: 'dpop+jwt',
      algorithms: ['ES256'],
    });
    const body = request.body ?? utf8('');
    const bsh = base64url(new Uint8Array(await crypto.subtle.digest('SHA-256', body)));
    const fits =
      payload.htm === request.method &&
      payload.htu === request.url.replace(/\?.*/, '') &&
      payload.bsh === bsh &&
      typeof payload.jti === 'string' &&
      !proofs.has(payload.jti);
    proofs.add(String(payload.jti));
    if (!fits) throw new Error('The proof does not fit the request.');
    const wanted = nonce();
    return wanted === undefined || payload.nonce === wanted;
  };
}
