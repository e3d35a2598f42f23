/**
 * What a receipt's Ed25519 signature covers: the canonical JSON (RFC 8785) of every field but the signature.
 */
import canonicalize from 'canonicalize';
import type { Receipt } from './wire.ts';

/** @returns the UTF-8 bytes to sign or to verify. */
export function receiptBytes(receipt: Omit<Receipt, 'signature'>): Uint8Array<ArrayBuffer> {
  const { opId, sha256, seq, epoch, receivedAt, code, keyId } = receipt;
  const canonical = canonicalize({ opId, sha256, seq, epoch, receivedAt, code, keyId });
  return new Uint8Array(new TextEncoder().encode(canonical ?? ''));
}
