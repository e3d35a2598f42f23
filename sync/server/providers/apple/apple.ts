/**
 * Sign in with Apple, as far as Apple is concerned: where a person is sent, what comes back, and what Apple tells by itself. OpenID Connect by
 * `openid-client`, with Apple's own ways: a client's secret that is a signed token, the answer as a form, and truth values written as text.
 */
import { createPrivateKey, type KeyObject } from 'node:crypto';
import { createRemoteJWKSet, customFetch as fetchOfKeys, jwtVerify, SignJWT } from 'jose';
import {
  authorizationCodeGrant,
  buildAuthorizationUrl,
  ClientSecretPost,
  Configuration,
  type CustomFetch,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  type ServerMetadata,
  tokenRevocation,
} from 'openid-client';
import { serviceNamed } from '../../core/feature.ts';
import { claimsSchema, type NotificationEvent, notificationSchema } from './apple-claims.ts';

/** For the feature, where the operator has keys. */
export const appleAccess = serviceNamed<Apple>('apple');

export interface AppleKeys {
  /** The Services ID. */
  readonly clientId: string;
  readonly teamId: string;
  readonly keyId: string;
  /** PKCS #8, as Apple gives it. */
  readonly privateKey: string;
}

export interface AppleOptions {
  readonly keys: AppleKeys;
  readonly now: () => Date;
  /** Where it isn't Apple. */
  readonly issuer?: URL;
  /** The platform's own where left out. */
  readonly fetch?: (url: string, init?: RequestInit) => Promise<Response>;
}

export interface AppleIdentity {
  /** Who it is, together with the issuer: nothing else ever says so. */
  readonly subject: string;
  readonly issuer: string;
  readonly email: string | undefined;
  readonly isEmailVerified: boolean;
  /** An address that Apple made up for this clinic: mail to it arrives only from senders that Apple knows. */
  readonly isRelay: boolean;
  readonly refreshToken: string | undefined;
}

export interface Checks {
  readonly state: string;
  readonly nonce: string;
  readonly redirectUri: string;
}

export interface Apple {
  /** As tokens name it. */
  readonly issuer: string;
  /** Where the person is sent. */
  authorizationUrl(checks: Checks): Promise<URL>;
  /**
   * @param form the body of what the browser was made to post, as it came.
   * @throws Error for whatever isn't right about it.
   */
  redeem(form: string, checks: Checks): Promise<AppleIdentity>;
  revoke(refreshToken: string): Promise<void>;
  /** @throws Error where it isn't Apple's, or not for this clinic's server. */
  readNotification(token: string): Promise<NotificationEvent & { readonly id: string }>;
}

const APPLE = new URL('https://appleid.apple.com');
const SECRET_SECONDS = 5 * 60;
const METADATA_MS = 60 * 60_000;
/** By which Apple signs what it tells. */
const SIGNATURES = ['RS256'];

/** @throws Error where the key isn't one for ES256. */
export function readAppleKey(pem: string): KeyObject {
  const key = createPrivateKey(pem);
  if (key.asymmetricKeyDetails?.namedCurve !== 'prime256v1') throw new Error('The key is not one for ES256.');
  return key;
}

export function createApple({ keys, now, issuer = APPLE, fetch = globalThis.fetch }: AppleOptions): Apple {
  const { clientId, teamId, keyId } = keys;
  const privateKey = readAppleKey(keys.privateKey);
  const name = issuer.href.replace(/\/$/, '');
  const ask: CustomFetch = (url, { body, ...rest }) =>
    fetch(url, { ...rest, ...(body === undefined ? {} : { body: body as BodyInit | null }) });
  let known: { readonly at: number; readonly metadata: ServerMetadata } | undefined;

  /** Apple takes one for up to six months; minutes are enough. */
  const secret = () => {
    const at = Math.floor(now().getTime() / 1000);
    return new SignJWT()
      .setProtectedHeader({ alg: 'ES256', kid: keyId })
      .setIssuer(teamId)
      .setSubject(clientId)
      .setAudience(name)
      .setIssuedAt(at)
      .setExpirationTime(at + SECRET_SECONDS)
      .sign(privateKey);
  };

  async function metadata(): Promise<ServerMetadata> {
    if (known && now().getTime() - known.at < METADATA_MS) return known.metadata;
    const found = await discovery(issuer, clientId, undefined, undefined, {
      [customFetch]: ask,
    });
    known = { at: now().getTime(), metadata: found.serverMetadata() };
    return known.metadata;
  }

  /** One for each use, with a secret of its own. It reads the keys that tokens are signed by anew: Apple has several, and changes them. */
  async function configuration(): Promise<Configuration> {
    const config = new Configuration(
      { ...(await metadata()) },
      clientId,
      undefined,
      ClientSecretPost(await secret()),
    );
    config[customFetch] = ask;
    // Otherwise the library trusts the connection alone.
    enableNonRepudiationChecks(config);
    return config;
  }

  return {
    issuer: name,
    async authorizationUrl({ state, nonce, redirectUri }) {
      return buildAuthorizationUrl(await configuration(), {
        ...{ state, nonce, redirect_uri: redirectUri },
        // Apple demands the form where either is asked for.
        ...{ scope: 'openid name email', response_mode: 'form_post' },
      });
    },

    async redeem(form, { state, nonce, redirectUri }) {
      const request = new Request(redirectUri, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: form,
      });
      const tokens = await authorizationCodeGrant(await configuration(), request, {
        ...{ expectedState: state, expectedNonce: nonce, idTokenExpected: true },
      });
      const { sub, iss, email, email_verified, is_private_email } = claimsSchema.parse(tokens.claims());
      return {
        ...{ subject: sub, issuer: iss, email },
        isEmailVerified: email !== undefined && email_verified === true,
        isRelay: email !== undefined && (is_private_email === true || isRelayAddress(email)),
        refreshToken: tokens.refresh_token,
      };
    },

    async revoke(refreshToken) {
      await tokenRevocation(await configuration(), refreshToken, { token_type_hint: 'refresh_token' });
    },

    async readNotification(token) {
      const { jwks_uri: keysAt, issuer: expected } = await metadata();
      if (keysAt === undefined) throw new Error('Apple names no keys.');
      const { payload } = await jwtVerify(
        token,
        createRemoteJWKSet(new URL(keysAt), { [fetchOfKeys]: fetch }),
        {
          ...{ issuer: expected, audience: clientId, algorithms: SIGNATURES },
          ...{ currentDate: now(), requiredClaims: ['jti', 'iat'], maxTokenAge: '1 day' },
        },
      );
      const { jti, events } = notificationSchema.parse(payload);
      return { id: jti, ...events };
    },
  };
}

const RELAYS = ['privaterelay.appleid.com', 'private.icloud.com'];

export const isRelayAddress = (email: string): boolean =>
  RELAYS.includes(email.slice(email.lastIndexOf('@') + 1).toLowerCase());
