import { afterEach, describe, expect, test, vi } from 'vitest';
import { passkeySupport } from './support.ts';

afterEach(() => vi.useRealTimers());

const top = {};
const never = () => new Promise<never>(() => undefined);

function pageWith(kind: object | undefined, over: object = {}) {
  return {
    ...(kind ? { PublicKeyCredential: kind as typeof PublicKeyCredential } : {}),
    ...{ location: { hostname: 'care.example' }, isSecureContext: true, self: top, top },
    ...over,
  };
}

const able = {
  getClientCapabilities: async () => ({ passkeyPlatformAuthenticator: true, hybridTransport: true }),
  isUserVerifyingPlatformAuthenticatorAvailable: async () => true,
};

describe('passkeys can be', () => {
  test.each([
    ['used and made - this device has its own', { passkeyPlatformAuthenticator: true }, true, true],
    [
      'used - a phone nearby has them',
      { passkeyPlatformAuthenticator: false, hybridTransport: true },
      true,
      false,
    ],
    ['neither - the browser has none of them', { passkeyPlatformAuthenticator: false }, false, false],
  ])('%s', async (_, capabilities, use, make) => {
    const page = pageWith({ ...able, getClientCapabilities: async () => capabilities });
    expect(await passkeySupport(page)).toEqual({ use, make });
  });

  test('used and made - an older browser says only that the device can verify its user', async () => {
    const { isUserVerifyingPlatformAuthenticatorAvailable } = able;
    const page = pageWith({ isUserVerifyingPlatformAuthenticatorAvailable });
    expect(await passkeySupport(page)).toEqual({ use: true, make: true });
  });

  test.each([
    ['there is no WebAuthn', pageWith(undefined)],
    ['the page is in a frame (A26)', pageWith(able, { top: { other: true } })],
    ['the host is an address', pageWith(able, { location: { hostname: '192.0.2.4' } })],
    ['the host is an address of IPv6', pageWith(able, { location: { hostname: '[2001:db8::1]' } })],
    ['the page came without HTTPS', pageWith(able, { isSecureContext: false })],
  ])('neither - %s', async (_, page) => {
    expect(await passkeySupport(page)).toEqual({ use: false, make: false });
  });

  test('neither - the browser never answers', async () => {
    vi.useFakeTimers();
    const page = pageWith({
      getClientCapabilities: never,
      isUserVerifyingPlatformAuthenticatorAvailable: never,
    });
    const asking = passkeySupport(page);
    await vi.advanceTimersByTimeAsync(4_000);
    expect(await asking).toEqual({ use: false, make: false });
  });
});
