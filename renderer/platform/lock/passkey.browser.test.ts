import type {} from '@vitest/browser-playwright';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { cdp } from 'vitest/browser';
import { createPasskey, PATIENCE_MS, passkeySupport, SUPPORT_MS } from './passkey.ts';

/** Chromium's virtual authenticator, as the DevTools protocol's WebAuthn domain makes it. */
const devtools = () => cdp();
let authenticatorId: string | undefined;

async function plugIn(hasPrf: boolean): Promise<void> {
  const added = await devtools().send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      ctap2Version: 'ctap2_1',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      hasPrf,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  authenticatorId = added.authenticatorId;
}

beforeEach(async () => {
  await devtools().send('WebAuthn.enable');
});
afterEach(async () => {
  if (authenticatorId !== undefined)
    await devtools().send('WebAuthn.removeVirtualAuthenticator', { authenticatorId });
  authenticatorId = undefined;
  await devtools().send('WebAuthn.disable');
});

const passkey = () =>
  createPasskey({ credentials: navigator.credentials, host: location.hostname, name: 'Meadow' });
const salt = (value: number) => new Uint8Array(32).fill(value);

describe('a passkey that locks', () => {
  test('gives 32 secret bytes, the same again for the same salt, and others for another', async () => {
    await plugIn(true);
    const { credentialId, secret } = await passkey().create(salt(1));
    expect(secret).toHaveLength(32);
    expect(credentialId).toMatch(/^[A-Za-z0-9_-]+$/);
    expect(await passkey().get(credentialId, salt(1))).toEqual(secret);
    expect(await passkey().get(credentialId, salt(2))).not.toEqual(secret);
  });

  test('is refused - the authenticator has no PRF', async () => {
    await plugIn(false);
    await expect(passkey().create(salt(1))).rejects.toMatchObject({ name: 'PasskeyError', code: 'no-prf' });
  });

  test('says that the person declined - it is gone, or its dialog was closed', async () => {
    await plugIn(true);
    const declining: Pick<CredentialsContainer, 'get' | 'create'> = {
      get: () => Promise.reject(new DOMException('no', 'NotAllowedError')),
      create: () => Promise.reject(new DOMException('no', 'NotAllowedError')),
    };
    const declined = createPasskey({
      credentials: Object.create(navigator.credentials, {
        get: { value: declining.get },
        create: { value: declining.create },
      }),
      host: location.hostname,
      name: 'Meadow',
    });
    await expect(declined.create(salt(1))).rejects.toMatchObject({ code: 'declined' });
    await expect(declined.get('AAAA', salt(1))).rejects.toMatchObject({ code: 'declined' });
  });
});

const never = () => new Promise<never>(() => {});
function stopsTheClock(): void {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
}

test('a dialog that nobody finds counts as closed, and is closed - the browser does not mind the timeout', async () => {
  stopsTheClock();
  const signals: (AbortSignal | undefined)[] = [];
  const silent = ({ signal }: CredentialCreationOptions & CredentialRequestOptions) => {
    signals.push(signal);
    return never();
  };
  const overlooked = createPasskey({
    credentials: Object.create(navigator.credentials, { get: { value: silent }, create: { value: silent } }),
    host: location.hostname,
    name: 'Meadow',
  });
  const both = Promise.allSettled([overlooked.create(salt(1)), overlooked.get('AAAA', salt(1))]);
  await vi.advanceTimersByTimeAsync(PATIENCE_MS);
  for (const each of await both) expect(each).toMatchObject({ reason: { code: 'declined' } });
  expect(signals.map((signal) => signal?.aborted)).toEqual([true, true]);
});

describe('what can be known of passkeys beforehand', () => {
  const kindOf = (part: object) => ({ PublicKeyCredential: part as typeof PublicKeyCredential }) as const;

  test('there are none - the browser has no WebAuthn', async () => {
    expect(await passkeySupport({})).toBe('no-passkeys');
  });

  test.each([
    [{ 'extension:prf': false, passkeyPlatformAuthenticator: true }, 'no-prf'],
    [{ 'extension:prf': true, passkeyPlatformAuthenticator: true }, 'ready'],
    [{ 'extension:prf': true, hybridTransport: true }, 'ready'],
    [{ 'extension:prf': true }, 'no-passkeys'],
  ])('the browser says %o', async (capabilities, support) => {
    const kind = kindOf({
      getClientCapabilities: async () => capabilities,
      isUserVerifyingPlatformAuthenticatorAvailable: async () => false,
    });
    expect(await passkeySupport(kind)).toBe(support);
  });

  test('there are none - the browser never answers', async () => {
    stopsTheClock();
    const asking = passkeySupport(
      kindOf({ getClientCapabilities: never, isUserVerifyingPlatformAuthenticatorAvailable: never }),
    );
    await vi.advanceTimersByTimeAsync(2 * SUPPORT_MS);
    expect(await asking).toBe('no-passkeys');
  });

  test('the browser does not say - whether the device can verify its user decides', async () => {
    for (const [able, support] of [
      [true, 'ready'],
      [false, 'no-passkeys'],
    ] as const) {
      const kind = kindOf({ isUserVerifyingPlatformAuthenticatorAvailable: async () => able });
      expect(await passkeySupport(kind)).toBe(support);
    }
  });
});
