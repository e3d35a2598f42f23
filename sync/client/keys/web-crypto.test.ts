import { generateKeyPairSync, sign } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createWebCrypto } from './web-crypto.ts';

const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const raw = new Uint8Array(Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url'));
const receipt = new TextEncoder().encode('a receipt');
const signature = new Uint8Array(sign(null, receipt, privateKey));

const { subtle } = globalThis.crypto;
/** As on a phone whose WebCrypto knows no Ed25519. */
const older = new Proxy(subtle, {
  get: (target, name) =>
    name === 'importKey'
      ? async () => Promise.reject(new DOMException('Unrecognized name', 'NotSupportedError'))
      : Reflect.get(target, name).bind(target),
});

describe.each([
  ['WebCrypto that has Ed25519', subtle],
  ['WebCrypto that has none', older],
])('a receipt checked by %s', (_, used) => {
  const crypto = new Proxy(globalThis.crypto, {
    get: (target, name) => (name === 'subtle' ? used : Reflect.get(target, name)),
  });
  const { verify } = createWebCrypto(crypto);

  test('counts where the vendor has signed it', async () => {
    expect(await verify(raw, receipt, signature)).toBe(true);
  });

  test.each([
    ['another text', raw, new TextEncoder().encode('a receiptt'), signature],
    ['another signature', raw, receipt, signature.map((byte, at) => (at === 3 ? byte ^ 1 : byte))],
    ['another key', raw.map((byte, at) => (at === 0 ? byte ^ 1 : byte)), receipt, signature],
    ['no key at all', new Uint8Array(3), receipt, signature],
    ['a signature that was cut', raw, receipt, signature.slice(0, 40)],
  ])('counts for nothing - %s', async (_what, key, bytes, signed) => {
    expect(await verify(key, bytes, signed)).toBe(false);
  });
});
