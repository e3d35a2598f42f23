/**
 * What the sync client asks of the place where it runs. Its core touches no global: the browser, the kiosk's main process
 * and a simulator with a virtual clock and network each bring these.
 */
import type { KeyManifest } from '../domain/key-manifest.ts';
import type { LockCrypto } from './lock-crypto.ts';
import type { SealedBox } from './sealed-box.ts';
import type { TableName, Tables } from './store/rows.ts';

export type Unsubscribe = () => void;

export interface Clock {
  /** Milliseconds since 1970 as the device claims them: may jump either way. */
  now(): number;
  /** Milliseconds that only grow, since {@link Clock.boot}. */
  monotonic(): number;
  /** UUID of this run of the page or process. */
  readonly boot: string;
  /** Minutes east of UTC at that moment. */
  offsetMinutes(at: number): number;
  /** IANA name. */
  zone(): string;
  setTimer(milliseconds: number, run: () => void): Unsubscribe;
}

export interface Random {
  bytes(count: number): Uint8Array<ArrayBuffer>;
  /** In [0, 1): for jitter, never for identity. */
  fraction(): number;
}

export interface WireRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'HEAD' | 'PATCH';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array<ArrayBuffer>;
}
export interface WireAnswer {
  readonly status: number;
  header(name: string): string | undefined;
  text(): Promise<string>;
}
/** One attempt at the network. Rejects where there is no answer; `abort` makes it reject soon. */
export interface Transport {
  send(request: WireRequest): { readonly answer: Promise<WireAnswer>; abort(): void };
  /** Server-sent events. `onEvent` is called for each; `ended` resolves when the stream is over, however that came. */
  listen?(request: WireRequest, onEvent: () => void): { readonly ended: Promise<void>; abort(): void };
}

/** Courtesy between tabs, never correctness: a place without locks grants each one. */
export interface Locks {
  /** @returns what releases the lock, or undefined where another tab holds it. */
  tryHold(name: string): Promise<(() => void) | undefined>;
}

/** Text messages to the other tabs of this vendor; never back to the sender. */
export interface Channel {
  post(message: string): void;
  listen(listener: (message: string) => void): Unsubscribe;
  close(): void;
}

/** What happens to the page. `online` and `offline` are hints to try, never facts. */
export type Signal = 'online' | 'offline' | 'visible' | 'hidden' | 'focus' | 'resumed';
export interface Signals {
  visible(): boolean;
  listen(listener: (signal: Signal) => void): Unsubscribe;
}

/** The device's public key as RFC 7517 writes it. */
export interface PublicJwk {
  readonly kty: 'EC';
  readonly crv: 'P-256';
  readonly x: string;
  readonly y: string;
}

export interface DeviceCrypto {
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
  /** For the patient's lock; absent where there is none to be had. */
  readonly lock?: LockCrypto;
  sha256(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>>;
  humanCode(opId: string): Promise<string>;
}

/** base64url raw Ed25519 public keys by key id. */
export interface ReceiptKeys {
  current(): Readonly<Record<string, string>>;
  /** Asks the server anew, for a receipt whose key id is not known here. */
  refresh(): Promise<Readonly<Record<string, string>>>;
}

/** To whom the vendor's patients seal. */
export interface VendorKeys {
  /** The newest that came with the page. */
  current(): KeyManifest | undefined;
  /** Asks the server anew; gives what is current where nobody answers. */
  refresh(): Promise<KeyManifest | undefined>;
}

/** A mark outside the store that says whether the store had anything in it, so that its loss can be noticed. */
export interface Marker {
  read(): Promise<'used' | 'empty' | undefined>;
  write(value: 'used' | 'empty'): Promise<void>;
}

export interface StorageQuota {
  persisted(): Promise<boolean | 'unsupported'>;
  persist(): Promise<boolean | 'unsupported'>;
  estimate(): Promise<{ readonly usageBytes?: number; readonly quotaBytes?: number }>;
}

export interface ReadTransaction {
  get<T extends TableName>(table: T, key: string): Promise<Tables[T] | undefined>;
  all<T extends TableName>(table: T): Promise<readonly Tables[T][]>;
  /** Rows whose indexed field has that value. */
  by<T extends TableName>(table: T, field: IndexedField, value: string): Promise<readonly Tables[T][]>;
}
export interface WriteTransaction extends ReadTransaction {
  put<T extends TableName>(table: T, row: Tables[T]): Promise<void>;
  delete(table: TableName, key: string): Promise<void>;
}
export type IndexedField = 'subjectId' | 'session' | 'lane' | 'draftId';

/**
 * Transactions over {@link Tables}. The work may await nothing but the transaction, and it can run twice (once more on a
 * new connection where the first was lost), so it must come to the same end the second time.
 *
 * `write` resolves when the transaction is complete and flushed; it rejects with a StorageError, or with what the work
 * threw, and then nothing of it is kept.
 */
export interface Store {
  readonly mode: 'durable' | 'memory';
  read<R>(tables: readonly TableName[], work: (transaction: ReadTransaction) => Promise<R>): Promise<R>;
  write<R>(tables: readonly TableName[], work: (transaction: WriteTransaction) => Promise<R>): Promise<R>;
  close(): Promise<void>;
}
