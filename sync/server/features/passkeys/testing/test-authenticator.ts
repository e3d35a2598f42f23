/** An authenticator in software, as WebAuthn Level 3 (section 6) describes one: real keys and signatures, and what a test wants of its flags. */
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';
import type {
  Assertion,
  Attestation,
  PasskeyCreation,
  PasskeyRequest,
} from '../../../../protocol/api/passkeys.ts';

export interface CeremonyOptions {
  readonly origin?: string;
  /** Where it isn't the one that was asked for. */
  readonly rpId?: string;
  readonly userVerified?: boolean;
  readonly backupEligible?: boolean;
  readonly backedUp?: boolean;
  readonly challenge?: string;
}

export interface TestAuthenticator {
  readonly credential: string;
  create(creation: PasskeyCreation, options?: CeremonyOptions): Attestation;
  /** @param userHandle the user's id, as it was given at its creation. */
  sign(request: PasskeyRequest, options?: CeremonyOptions & { readonly userHandle?: string }): Assertion;
}

const FLAGS = { present: 0x01, verified: 0x04, eligible: 0x08, backedUp: 0x10, attested: 0x40 } as const;
const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest();
const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');
const big = (value: number, bytes: 2 | 4) => {
  const buffer = Buffer.alloc(bytes);
  buffer.writeUIntBE(value, 0, bytes);
  return buffer;
};

export function createTestAuthenticator(origin = 'http://localhost'): TestAuthenticator {
  const id = randomBytes(32);
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  let counter = 0;
  let user: string | undefined;

  function dataOf(rpId: string, options: CeremonyOptions, attested: Uint8Array): Buffer {
    const { userVerified = true, backupEligible = true, backedUp = true } = options;
    counter += 1;
    const flags =
      FLAGS.present |
      (userVerified ? FLAGS.verified : 0) |
      (backupEligible ? FLAGS.eligible : 0) |
      (backedUp ? FLAGS.backedUp : 0) |
      (attested.length > 0 ? FLAGS.attested : 0);
    return Buffer.concat([sha256(options.rpId ?? rpId), Buffer.from([flags]), big(counter, 4), attested]);
  }

  const clientOf = (type: string, challenge: string, options: CeremonyOptions) =>
    Buffer.from(
      JSON.stringify({
        ...{ type, challenge: options.challenge ?? challenge },
        ...{ origin: options.origin ?? origin, crossOrigin: false },
      }),
    );

  return {
    credential: base64url(id),
    create({ challenge, rp, user: { id: userId } }, options = {}) {
      user = userId;
      const cose = isoCBOR.encode(
        new Map<number, number | Uint8Array>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
          [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
        ]),
      );
      const attested = Buffer.concat([Buffer.alloc(16), big(id.length, 2), id, cose]);
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', new Uint8Array(dataOf(rp.id, options, attested))],
      ]) as Parameters<typeof isoCBOR.encode>[0];
      return {
        ...{ id: base64url(id), rawId: base64url(id), type: 'public-key' },
        response: {
          clientDataJSON: base64url(clientOf('webauthn.create', challenge, options)),
          attestationObject: base64url(isoCBOR.encode(attestation)),
          transports: ['internal'],
        },
      };
    },
    sign({ challenge, rpId }, { userHandle = user, ...options } = {}) {
      const authenticatorData = dataOf(rpId, options, new Uint8Array());
      const client = clientOf('webauthn.get', challenge, options);
      const signature = sign('sha256', Buffer.concat([authenticatorData, sha256(client)]), privateKey);
      return {
        ...{ id: base64url(id), rawId: base64url(id), type: 'public-key' },
        response: {
          clientDataJSON: base64url(client),
          authenticatorData: base64url(authenticatorData),
          signature: base64url(signature),
          ...(userHandle === undefined ? {} : { userHandle }),
        },
      };
    },
  };
}
