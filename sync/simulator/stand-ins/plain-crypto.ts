/**
 * Crypto that is fast and the same in each run, where WebCrypto's threads would end in any order. Nothing here is secret. What the rules
 * rely on holds all the same: what was made with one key, for one purpose and over some bytes, verifies and opens with no others.
 */
import { hash } from 'node:crypto';
import { base64url, fromBase64url } from '../../client/base/bytes.ts';
import type { DeviceCrypto } from '../../client/base/crypto-ports.ts';
import type { KeyCodec } from '../../client/store/file-values.ts';
import { crockfordOf } from '../../domain/crockford.ts';
import type { Chance } from '../base/chance.ts';

type Bytes = Uint8Array<ArrayBuffer>;

const TAG_BYTES = 16;
const KEY_BYTES = 32;
/** Of the encapsulated secret that HPKE over P-256 puts first. */
const ENCAPSULATED_BYTES = 65;

export const joinBytes = (...parts: readonly (Uint8Array | string)[]): Bytes => {
  const chunks = parts.map((part) => (typeof part === 'string' ? Buffer.from(`${part}\0`) : part));
  const joined = new Uint8Array(chunks.reduce((sum, chunk) => sum + chunk.length, 0));
  let at = 0;
  for (const chunk of chunks) {
    joined.set(chunk, at);
    at += chunk.length;
  }
  return joined;
};

export const digest = (bytes: Uint8Array): Bytes => new Uint8Array(hash('sha256', bytes, 'buffer'));
export const hexDigest = (bytes: Uint8Array): string => hash('sha256', bytes, 'hex');

/** 64 bytes, as Ed25519's and ES256's are. */
export function signatureOf(purpose: string, publicKey: Uint8Array, bytes: Uint8Array): Bytes {
  const half = digest(joinBytes(purpose, publicKey, bytes));
  return joinBytes(half, half);
}

const equal = (one: Uint8Array, other: Uint8Array) => Buffer.compare(one, other) === 0;

export function tagged(purpose: string, key: Uint8Array, boundTo: Uint8Array, plain: Uint8Array): Bytes {
  const tag = digest(joinBytes(purpose, key, digest(boundTo), plain)).subarray(0, TAG_BYTES);
  return joinBytes(plain, tag);
}
export function untagged(
  purpose: string,
  key: Uint8Array,
  boundTo: Uint8Array,
  sealed: Uint8Array,
): Bytes | undefined {
  if (sealed.length < TAG_BYTES) return undefined;
  const plain = sealed.slice(0, -TAG_BYTES);
  return equal(tagged(purpose, key, boundTo, plain), sealed) ? new Uint8Array(plain) : undefined;
}

const NOTHING = new Uint8Array();

/** Opens what {@link DeviceCrypto.sealTo} made for the holder of that key. */
export function openSealed(
  publicKey: Uint8Array,
  sealed: Uint8Array,
  boundTo: Uint8Array,
): Bytes | undefined {
  return untagged('sealed', publicKey, boundTo, sealed.subarray(ENCAPSULATED_BYTES));
}
export function openPlainBlob(key: Uint8Array, bytes: Uint8Array): Bytes | undefined {
  return untagged('blob', key, NOTHING, bytes);
}

export function plainHumanCode(opId: string): string {
  const bytes = digest(Buffer.from(`code:${opId}`));
  const symbols = crockfordOf(bytes.subarray(0, 6));
  return `${symbols.slice(0, 2)}-${symbols.slice(2)}`;
}

/** Survives a structured clone, as a real one does: what it stands for is in its algorithm's name. */
export function keyNamed(purpose: string, material: Uint8Array): CryptoKey {
  return {
    algorithm: { name: `${purpose}:${base64url(material)}` },
    extractable: false,
    type: purpose === 'device' ? 'private' : 'secret',
    usages: [],
  };
}
export function materialOf(purpose: string, key: CryptoKey): Bytes {
  const [found, material] = key.algorithm.name.split(':');
  const bytes = found === purpose ? fromBase64url(material ?? '') : undefined;
  if (bytes === undefined) throw new Error(`That is no ${purpose} key.`);
  return bytes;
}

/** How a place that stores bytes alone keeps such keys. */
export const plainKeyCodec: KeyCodec = {
  encode: async (key) => new TextEncoder().encode(key.algorithm.name),
  async decode(bytes) {
    const [purpose = '', material = ''] = new TextDecoder().decode(bytes).split(':');
    return keyNamed(purpose, fromBase64url(material) ?? NOTHING);
  },
};

/** What verifies the signature of a device's key. */
export function verifyDevice(x: string, bytes: Uint8Array, signature: Uint8Array): boolean {
  return equal(signatureOf('device', fromBase64url(x) ?? NOTHING, bytes), signature);
}

export function createPlainCrypto(chance: Chance): DeviceCrypto {
  return {
    newSubjectKey: async () => keyNamed('subject', chance.bytes(KEY_BYTES)),
    async seal(key, plain, boundTo) {
      const iv = chance.bytes(12);
      return { iv, bytes: tagged('box', joinBytes(materialOf('subject', key), iv), boundTo, plain) };
    },
    open: async (key, box, boundTo) =>
      untagged('box', joinBytes(materialOf('subject', key), box.iv), boundTo, box.bytes),
    async newDeviceKey() {
      const material = chance.bytes(KEY_BYTES);
      const x = base64url(material);
      return { privateKey: keyNamed('device', material), publicJwk: { kty: 'EC', crv: 'P-256', x, y: x } };
    },
    signWithDevice: async (key, bytes) => signatureOf('device', materialOf('device', key), bytes),
    verify: async (publicKey, bytes, signature) => equal(signatureOf('vendor', publicKey, bytes), signature),
    sealTo: async (publicKey, plain, boundTo) =>
      joinBytes(chance.bytes(ENCAPSULATED_BYTES), tagged('sealed', publicKey, boundTo, plain)),
    async sealBlob(plain) {
      const key = chance.bytes(KEY_BYTES);
      return { key, bytes: tagged('blob', key, NOTHING, plain) };
    },
    openBlob: async (key, bytes) => openPlainBlob(key, bytes),
    sha256: async (bytes) => digest(bytes),
    humanCode: async (opId) => plainHumanCode(opId),
  };
}
