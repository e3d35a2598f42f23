/**
 * The browser's part of a passkey: one ceremony at a time, and what a person closes is no error. Never tells a browser that a passkey is unknown: the one that
 * locks drafts on this device has the same host, and the server has never heard of it.
 */
import {
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
} from '@simplewebauthn/browser';
import type {
  Assertion,
  Attestation,
  PasskeyCreation,
  PasskeyList,
  PasskeyRequest,
} from '../../platform/contract/account.ts';

export type Ceremony<Result> =
  | { readonly status: 'done'; readonly result: Result }
  /** Closed, timed out, or put aside by another one. */
  | { readonly status: 'declined' }
  /** The authenticator has one of this person already. */
  | { readonly status: 'exists' }
  | { readonly status: 'failed' };

const nameOf = (error: unknown) => (error instanceof Error ? error.name : '');
const DECLINED: ReadonlySet<string> = new Set(['NotAllowedError', 'AbortError']);
/** Another ceremony of this page is still under way, and hasn't noticed that it was put aside. */
const PENDING: ReadonlySet<string> = new Set(['OperationError', 'InvalidStateError']);

/** @param again whether an error may mean that another ceremony is pending. */
async function run<Result>(
  ask: () => Promise<Result>,
  again: (error: unknown) => boolean,
): Promise<Ceremony<Result>> {
  for (let tries = 1; ; tries += 1) {
    try {
      return { status: 'done', result: await ask() };
    } catch (error) {
      if (DECLINED.has(nameOf(error))) return { status: 'declined' };
      if (tries > 1 || !again(error)) {
        return { status: nameOf(error) === 'InvalidStateError' ? 'exists' : 'failed' };
      }
      WebAuthnAbortService.cancelCeremony();
    }
  }
}

/** To be called within a press: the browser shows its own dialog, which some refuse otherwise. */
export function choosePasskey({ challenge, rpId, timeout }: PasskeyRequest): Promise<Ceremony<Assertion>> {
  const optionsJSON: PublicKeyCredentialRequestOptionsJSON = {
    ...{ challenge, rpId, timeout },
    allowCredentials: [],
    userVerification: 'required',
  };
  return run(
    async () => {
      const { id, rawId, response } = await startAuthentication({ optionsJSON });
      const { clientDataJSON, authenticatorData, signature, userHandle } = response;
      return {
        ...{ id, rawId, type: 'public-key' },
        response: {
          ...{ clientDataJSON, authenticatorData, signature },
          ...(userHandle === undefined ? {} : { userHandle }),
        },
      };
    },
    (error) => PENDING.has(nameOf(error)),
  );
}

/** As above. */
export function makePasskey(creation: PasskeyCreation): Promise<Ceremony<Attestation>> {
  const { challenge, rp, user, algorithms, exclude, timeout } = creation;
  const optionsJSON: PublicKeyCredentialCreationOptionsJSON = {
    ...{ challenge, rp, user, timeout },
    pubKeyCredParams: algorithms.map((alg) => ({ alg, type: 'public-key' })),
    excludeCredentials: exclude.map((id) => ({ id, type: 'public-key' })),
    authenticatorSelection: {
      ...{ residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
    },
    attestation: 'none',
  };
  return run(
    async () => {
      const { id, rawId, response } = await startRegistration({ optionsJSON });
      const { clientDataJSON, attestationObject, transports } = response;
      return {
        ...{ id, rawId, type: 'public-key' },
        response: { clientDataJSON, attestationObject, ...(transports ? { transports } : {}) },
      };
    },
    (error) => nameOf(error) === 'OperationError',
  );
}

/** Whatever is under way. */
export const cancelCeremony = () => WebAuthnAbortService.cancelCeremony();

interface Signals {
  signalAllAcceptedCredentials?(options: {
    readonly rpId: string;
    readonly userId: string;
    readonly allAcceptedCredentialIds: readonly string[];
  }): Promise<void>;
}

/** A password manager hides those of this user that the list lacks. It names a user, so that no other's are touched. */
export async function tellAccepted({ rpId, user, passkeys }: PasskeyList): Promise<void> {
  const signals: Signals = globalThis.PublicKeyCredential ?? {};
  if (user === null) return;
  await signals
    .signalAllAcceptedCredentials?.({
      ...{ rpId, userId: user },
      allAcceptedCredentialIds: passkeys.map(({ credential }) => credential),
    })
    .catch(() => undefined);
}
