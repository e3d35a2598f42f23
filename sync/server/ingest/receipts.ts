/** Signs receipts with the server's Ed25519 key. */
import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto';
import { humanCode } from '../../protocol/human-code.ts';
import { receiptBytes } from '../../protocol/receipt.ts';
import type { Receipt } from '../../protocol/wire.ts';

export interface ReceiptSigner {
  readonly keyId: string;
  /** base64url of the raw 32 bytes, as packs publish it. */
  readonly publicKey: string;
  /** @returns the receipt as the JSON text that is stored and sent. */
  issue(about: Pick<Receipt, 'opId' | 'sha256' | 'seq' | 'epoch' | 'receivedAt'>): Promise<string>;
}

function rawPublicKey(key: KeyObject): string {
  const { x } = createPublicKey(key).export({ format: 'jwk' });
  if (x === undefined) throw new Error('The signing key is not an Ed25519 key.');
  return x;
}

/** @param pem PKCS #8. */
export function createReceiptSigner(pem: string): ReceiptSigner {
  const key = createPrivateKey(pem);
  const publicKey = rawPublicKey(key);
  const keyId = createHash('sha256').update(Buffer.from(publicKey, 'base64url')).digest('hex').slice(0, 16);
  return {
    keyId,
    publicKey,
    issue: async ({ opId, sha256, seq, epoch, receivedAt }) => {
      const about = { opId, sha256, seq, epoch, receivedAt, code: await humanCode(opId), keyId };
      const signature = sign(null, receiptBytes(about), key).toString('base64url');
      return JSON.stringify({ ...about, signature } satisfies Receipt);
    },
  };
}
