/** Cryptography and the keys of others, as the client asks for them. */
import type { KeyManifest } from '../../domain/vendor/key-manifest.ts';
import type { Bytes } from './bytes.ts';
import type { SealedBox } from './sealed-box.ts';

export interface Wrapping {
  readonly root: CryptoKey;
  readonly salt: Bytes;
  readonly boundTo: Bytes;
}
export type Wrapped = Omit<SealedBox, 'keyId'>;

export interface LockCrypto {
  /** @param secret full entropy: the output of a passkey's PRF, a random code. Not for passwords. */
  root(secret: Bytes): Promise<CryptoKey>;
  /** 32 bytes that follow from a root: another secret, which doesn't tell the first. */
  derive(wrapping: Wrapping): Promise<Bytes>;
  seal(wrapping: Wrapping, plain: Bytes): Promise<Wrapped>;
  /** @returns undefined where it was not sealed by this root, salt and binding. */
  open(wrapping: Wrapping, box: Wrapped): Promise<Bytes | undefined>;
  /** A subject's new AES-256-GCM key, extractable no longer than its wrapping takes; the one given back is not. */
  newWrappedKey(
    wrappings: readonly Wrapping[],
  ): Promise<{ readonly key: CryptoKey; readonly wrapped: readonly Wrapped[] }>;
  /** @returns the key, not extractable; undefined where it was not wrapped by this root, salt and binding. */
  unwrap(wrapping: Wrapping, box: Wrapped): Promise<CryptoKey | undefined>;
  /** The same key under another root, salt and binding; undefined where the first don't open it. */
  rewrap(from: Wrapping, box: Wrapped, to: Wrapping): Promise<Wrapped | undefined>;
}

/** The device's public key as RFC 7517 writes it. */
export interface PublicJwk {
  readonly kty: 'EC';
  readonly crv: 'P-256';
  readonly x: string;
  readonly y: string;
}

/** What writing takes: nothing of it leaves the device. */
export interface LocalCrypto {
  /** AES-256-GCM, not extractable. */
  newSubjectKey(): Promise<CryptoKey>;
  seal(
    key: CryptoKey,
    plain: Uint8Array<ArrayBuffer>,
    boundTo: Uint8Array<ArrayBuffer>,
  ): Promise<Omit<SealedBox, 'keyId'>>;
  /** @returns undefined where the box was not made with this key and these bytes. */
  open(
    key: CryptoKey,
    box: Omit<SealedBox, 'keyId'>,
    boundTo: Uint8Array<ArrayBuffer>,
  ): Promise<Uint8Array<ArrayBuffer> | undefined>;
  /** For the patient's lock; absent where there is none to be had. */
  readonly lock?: LockCrypto;
}

export interface DeviceCrypto extends LocalCrypto {
  /** ECDSA P-256, the private key not extractable. */
  newDeviceKey(): Promise<{ readonly privateKey: CryptoKey; readonly publicJwk: PublicJwk }>;
  /** ES256: r and s, 64 bytes (RFC 7518 section 3.4). */
  signWithDevice(privateKey: CryptoKey, bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>>;
  /** Ed25519 (RFC 8032): receipts, key manifests. */
  verify(publicKey: Uint8Array, bytes: Uint8Array, signature: Uint8Array): Promise<boolean>;
  /** HPKE to a vendor's key: see `sync/seal/hpke.ts`. */
  sealTo(
    publicKey: Uint8Array,
    plain: Uint8Array<ArrayBuffer>,
    boundTo: Uint8Array<ArrayBuffer>,
  ): Promise<Uint8Array<ArrayBuffer>>;
  /** A file under a new key of its own: see `sync/seal/blob.ts`. The key is 32 bytes. */
  sealBlob(
    plain: Uint8Array<ArrayBuffer>,
  ): Promise<{ readonly bytes: Uint8Array<ArrayBuffer>; readonly key: Uint8Array<ArrayBuffer> }>;
  openBlob(
    key: Uint8Array<ArrayBuffer>,
    bytes: Uint8Array<ArrayBuffer>,
  ): Promise<Uint8Array<ArrayBuffer> | undefined>;
  sha256(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>>;
  humanCode(opId: string): Promise<string>;
}

/** base64url raw Ed25519 public keys by key id. */
export interface ReceiptKeys {
  current(): Readonly<Record<string, string>>;
  /** Asks the server again, for a receipt whose key id is not known here. */
  refresh(): Promise<Readonly<Record<string, string>>>;
}

/** To whom the vendor's patients seal. */
export interface VendorKeys {
  /** The newest that came with the page. */
  current(): KeyManifest | undefined;
  /** Asks the server again; gives what is current where nobody answers. */
  refresh(): Promise<KeyManifest | undefined>;
}
