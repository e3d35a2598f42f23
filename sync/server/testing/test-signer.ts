/** A receipt signer with a new key. */
import { generateKeyPairSync } from 'node:crypto';
import { createReceiptSigner, type ReceiptSigner } from '../core/ingest/receipts.ts';

export function newSigningKey(): string {
  return generateKeyPairSync('ed25519').privateKey.export({ format: 'pem', type: 'pkcs8' }).toString();
}

export function openTestSigner(): ReceiptSigner {
  return createReceiptSigner(newSigningKey());
}
