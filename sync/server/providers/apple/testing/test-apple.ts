/** Somebody who plays Apple on loopback: a certified OpenID provider, with Apple's ways of its own put in. */
import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, importJWK, importSPKI, jwtVerify, SignJWT } from 'jose';
import Provider, { type JWK } from 'oidc-provider';
import type { AppleKeys } from '../apple.ts';

export interface TestAppleAccount {
  readonly sub: string;
  readonly email?: string;
  readonly email_verified?: boolean | string;
  readonly is_private_email?: boolean | string;
}

export interface TestApple {
  readonly issuer: URL;
  readonly keys: AppleKeys;
  /** On loopback. */
  readonly port: number;
  /** Reaches it, as if it had that name. */
  readonly fetch: (url: string, init?: RequestInit) => Promise<Response>;
  /** Who is at the browser. */
  account: TestAppleAccount;
  /** Goes through the sign-in as a browser does. @returns the form that the browser is made to post. */
  signIn(url: URL): Promise<URLSearchParams>;
  /** As Apple tells it. @param over in place of what is right. */
  notify(event: unknown, over?: { readonly audience?: string; readonly issuer?: string }): Promise<string>;
  /** New tokens are signed by another key from now on; the old one stays. */
  rotate(): Promise<void>;
  /** Refresh tokens that were given up. */
  readonly revoked: readonly string[];
  close(): Promise<void>;
}

const CLIENT_ID = 'example.care.web';
const TEAM_ID = 'TEAM000001';
const KEY_ID = 'KEY0000001';

async function signingKey(kid: string): Promise<JWK> {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return { ...(await exportJWK(privateKey)), kid, alg: 'RS256', use: 'sig' };
}

/** @param issuer what it says it is: a server that is a process of its own takes Apple's real name alone. */
export async function openTestApple(
  redirectUri: string,
  issuer = new URL('https://appleid.example'),
): Promise<TestApple> {
  const pair = generateKeyPairSync('ec', {
    namedCurve: 'P-256',
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
  const keys: AppleKeys = {
    clientId: CLIENT_ID,
    teamId: TEAM_ID,
    keyId: KEY_ID,
    privateKey: pair.privateKey,
  };
  const revoked: string[] = [];
  const telling = await signingKey('second');
  let signing = [await signingKey('first'), telling];
  let handler: ReturnType<Provider['callback']> | undefined;
  let provider: Provider | undefined;
  const server: Server = createServer((request, response) => {
    if (request.url?.startsWith('/interaction/') && provider) {
      void provider.interactionFinished(request, response, { login: { accountId: own.account.sub } });
      return;
    }
    void handler?.(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const name = issuer.origin;
  /** As behind a proxy that ends TLS. */
  const ask: TestApple['fetch'] = (url, init) => {
    const { pathname, search } = new URL(url);
    const headers = new Headers(init?.headers);
    headers.set('x-forwarded-proto', 'https');
    headers.set('x-forwarded-host', issuer.host);
    return fetch(`http://127.0.0.1:${port}${pathname}${search}`, { ...init, headers });
  };

  function open(): void {
    provider = new Provider(name, {
      clients: [
        {
          ...{ client_id: CLIENT_ID, client_secret: 'is a signed token', redirect_uris: [redirectUri] },
          ...{ grant_types: ['authorization_code', 'refresh_token'], response_types: ['code'] },
          ...{ token_endpoint_auth_method: 'client_secret_post', id_token_signed_response_alg: 'RS256' },
        },
      ],
      jwks: { keys: signing },
      scopes: ['openid', 'name', 'email'],
      claims: { openid: ['sub'], email: ['email', 'email_verified', 'is_private_email'] },
      conformIdTokenClaims: false,
      pkce: { required: () => false },
      ttl: { AccessToken: 600, Grant: 600, IdToken: 600, Interaction: 600, RefreshToken: 600, Session: 600 },
      features: { devInteractions: { enabled: false }, revocation: { enabled: true } },
      issueRefreshToken: async () => true,
      interactions: { url: (_ctx, interaction) => `/interaction/${interaction.uid}` },
      findAccount: (_ctx, accountId) => ({ accountId, claims: async () => ({ ...own.account }) }),
      async loadExistingGrant(ctx) {
        const { client, session } = ctx.oidc;
        if (!client || session?.accountId === undefined || !provider) return undefined;
        const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId });
        grant.addOIDCScope('openid name email');
        await grant.save();
        return grant;
      },
    });
    provider.proxy = true;
    provider.Client.prototype.compareClientSecret = async (actual: string) => {
      const key = await importSPKI(pair.publicKey, 'ES256');
      const { protectedHeader } = await jwtVerify(actual, key, {
        ...{ issuer: TEAM_ID, subject: CLIENT_ID, audience: name, requiredClaims: ['iat', 'exp'] },
      });
      return protectedHeader.kid === KEY_ID;
    };
    provider.on('grant.revoked', (_ctx, grantId) => revoked.push(grantId));
    handler = provider.callback();
  }

  const own: TestApple = {
    ...{ issuer, keys, port, revoked, fetch: ask },
    account: { sub: `001.${randomUUID()}`, email: 'ana@icloud.example', email_verified: 'true' },
    async signIn(url) {
      const jar = new Map<string, string>();
      let next = url;
      for (let step = 0; step < 10; step++) {
        const answer = await ask(next.href, {
          redirect: 'manual',
          headers: { cookie: [...jar].map(([key, value]) => `${key}=${value}`).join('; ') },
        });
        for (const cookie of answer.headers.getSetCookie()) {
          const [key = '', value = ''] = (cookie.split(';')[0] ?? '').split('=');
          jar.set(key, value);
        }
        const location = answer.headers.get('location');
        if (location === null) {
          const html = await answer.text();
          const inputs = html.matchAll(/name="([^"]+)" value="([^"]*)"/g);
          return new URLSearchParams([...inputs].map(([, key = '', value = '']) => [key, value]));
        }
        next = new URL(location, next);
      }
      throw new Error('The sign-in goes round in circles.');
    },
    async notify(event, { audience = CLIENT_ID, issuer: from = name } = {}) {
      return new SignJWT({ events: JSON.stringify(event) })
        .setProtectedHeader({ alg: 'RS256', kid: 'second' })
        .setIssuer(from)
        .setAudience(audience)
        .setIssuedAt()
        .setJti(randomUUID())
        .sign(await importJWK(telling as Parameters<typeof importJWK>[0], 'RS256'));
    },
    async rotate() {
      signing = [await signingKey('third'), ...signing];
      open();
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
  open();
  return own;
}
