import { describe, expect, it } from 'vitest';
import { receiptBytes } from './receipt.ts';

const about = {
  opId: '0199c0de-0000-7000-8000-000000000001',
  sha256: 'a'.repeat(64),
  seq: 42,
  epoch: '7b0c5bb0-6f0c-4a6e-9d4e-8f6a0f3f4c11',
  receivedAt: '2026-05-04T10:00:00.000Z',
  code: 'K7-42QF',
  keyId: '0123456789abcdef',
};
const text = (receipt: Parameters<typeof receiptBytes>[0]) => new TextDecoder().decode(receiptBytes(receipt));

describe('what a receipt signs', () => {
  it('is the canonical JSON of RFC 8785, so that every language writes the same bytes', () => {
    expect(text(about)).toBe(
      `{"code":"K7-42QF","epoch":"${about.epoch}","keyId":"0123456789abcdef","opId":"${about.opId}","receivedAt":"2026-05-04T10:00:00.000Z","seq":42,"sha256":"${about.sha256}"}`,
    );
  });

  it('does not depend on the order of its fields', () => {
    expect(text(Object.fromEntries(Object.entries(about).toReversed()) as typeof about)).toBe(text(about));
  });

  it('covers every field, and nothing that is added to them', () => {
    const changes = [
      { opId: 'x' },
      { sha256: 'x' },
      { seq: 43 },
      { epoch: 'x' },
      { receivedAt: 'x' },
      { code: 'x' },
      { keyId: 'x' },
    ];
    for (const change of changes) expect(text({ ...about, ...change })).not.toBe(text(about));
    expect(text(Object.assign({ signature: 'x', more: 1 }, about))).toBe(text(about));
  });
});
