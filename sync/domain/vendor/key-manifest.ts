/** The keys that a vendor's patients seal to, signed by the vendor's root key. Served in the pack and at `/connect/{vendor}/keys.json`. */
export interface KeyManifest {
  readonly v: 1;
  readonly vendor: string;
  /** RFC 3339. A device keeps the newest that it has seen. */
  readonly issuedAt: string;
  readonly keys: readonly SealingKey[];
  /** base64url raw Ed25519 public key that signed this. A device pins the first that it sees. */
  readonly rootKey: string;
  /** Where the root has changed: the new root key's bytes, signed by an older one, oldest first. */
  readonly endorsements: readonly {
    readonly by: string;
    readonly rootKey: string;
    readonly signature: string;
  }[];
  /** base64url Ed25519 over the canonical JSON (RFC 8785) of all the other fields. */
  readonly signature: string;
}

export interface SealingKey {
  readonly keyId: string;
  /** See `sync/seal/envelope.ts`: 1 is HPKE with P-256. */
  readonly suite: number;
  /** base64url, uncompressed point, 65 bytes. */
  readonly publicKey: string;
  /** RFC 3339: from when, and until when, new envelopes should be sealed to it. The server opens old ones for ever. */
  readonly notBefore: string;
  readonly notAfter: string;
}
