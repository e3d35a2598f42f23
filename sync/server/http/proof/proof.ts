/**
 * A device's proof of its key: a DPoP proof (RFC 9449 section 4) with one claim more, `bsh`, the SHA-256 of the body, so that a
 * proof can't be put on another request.
 *
 * `jti` isn't remembered, which RFC 9449 section 11.1 would have for one-time use: a proof that is replayed within the life of its
 * nonce repeats the same body, and operations are idempotent, so that nothing happens twice. `iat` isn't judged, since a
 * device's clock must never stop a submission; the nonce bounds the proof's age instead.
 */
import { hash } from 'node:crypto';
import { z } from 'zod/mini';
import { NONCE_HEADER } from '../../../protocol/wire.ts';
import { ProblemError } from '../../base/problems.ts';
import { createDpopVerifier } from './dpop.ts';
import type { NonceSource } from './nonce.ts';

const MAX_PROOF_BYTES = 4096;

const claimsSchema = z.object({
  htm: z.string(),
  htu: z.string(),
  jti: z.string().check(z.minLength(1), z.maxLength(256)),
  iat: z.number(),
  nonce: z.optional(z.string()),
  bsh: z.optional(z.string()),
});

export interface ProvenRequest {
  /** The value of the `DPoP` header. */
  readonly proof: string | undefined;
  readonly method: string;
  /** Host names, with their ports, under which this server is known to its clients. */
  readonly hosts: readonly string[];
  /** Path without query. */
  readonly path: string;
}

export interface ProvenDevice {
  /** RFC 7638 thumbprint of the key, base64url SHA-256. */
  readonly deviceId: string;
  /** Seconds by which the device's clock is ahead, from `iat`; whole seconds and the network's delay blur it. */
  readonly skewSeconds: number;
}

/** Only the path and the host count: behind a proxy that ends TLS the scheme isn't known here. */
function isThisAddress(htu: string, { hosts, path }: ProvenRequest): boolean {
  const url = URL.parse(htu);
  return url?.pathname === path && hosts.includes(url.host);
}

function challenge(
  code: 'PROOF_MISSING' | 'PROOF_INVALID' | 'NONCE_REQUIRED',
  nonce: string,
  detail?: string,
): ProblemError {
  const error = code === 'NONCE_REQUIRED' ? 'use_dpop_nonce' : 'invalid_dpop_proof';
  const headers = { 'www-authenticate': `DPoP error="${error}", algs="ES256"`, [NONCE_HEADER]: nonce };
  return new ProblemError(code, detail === undefined ? {} : { detail }, headers);
}

/** What can be known before the body is there. */
export interface CheckedProof {
  readonly device: ProvenDevice;
  /** @throws ProblemError of status 401 where the proof was made for another body. */
  demandBody(body: Uint8Array): void;
}

export type CheckProof = (request: ProvenRequest) => CheckedProof;

/** The function throws a {@link ProblemError} of status 401 with a fresh nonce, whatever is wrong with the proof. */
export function createProofCheck(nonces: NonceSource, now: () => number): CheckProof {
  const verify = createDpopVerifier();
  return (request) => {
    const { proof } = request;
    if (!proof) throw challenge('PROOF_MISSING', nonces.current());
    const invalid = (detail: string) => challenge('PROOF_INVALID', nonces.current(), detail);
    if (proof.length > MAX_PROOF_BYTES) throw invalid('It is too long.');
    const verified = verify(proof);
    if (!verified)
      throw invalid('It is not a JWT of type dpop+jwt signed with ES256 by the key in its header.');
    const claims = claimsSchema.safeParse(verified.payload);
    if (!claims.success) throw invalid('It lacks htm, htu, jti or iat.');
    const { htm, htu, nonce, bsh, iat } = claims.data;
    if (htm !== request.method || !isThisAddress(htu, request))
      throw invalid('It was made for another address (htm, htu).');
    if (nonce === undefined || !nonces.isFresh(nonce)) throw challenge('NONCE_REQUIRED', nonces.current());
    return {
      device: { deviceId: verified.thumbprint, skewSeconds: iat - Math.floor(now() / 1000) },
      demandBody(body) {
        if (bsh !== hash('sha256', body, 'base64url')) throw invalid('It was made for another body (bsh).');
      },
    };
  };
}
