import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { openTestSigner } from '../../testing/test-signer.ts';
import { rememberReceipts } from './receipt-memory.ts';
import type { ReceiptFacts } from './receipts.ts';

function openMemory(most?: number) {
  const plain = openTestSigner();
  let signed = 0;
  const memory = rememberReceipts(
    {
      ...plain,
      issue: (about) => {
        signed++;
        return plain.issue(about);
      },
      issueAll: async (all) => {
        signed += all.length;
        return all.map(plain.issue);
      },
    },
    most,
  );
  const facts = (seq: number): ReceiptFacts => ({
    opId: randomUUID(),
    sha256: 'a'.repeat(64),
    seq,
    epoch: randomUUID(),
    receivedAt: '2026-05-04T10:00:00.000Z',
    keyId: plain.keyId,
  });
  return { plain, memory, facts, signed: () => signed };
}

it('signs a receipt once, and gives the text that the signer gives', async () => {
  const { plain, memory, facts, signed } = openMemory();
  const [one, two] = [facts(1), facts(2)];
  const expected = [plain.issue(one), plain.issue(two)];
  expect(memory.issue(one)).toBe(expected[0]);
  expect(await memory.issueAll?.([one, two])).toEqual(expected);
  expect(await memory.issueAll?.([one, two])).toEqual(expected);
  expect(signed()).toBe(2);
});

it('takes no fact for another', () => {
  const { plain, memory, facts } = openMemory();
  const about = facts(1);
  memory.issue(about);
  for (const other of [
    { ...about, seq: 2 },
    { ...about, epoch: randomUUID() },
    { ...about, sha256: 'b'.repeat(64) },
    { ...about, receivedAt: '2026-05-04T10:00:00.001Z' },
  ])
    expect(memory.issue(other)).toBe(plain.issue(other));
});

it('forgets the oldest, and signs them again as they were', async () => {
  const { plain, memory, facts, signed } = openMemory(2);
  const all = [facts(1), facts(2), facts(3)];
  expect(await memory.issueAll?.(all)).toEqual(all.map(plain.issue));
  const before = signed();
  const [first] = all;
  expect(first && memory.issue(first)).toBe(first && plain.issue(first));
  expect(signed()).toBe(before + 1);
});
