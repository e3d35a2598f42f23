/** What an authenticator has signed, checked. Nothing here knows a person or a database. */
import { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server';
import type { Assertion, Attestation } from '../../../protocol/api/passkeys.ts';
import type { RelyingParty } from './relying-party.ts';

/** COSE: Ed25519, ES256, and RS256 for Windows Hello. */
export const ALGORITHMS = [-8, -7, -257] as const;

export interface CheckedAttestation {
  readonly credential: string;
  readonly publicKey: Uint8Array;
  readonly counter: number;
  readonly backupEligible: boolean;
  readonly backedUp: boolean;
}

export interface SigningKey {
  readonly credential: string;
  readonly publicKey: Uint8Array;
  readonly counter: number;
}

export type CheckedAssertion = Pick<CheckedAttestation, 'counter' | 'backupEligible' | 'backedUp'>;

/** @param challenge which the client's data has to name. @returns undefined for anything that isn't right. */
export async function checkAttestation(
  attestation: Attestation,
  challenge: string,
  party: RelyingParty,
): Promise<CheckedAttestation | undefined> {
  const { id, rawId, type, response } = attestation;
  const { clientDataJSON, attestationObject } = response;
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: {
        ...{ id, rawId, type, clientExtensionResults: {} },
        response: { clientDataJSON, attestationObject },
      },
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      supportedAlgorithmIDs: [...ALGORITHMS],
    });
    if (!verified) return undefined;
    const { credential, credentialDeviceType, credentialBackedUp } = registrationInfo;
    return {
      credential: credential.id,
      publicKey: credential.publicKey,
      counter: credential.counter,
      backupEligible: credentialDeviceType === 'multiDevice',
      backedUp: credentialBackedUp,
    };
  } catch {
    return undefined;
  }
}

/** As above. */
export async function checkAssertion(
  { id, rawId, type, response }: Assertion,
  challenge: string,
  party: RelyingParty,
  key: SigningKey,
): Promise<CheckedAssertion | undefined> {
  const { clientDataJSON, authenticatorData, signature } = response;
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        ...{ id, rawId, type, clientExtensionResults: {} },
        response: { clientDataJSON, authenticatorData, signature },
      },
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      credential: { id: key.credential, publicKey: new Uint8Array(key.publicKey), counter: key.counter },
    });
    if (!verified) return undefined;
    const { newCounter, credentialDeviceType, credentialBackedUp } = authenticationInfo;
    return {
      counter: newCounter,
      backupEligible: credentialDeviceType === 'multiDevice',
      backedUp: credentialBackedUp,
    };
  } catch {
    return undefined;
  }
}

/** The challenge that the client's data names; undefined where it can't be read. */
export function challengeOf(clientDataJSON: string): string | undefined {
  try {
    const data: unknown = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString('utf8'));
    const challenge = typeof data === 'object' && data !== null && 'challenge' in data && data.challenge;
    // Ours have no other letters, and the database couldn't look for some that others have.
    return typeof challenge === 'string' && /^[\w-]+$/.test(challenge) ? challenge : undefined;
  } catch {
    return undefined;
  }
}
