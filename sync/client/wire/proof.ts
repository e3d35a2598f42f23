/**
 * The device's proof of its key on one request: a DPoP JWT (RFC 9449 section 4.2), with the hash of the body beside the
 * claims of the RFC, so that a body can't be exchanged under a proof. Compact JWS by RFC 7515 section 7.1: assembled here
 * because its signature goes through the crypto port.
 */
import { type Bytes, base64url, utf8 } from '../base/bytes.ts';
import type { DeviceCrypto } from '../base/crypto-ports.ts';
import { uuidV4 } from '../base/ids.ts';
import type { Clock, Random, WireRequest } from '../base/ports.ts';
import type { Device } from '../keys/device.ts';

export interface ProofRequest {
  readonly method: WireRequest['method'];
  /** Absolute, query included or not: `htu` goes without it (RFC 9449 section 4.2). */
  readonly url: string;
  readonly body: Bytes;
  readonly nonce: string | undefined;
}

export function createProof(dependencies: {
  readonly device: Device;
  readonly crypto: Pick<DeviceCrypto, 'sha256'>;
  readonly random: Random;
  readonly clock: Pick<Clock, 'now'>;
}): (request: ProofRequest) => Promise<string> {
  const { device, crypto, random, clock } = dependencies;
  return async ({ method, url, body, nonce }) => {
    const { publicJwk, sign } = await device.identity();
    const header = { typ: 'dpop+jwt', alg: 'ES256', jwk: publicJwk };
    const claims = {
      htm: method,
      htu: url.replace(/[?#].*$/s, ''),
      jti: uuidV4(random),
      iat: Math.floor(clock.now() / 1000),
      ...(nonce === undefined ? {} : { nonce }),
      bsh: base64url(await crypto.sha256(body)),
    };
    const signed = `${base64url(utf8(JSON.stringify(header)))}.${base64url(utf8(JSON.stringify(claims)))}`;
    return `${signed}.${base64url(await sign(utf8(signed)))}`;
  };
}
