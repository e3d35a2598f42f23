import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Apple, type AppleIdentity, createApple, isRelayAddress, readAppleKey } from './apple.ts';
import { suggestedName } from './apple-claims.ts';
import { openTestApple, type TestApple, type TestAppleAccount } from './testing/test-apple.ts';

const REDIRECT = 'https://care.example/auth/apple/callback';

let theirs: TestApple;
let apple: Apple;
beforeAll(async () => {
  theirs = await openTestApple(REDIRECT);
  apple = createApple({
    ...{ keys: theirs.keys, issuer: theirs.issuer, fetch: theirs.fetch },
    now: () => new Date(),
  });
});
afterAll(() => theirs.close());

let states = 0;
const checksOf = () => {
  states += 1;
  return { state: `state-${states}`, nonce: `nonce-${states}`, redirectUri: REDIRECT };
};

async function signIn(account: Omit<TestAppleAccount, 'sub'> = {}): Promise<AppleIdentity> {
  const checks = checksOf();
  theirs.account = { sub: theirs.account.sub, ...account };
  const form = await theirs.signIn(await apple.authorizationUrl(checks));
  return apple.redeem(String(form), checks);
}

describe('signing in with Apple', () => {
  it('asks for name and address, which Apple answers by a form alone (A11)', async () => {
    const checks = checksOf();
    const url = await apple.authorizationUrl(checks);
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      ...{ response_mode: 'form_post', response_type: 'code', scope: 'openid name email' },
      ...{ state: checks.state, nonce: checks.nonce, redirect_uri: REDIRECT },
      client_id: theirs.keys.clientId,
    });
  });

  it('says who it is by issuer and subject, with a secret that is a signed token', async () => {
    const identity = await signIn({ email: 'ana@icloud.example', email_verified: true });
    expect(identity).toEqual({
      ...{ subject: theirs.account.sub, issuer: theirs.issuer.href.replace(/\/$/, '') },
      ...{ email: 'ana@icloud.example', isEmailVerified: true, isRelay: false },
      refreshToken: expect.stringMatching(/./),
    });
  });

  it.each([
    ['true', true],
    ['false', false],
    [true, true],
    [false, false],
    [undefined, false],
  ])('takes an address for verified that is said to be so by %j: %s (A14)', async (said, isEmailVerified) => {
    const identity = await signIn({
      email: 'ana@icloud.example',
      ...(said === undefined ? {} : { email_verified: said }),
    });
    expect(identity.isEmailVerified).toBe(isEmailVerified);
  });

  it('knows an address of the relay by the claim, and by both domains where there is none (A16)', async () => {
    expect((await signIn({ email: 'x@care.example', is_private_email: 'true' })).isRelay).toBe(true);
    for (const domain of ['privaterelay.appleid.com', 'private.icloud.com', 'Private.iCloud.com'])
      expect(isRelayAddress(`x@${domain}`)).toBe(true);
    for (const address of ['x@icloud.com', 'private.icloud.com@mail.example', 'x@evil-private.icloud.com'])
      expect(isRelayAddress(address)).toBe(false);
  });

  it('does without an address', async () => {
    expect(await signIn()).toMatchObject({ email: undefined, isEmailVerified: false, isRelay: false });
  });

  it('refuses another nonce, another state, a code that was used, and a form that says so', async () => {
    const asked = async () => {
      const checks = checksOf();
      return { checks, form: String(await theirs.signIn(await apple.authorizationUrl(checks))) };
    };
    const first = await asked();
    await expect(apple.redeem(first.form, { ...first.checks, nonce: 'other' })).rejects.toThrow();
    const second = await asked();
    await expect(apple.redeem(second.form, { ...second.checks, state: 'other' })).rejects.toThrow();
    const third = await asked();
    await apple.redeem(third.form, third.checks);
    await expect(apple.redeem(third.form, third.checks)).rejects.toThrow();
    const checks = checksOf();
    const cancelled = `error=user_cancelled_authorize&state=${checks.state}`;
    await expect(apple.redeem(cancelled, checks)).rejects.toThrow();
  });

  it('finds the key by its name - Apple has several, and signs by a new one (A15)', async () => {
    const checks = checksOf();
    await signIn({ email: 'ana@icloud.example' });
    await theirs.rotate();
    const form = await theirs.signIn(await apple.authorizationUrl(checks));
    expect((await apple.redeem(String(form), checks)).subject).toBe(theirs.account.sub);
  });

  it('gives a token up (A18)', async () => {
    const { refreshToken = '' } = await signIn();
    const before = theirs.revoked.length;
    await apple.revoke(refreshToken);
    expect(theirs.revoked).toHaveLength(before + 1);
  });

  it('takes no key but one for ES256', () => {
    expect(() => readAppleKey('no key')).toThrow();
    expect(readAppleKey(theirs.keys.privateKey).asymmetricKeyType).toBe('ec');
  });
});

describe('the name in the form', () => {
  const form = (user: unknown) => new URLSearchParams({ user: JSON.stringify(user) });

  it('is a suggestion, and the address beside it isn’t looked at (A13)', () => {
    const user = { name: { firstName: ' Ana ', lastName: 'Ruiz' }, email: 'evil@mail.example' };
    expect(suggestedName(form(user))).toEqual({ given: 'Ana', family: 'Ruiz' });
    expect(suggestedName(form({ name: { firstName: 'Ana' } }))).toEqual({ given: 'Ana', family: '' });
  });

  it.each([
    [undefined],
    ['x'],
    [{ name: 'Ana' }],
    [{ name: { firstName: ' ' } }],
    [{ email: 'a@b.example' }],
  ])('is none - the form says %j', (user) => expect(suggestedName(form(user))).toBeUndefined());

  it('is none - what is there can’t be read', () => {
    expect(suggestedName(new URLSearchParams({ user: '{' }))).toBeUndefined();
    expect(suggestedName(new URLSearchParams())).toBeUndefined();
  });

  it('is bounded', () => {
    expect(suggestedName(form({ name: { firstName: 'a'.repeat(500) } }))?.given).toHaveLength(100);
  });
});

describe('what Apple tells by itself', () => {
  it.each(['consent-revoked', 'account-delete', 'email-disabled'] as const)(
    'is one event as JSON in a string: %s (A17)',
    async (type) => {
      const token = await theirs.notify({ type, sub: 'a.b', event_time: 1 });
      expect(await apple.readNotification(token)).toEqual({ type, sub: 'a.b', id: expect.any(String) });
    },
  );

  it('is refused - for another clinic’s server, from somebody else, changed on the way, or not understood', async () => {
    const event = { type: 'consent-revoked', sub: 'a.b' };
    const right = await theirs.notify(event);
    const [head, , signature] = right.split('.');
    const body = Buffer.from(JSON.stringify({ iss: theirs.issuer.href })).toString('base64url');
    for (const token of [
      await theirs.notify(event, { audience: 'example.other.web' }),
      await theirs.notify(event, { issuer: 'https://evil.example' }),
      `${head}.${body}.${signature}`,
      await theirs.notify({ type: 'something-new', sub: 'a.b' }),
      'no token',
    ])
      await expect(apple.readNotification(token)).rejects.toThrow();
  });
});
