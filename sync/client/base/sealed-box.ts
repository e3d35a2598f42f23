/** Ciphertext of AES-256-GCM with the id of the key that made it. */
export interface SealedBox {
  readonly keyId: string;
  readonly iv: Uint8Array<ArrayBuffer>;
  readonly bytes: Uint8Array<ArrayBuffer>;
}
