/**
 * A passkey that gives a secret: WebAuthn Level 3 with the PRF extension (section 10.1.4). Nothing is registered with a server: the passkey
 * lives on the patient's device or in their password manager, and only its secret matters.
 */
import { answerOr } from '../../../sync/client/base/deadline.ts';
import { systemTimers } from '../../../sync/client/base/system-clock.ts';
import type { PasskeyPort } from '../../../sync/client/keys/passkey-port.ts';
import type { LockSupport } from '../contract/contract.ts';

/**
 * `declined`: the person closed the browser's dialog, or it timed out. `no-prf`: a passkey was made, and it gives no secret.
 * `failed`: anything else.
 */
export type PasskeyErrorCode = 'declined' | 'no-prf' | 'failed';

export class PasskeyError extends Error {
  override name = 'PasskeyError';
  readonly code: PasskeyErrorCode;
  constructor(code: PasskeyErrorCode, cause?: unknown) {
    super(`passkey: ${code}`, cause === undefined ? undefined : { cause });
    this.code = code;
  }
}

type Bytes = Uint8Array<ArrayBuffer>;

export interface PasskeyDependencies {
  readonly credentials: CredentialsContainer;
  /** The page's host: passkeys are bound to it. */
  readonly host: string;
  /** As the passkey is listed in a password manager: the vendor's name, and nothing about health. */
  readonly name: string;
}

const TIMEOUT_MS = 120_000;
/** Browsers take the timeout as advice (WebAuthn Level 3, section 5.4). A dialog that nobody has found by then counts as closed. */
export const PATIENCE_MS = TIMEOUT_MS + 10_000;
export const SUPPORT_MS = 3_000;
/** ES256, then RS256 for Windows Hello (RFC 9053). */
const ALGORITHMS = [-7, -257] as const;

const toBase64url = (bytes: Uint8Array) =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
const fromBase64url = (text: string): Bytes =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (character) =>
    character.charCodeAt(0),
  );

const toBytes = (source: BufferSource): Bytes =>
  source instanceof ArrayBuffer
    ? new Uint8Array(source)
    : new Uint8Array(source.buffer.slice(source.byteOffset, source.byteOffset + source.byteLength));

function toPasskeyError(error: unknown): PasskeyError {
  if (error instanceof PasskeyError) return error;
  const name = error instanceof Error ? error.name : '';
  return new PasskeyError(name === 'NotAllowedError' || name === 'AbortError' ? 'declined' : 'failed', error);
}

/** What the extension gave; undefined where the authenticator doesn't know it. */
function prfOf(credential: PublicKeyCredential): { readonly enabled: boolean; readonly secret?: Bytes } {
  const { prf } = credential.getClientExtensionResults();
  const first = prf?.results?.first;
  return {
    enabled: prf?.enabled === true || first !== undefined,
    ...(first ? { secret: toBytes(first) } : {}),
  };
}

function asPublicKey(credential: Credential | null): PublicKeyCredential {
  if (credential instanceof PublicKeyCredential) return credential;
  throw new PasskeyError('failed');
}

/** The browser's dialog ends with the wait for it. */
async function asked<Answer>(ask: (signal: AbortSignal) => Promise<Answer>): Promise<Answer> {
  const control = new AbortController();
  return await answerOr(systemTimers, PATIENCE_MS, ask(control.signal), () => {
    control.abort();
    throw new PasskeyError('declined');
  });
}

export function createPasskey({ credentials, host, name }: PasskeyDependencies): PasskeyPort {
  const random = () => crypto.getRandomValues(new Uint8Array(32));

  async function get(credentialId: string, salt: Bytes): Promise<Bytes> {
    try {
      const credential = asPublicKey(
        await asked((signal) =>
          credentials.get({
            signal,
            publicKey: {
              challenge: random(),
              rpId: host,
              allowCredentials: [{ type: 'public-key', id: fromBase64url(credentialId) }],
              userVerification: 'required',
              timeout: TIMEOUT_MS,
              extensions: { prf: { eval: { first: salt } } },
            },
          }),
        ),
      );
      const { secret } = prfOf(credential);
      if (secret === undefined) throw new PasskeyError('no-prf');
      return secret;
    } catch (error) {
      throw toPasskeyError(error);
    }
  }

  return {
    async create(salt) {
      try {
        const credential = asPublicKey(
          await asked((signal) =>
            credentials.create({
              signal,
              publicKey: {
                challenge: random(),
                rp: { id: host, name },
                user: { id: random(), name, displayName: name },
                pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
                authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
                attestation: 'none',
                timeout: TIMEOUT_MS,
                extensions: { prf: { eval: { first: salt } } },
              },
            }),
          ),
        );
        const credentialId = toBase64url(new Uint8Array(credential.rawId));
        const { enabled, secret } = prfOf(credential);
        if (!enabled) throw new PasskeyError('no-prf');
        // Some authenticators give the secret only when the passkey is used.
        return { credentialId, secret: secret ?? (await get(credentialId, salt)) };
      } catch (error) {
        throw toPasskeyError(error);
      }
    },
    get,
  };
}

/** What can be known without asking for a passkey. Where a browser doesn't say, trying will. */
export async function passkeySupport(page: {
  readonly PublicKeyCredential?: typeof globalThis.PublicKeyCredential;
}): Promise<LockSupport> {
  const kind = page.PublicKeyCredential;
  if (kind === undefined) return 'no-passkeys';
  try {
    const capabilities = kind.getClientCapabilities?.() ?? Promise.resolve(undefined);
    const said = await answerOr(systemTimers, SUPPORT_MS, capabilities, () => undefined);
    if (said?.['extension:prf'] === false) return 'no-prf';
    if (said?.passkeyPlatformAuthenticator === true || said?.hybridTransport === true) return 'ready';
    const available = kind.isUserVerifyingPlatformAuthenticatorAvailable();
    return (await answerOr(systemTimers, SUPPORT_MS, available, () => false)) ? 'ready' : 'no-passkeys';
  } catch {
    return 'no-passkeys';
  }
}
