/** Signs receipts as the server does, with the simulator's crypto. */
import { base64url, fromBase64url } from '../../client/base/bytes.ts';
import { receiptBytes } from '../../protocol/receipt.ts';
import { type ReceiptSigner, receiptCode } from '../../server/core/ingest/receipts.ts';
import { digest, hexDigest, signatureOf } from './plain-crypto.ts';

/** @param secret of the newest key. */
export function createPlainSigner(secret: Uint8Array): ReceiptSigner {
  const publicKey = digest(secret);
  const keyId = hexDigest(publicKey).slice(0, 16);
  return {
    keyId,
    publicKey: base64url(publicKey),
    publicKeys: { [keyId]: base64url(publicKey) },
    issue({ opId, sha256, seq, epoch, receivedAt }) {
      const about = { opId, sha256, seq, epoch, receivedAt, code: receiptCode(opId), keyId };
      const signature = base64url(signatureOf('vendor', publicKey, receiptBytes(about)));
      return JSON.stringify({ ...about, signature });
    },
    isOurs(receipt) {
      const signature = fromBase64url(receipt.signature);
      return (
        receipt.keyId === keyId &&
        signature !== undefined &&
        Buffer.compare(signatureOf('vendor', publicKey, receiptBytes(receipt)), signature) === 0
      );
    },
  };
}
