import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createFakeElectron } from '../../testing/fake-electron.ts';
import { createKeyCodec, type KeyProtection } from './key-codec.ts';
import { CREDENTIAL, chooseKeyProtection, protectBySafeStorage, protectBySecret } from './key-protection.ts';

const { subtle } = crypto;
const signing = { name: 'ECDSA', namedCurve: 'P-256' } as const;
const newSigningKey = () => subtle.generateKey(signing, true, ['sign', 'verify']);
const bytesOf = async (stored: Promise<Uint8Array>) => new Uint8Array(await stored);
const secret = () => crypto.getRandomValues(new Uint8Array(32));

function withFolder<Result>(run: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'kiosk-credential-'));
  return run(folder).finally(() => rmSync(folder, { recursive: true }));
}

describe('S14: keys at rest', () => {
  const protections: readonly (readonly [string, () => KeyProtection])[] = [
    ["the machine's credential", () => protectBySecret(secret())],
    ["the user's key store", () => protectBySafeStorage(createFakeElectron().safeStorage)],
  ];

  test.each(protections)(
    '%s gives back the same key, which then can not be taken out',
    async (_name, make) => {
      const codec = createKeyCodec(make());
      const pair = await newSigningKey();
      const raw = new Uint8Array(await subtle.exportKey('pkcs8', pair.privateKey));
      const stored = await bytesOf(codec.encode(pair.privateKey, 'sign'));
      expect(Buffer.from(stored).includes(Buffer.from(raw))).toBe(false);
      const key = await codec.decode(stored, 'sign');
      if (key === undefined) throw new Error('The key is gone.');
      expect(key.extractable).toBe(false);
      const message = new TextEncoder().encode('x');
      const algorithm = { name: 'ECDSA', hash: 'SHA-256' };
      const signature = await subtle.sign(algorithm, key, message);
      expect(await subtle.verify(algorithm, pair.publicKey, signature, message)).toBe(true);
    },
  );

  test("a patient's key comes back, too", async () => {
    const codec = createKeyCodec(protectBySecret(secret()));
    const key = await subtle.generateKey({ name: 'AES-GCM', length: 256 }, true, ['encrypt', 'decrypt']);
    const iv = new Uint8Array(12);
    const message = new TextEncoder().encode('x');
    const box = await subtle.encrypt({ name: 'AES-GCM', iv }, key, message);
    const again = await codec.decode(await bytesOf(codec.encode(key, 'seal')), 'seal');
    if (again === undefined) throw new Error('The key is gone.');
    expect(new Uint8Array(await subtle.decrypt({ name: 'AES-GCM', iv }, again, box))).toEqual(message);
  });

  test("another machine's credential, or bytes that were changed, give nothing and no error", async () => {
    const { privateKey } = await newSigningKey();
    const one = createKeyCodec(protectBySecret(secret()));
    const stored = await bytesOf(one.encode(privateKey, 'sign'));
    expect(await createKeyCodec(protectBySecret(secret())).decode(stored, 'sign')).toBeUndefined();
    stored[20] = (stored[20] ?? 0) ^ 1;
    expect(await one.decode(stored, 'sign')).toBeUndefined();
    expect(await one.decode(new Uint8Array(3), 'sign')).toBeUndefined();
  });

  test('a key store that has lost it gives nothing; one that does not answer rejects, so that nothing is overwritten', async () => {
    const electron = createFakeElectron();
    const codec = createKeyCodec(protectBySafeStorage(electron.safeStorage));
    const stored = await bytesOf(codec.encode((await newSigningKey()).privateKey, 'sign'));
    electron.storage.available = false;
    await expect(codec.decode(stored, 'sign')).rejects.toThrow('does not answer');
    electron.storage.available = true;
    electron.storage.lost = true;
    expect(await codec.decode(stored, 'sign')).toBeUndefined();
  });

  const choose = (
    change: {
      platform?: NodeJS.Platform;
      environment?: Record<string, string>;
      backend?: string;
      available?: boolean;
      development?: boolean;
    } = {},
  ) => {
    const electron = createFakeElectron();
    Object.assign(electron.storage, {
      backend: change.backend ?? 'basic_text',
      available: change.available ?? true,
    });
    return chooseKeyProtection({
      platform: change.platform ?? 'linux',
      environment: change.environment ?? {},
      safeStorage: electron.safeStorage,
      development: change.development ?? false,
    });
  };

  test('on Linux, a key store whose password is in its source is refused', async () => {
    expect(await choose()).toBeUndefined();
    expect(await choose({ backend: 'unknown' })).toBeUndefined();
    expect(await choose({ backend: 'gnome_libsecret', available: false })).toBeUndefined();
    expect(await choose({ backend: 'gnome_libsecret' })).toBeDefined();
    expect(await choose({ platform: 'win32' })).toBeDefined();
    expect(await choose({ platform: 'win32', available: false })).toBeUndefined();
  });

  test('there, the credential that systemd gives the unit is the key; one that is not 32 bytes is none', async () => {
    await withFolder(async (folder) => {
      const environment = { CREDENTIALS_DIRECTORY: folder };
      expect(await choose({ environment })).toBeUndefined();
      writeFileSync(join(folder, CREDENTIAL), 'short');
      expect(await choose({ environment })).toBeUndefined();
      writeFileSync(join(folder, CREDENTIAL), secret());
      const [one, other] = [await choose({ environment }), await choose({ environment })];
      const stored = await one?.protect(new Uint8Array([1, 2, 3]));
      expect(await other?.open(new Uint8Array(stored ?? []))).toEqual(new Uint8Array([1, 2, 3]));
    });
  });

  test('in development a key lives as long as its process', async () => {
    const [one, other] = [await choose({ development: true }), await choose({ development: true })];
    const stored = new Uint8Array((await one?.protect(new Uint8Array([1]))) ?? []);
    expect(await one?.open(stored)).toEqual(new Uint8Array([1]));
    expect(await other?.open(stored)).toBeUndefined();
  });
});
