import { randomUUID } from 'node:crypto';
import { mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { humanCode } from '../../../protocol/human-code.ts';
import { receiptSchema } from '../../../protocol/wire.ts';
import { newSigningKey } from '../../testing/test-signer.ts';
import { openKeys } from '../keys/keys.ts';
import { createReceiptSigner, type ReceiptFacts, receiptCode, receiptsOf } from './receipts.ts';

const pem = newSigningKey();
const signer = createReceiptSigner(pem);
const facts = (over: Partial<ReceiptFacts> = {}): ReceiptFacts => ({
  opId: randomUUID(),
  sha256: 'a'.repeat(64),
  seq: 7,
  epoch: randomUUID(),
  receivedAt: '2026-05-04T10:00:00.123Z',
  keyId: signer.keyId,
  ...over,
});
const read = (text: string) => receiptSchema.parse(JSON.parse(text));

describe('a receipt (promise 1)', () => {
  it('is the same text for the same facts, whenever and wherever it is signed', async () => {
    const about = facts();
    const other = createReceiptSigner(pem);
    expect(other.issue(about)).toBe(signer.issue(about));
    expect(await other.issueAll?.([about, facts(), about])).toEqual([
      signer.issue(about),
      expect.any(String),
      signer.issue(about),
    ]);
  });

  it('bears the code that the device shows', async () => {
    const opId = randomUUID();
    expect(receiptCode(opId)).toBe(await humanCode(opId));
    expect(read(signer.issue(facts({ opId }))).code).toBe(receiptCode(opId));
  });

  it('is ours where one of our keys has signed it, and only as it was signed', () => {
    const receipt = read(signer.issue(facts()));
    expect(signer.isOurs(receipt)).toBe(true);
    expect(signer.isOurs({ ...receipt, seq: receipt.seq + 1 })).toBe(false);
    expect(signer.isOurs({ ...receipt, keyId: 'another' })).toBe(false);
    expect(createReceiptSigner(newSigningKey()).isOurs(receipt)).toBe(false);
  });

  it('keeps its text after the key was replaced', () => {
    const about = facts();
    const renewed = createReceiptSigner(newSigningKey(), [pem]);
    expect(renewed.keyId).not.toBe(signer.keyId);
    expect(Object.keys(renewed.publicKeys).toSorted()).toEqual([renewed.keyId, signer.keyId].toSorted());
    expect(renewed.issue(about)).toBe(signer.issue(about));
    expect(renewed.isOurs(read(signer.issue(about)))).toBe(true);
  });

  it('keeps its text after the operator has put the key aside', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'carefront-keys-'));
    onTestFinished(() => rm(dataDir, { recursive: true }));
    const open = async () => {
      const { receiptSigning, formerReceiptSigning } = await openKeys(dataDir);
      return createReceiptSigner(receiptSigning, formerReceiptSigning);
    };
    const before = await open();
    const about = facts({ keyId: before.keyId });
    await rename(
      join(dataDir, 'keys', 'receipt-signing.pem'),
      join(dataDir, 'keys', 'receipt-signing-2026.pem'),
    );
    const after = await open();
    expect(after.keyId).not.toBe(before.keyId);
    expect(after.issue(about)).toBe(before.issue(about));
  });

  it('is signed by the newest key where its own is lost', () => {
    const renewed = createReceiptSigner(newSigningKey());
    const receipt = read(renewed.issue(facts()));
    expect(receipt.keyId).toBe(renewed.keyId);
    expect(renewed.isOurs(receipt)).toBe(true);
  });

  it('is never signed again where its text is stored', async () => {
    const { opId, sha256, seq, epoch, keyId } = facts();
    const row = {
      opId,
      sha256,
      received: { seq, epoch, keyId, receivedAt: new Date() },
      outcome: 'applied' as const,
      seq,
      problem: undefined,
    };
    const texts = await receiptsOf(
      [
        { ...row, receipt: 'as it was' },
        { ...row, opId: randomUUID(), receipt: undefined },
        { ...row, opId: randomUUID(), receipt: undefined },
      ],
      signer,
    );
    expect(texts.get(opId)).toBe('as it was');
    expect([...texts].slice(1).every(([id, text]) => read(text).opId === id)).toBe(true);
  });
});
