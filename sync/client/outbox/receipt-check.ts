/** Whether a receipt is the vendor's, and for this very operation. */
import { receiptBytes } from '../../protocol/receipt.ts';
import type { Receipt } from '../../protocol/wire.ts';
import { fromBase64url } from '../base/bytes.ts';
import type { DeviceCrypto, ReceiptKeys } from '../base/crypto-ports.ts';
import type { OutboxRow } from '../store/rows.ts';

export type ReceiptCheck = (
  receipt: Receipt,
  row: Pick<OutboxRow, 'opId' | 'sha256' | 'code'>,
) => Promise<boolean>;

/** The server names the key: never a name that every object has. */
function keyOf(keys: Readonly<Record<string, string>>, receipt: Receipt): string | undefined {
  return Object.hasOwn(keys, receipt.keyId) ? keys[receipt.keyId] : undefined;
}

export function createReceiptCheck(dependencies: {
  readonly crypto: Pick<DeviceCrypto, 'verify'>;
  readonly receiptKeys: ReceiptKeys;
}): ReceiptCheck {
  const { crypto, receiptKeys } = dependencies;
  return async (receipt, row) => {
    if (receipt.opId !== row.opId || receipt.sha256 !== row.sha256 || receipt.code !== row.code) return false;
    // The vendor may have changed its key since this page was loaded.
    const key = keyOf(receiptKeys.current(), receipt) ?? keyOf(await receiptKeys.refresh(), receipt);
    const publicKey = key === undefined ? undefined : fromBase64url(key);
    const signature = fromBase64url(receipt.signature);
    if (publicKey === undefined || signature === undefined) return false;
    return await crypto.verify(publicKey, receiptBytes(receipt), signature);
  };
}
