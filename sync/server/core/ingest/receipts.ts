/** Signs receipts with the server's Ed25519 keys. A receipt is a pure function of its row: RFC 8032 signs the same bytes the same way. */
import { createPrivateKey, createPublicKey, hash, type KeyObject, sign, verify } from 'node:crypto';
import { promisify } from 'node:util';
import { humanCodeFrom } from '../../../protocol/human-code.ts';
import { receiptBytes } from '../../../protocol/receipt.ts';
import type { Receipt } from '../../../protocol/wire.ts';
import type { LedgerRow } from './ledger.ts';

export type ReceiptFacts = Pick<Receipt, 'opId' | 'sha256' | 'seq' | 'epoch' | 'receivedAt' | 'keyId'>;

export interface ReceiptSigner {
  /** Of the newest key: what new rows name. */
  readonly keyId: string;
  /** Of the newest key: base64url of the raw 32 bytes, as packs publish it. */
  readonly publicKey: string;
  /** All of them by key id, those of former keys too. */
  readonly publicKeys: Readonly<Record<string, string>>;
  /**
   * @returns the receipt as the JSON text that is sent and stored: the same for the same facts. Where the key that they name is lost, the
   * newest one signs and is named: a device needs some receipt that it can verify, or it would keep sending for ever.
   */
  issue(about: ReceiptFacts): string;
  /** The same for many, off the event loop where there is a way. */
  issueAll?(about: readonly ReceiptFacts[]): Promise<readonly string[]>;
  /** Whether one of these keys has signed it. */
  isOurs(receipt: Receipt): boolean;
}

/** The code on the device, in the receipt and in the inbox: see {@link humanCodeFrom}. */
export function receiptCode(opId: string): string {
  return humanCodeFrom(hash('sha256', `code:${opId}`, 'buffer'));
}

function factsOf({ opId, sha256, received }: LedgerRow): ReceiptFacts {
  const { seq, epoch, receivedAt, keyId } = received;
  return { opId, sha256, seq, epoch, receivedAt: receivedAt.toISOString(), keyId };
}

/** The text that every sender of this row's operation gets. */
export function receiptOf(row: LedgerRow, signer: ReceiptSigner): string {
  return row.receipt ?? signer.issue(factsOf(row));
}

/** The same of many rows, by opId. */
export async function receiptsOf(
  rows: Iterable<LedgerRow>,
  signer: ReceiptSigner,
): Promise<ReadonlyMap<string, string>> {
  const all = [...rows];
  const unsigned = all.filter(({ receipt }) => receipt === undefined);
  // One is signed sooner than it is handed over.
  if (!signer.issueAll || unsigned.length < 2)
    return new Map(all.map((row) => [row.opId, receiptOf(row, signer)]));
  const issued = await signer.issueAll(unsigned.map(factsOf));
  const texts = new Map(unsigned.map(({ opId }, index) => [opId, issued[index]]));
  return new Map(all.map((row) => [row.opId, texts.get(row.opId) ?? receiptOf(row, signer)]));
}

const signInPool = promisify(sign);

interface SigningKey {
  readonly keyId: string;
  readonly publicKey: string;
  readonly privateObject: KeyObject;
  readonly publicObject: KeyObject;
}

function readKey(pem: string): SigningKey {
  const privateObject = createPrivateKey(pem);
  const publicObject = createPublicKey(privateObject);
  const { x } = publicObject.export({ format: 'jwk' });
  if (privateObject.asymmetricKeyType !== 'ed25519' || x === undefined)
    throw new Error('The signing key is not an Ed25519 key.');
  const keyId = hash('sha256', Buffer.from(x, 'base64url'), 'hex').slice(0, 16);
  return { keyId, publicKey: x, privateObject, publicObject };
}

/**
 * @param pem PKCS #8 of the newest key.
 * @param former those of keys that signed before.
 */
export function createReceiptSigner(pem: string, former: readonly string[] = []): ReceiptSigner {
  const newest = readKey(pem);
  const keys = new Map([...former.map(readKey), newest].map((key) => [key.keyId, key]));
  const draft = ({ opId, sha256, seq, epoch, receivedAt, keyId: named }: ReceiptFacts) => {
    const { keyId, privateObject } = keys.get(named) ?? newest;
    const about = { opId, sha256, seq, epoch, receivedAt, code: receiptCode(opId), keyId };
    return { about, privateObject };
  };
  const textOf = (about: Omit<Receipt, 'signature'>, signature: Buffer) =>
    JSON.stringify({ ...about, signature: signature.toString('base64url') } satisfies Receipt);
  return {
    keyId: newest.keyId,
    publicKey: newest.publicKey,
    publicKeys: Object.fromEntries([...keys.values()].map(({ keyId, publicKey }) => [keyId, publicKey])),
    issue(facts) {
      const { about, privateObject } = draft(facts);
      return textOf(about, sign(null, receiptBytes(about), privateObject));
    },
    issueAll: (all) =>
      Promise.all(
        all.map(async (facts) => {
          const { about, privateObject } = draft(facts);
          return textOf(about, await signInPool(null, receiptBytes(about), privateObject));
        }),
      ),
    isOurs(receipt) {
      const key = keys.get(receipt.keyId);
      if (!key) return false;
      const signature = Buffer.from(receipt.signature, 'base64url');
      return verify(null, receiptBytes(receipt), key.publicObject, signature);
    },
  };
}
