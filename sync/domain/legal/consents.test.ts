import { describe, expect, test } from 'vitest';
import { consentBarrier, consentStatuses, type RecordedDecision } from './consents.ts';
import type { PublishedLegalDocument } from './legal-document.ts';

const hash = (sign: string) => sign.repeat(64);
const document = (slug: string): PublishedLegalDocument => ({
  slug,
  kind: slug,
  title: { en: slug },
  version: '2.0',
  effectiveFrom: '2026-11-01',
  unreviewed: [],
  texts: { en: { url: `/${slug}`, sha256: hash('e') }, es: { url: `/${slug}.es`, sha256: hash('5') } },
});
const documents = [document('terms'), document('privacy')];
const terms = { document: 'terms', statement: { en: 'I accept.' }, required: true };
const optional = { document: 'privacy', statement: { en: 'You may write.' }, required: false };
const decision: RecordedDecision = {
  document: 'terms',
  version: '2.0',
  sha256: hash('e'),
  decision: 'active',
  decidedAt: '2026-11-10T10:00:00Z',
};

describe('a consent counts for the very text that was shown (promise 7)', () => {
  const cases: readonly (readonly [string, readonly RecordedDecision[], string, string | undefined])[] = [
    ['never asked', [], 'missing', 'CONSENT_REQUIRED'],
    ['given in English', [decision], 'given', undefined],
    ['given in Spanish', [{ ...decision, sha256: hash('5') }], 'given', undefined],
    ['declined', [{ ...decision, decision: 'rejected' }], 'declined', 'CONSENT_REQUIRED'],
    ['given for the version before', [{ ...decision, version: '1.0' }], 'outdated', 'CONSENT_OUTDATED'],
    [
      'given for another text of this version',
      [{ ...decision, sha256: hash('0') }],
      'outdated',
      'CONSENT_OUTDATED',
    ],
    ['given for another document', [{ ...decision, document: 'privacy' }], 'missing', 'CONSENT_REQUIRED'],
    [
      'declined first, then given',
      [
        { ...decision, decision: 'rejected' },
        { ...decision, decidedAt: '2026-11-11T10:00:00Z' },
      ],
      'given',
      undefined,
    ],
    [
      'given, then withdrawn in another time zone',
      [decision, { ...decision, decision: 'rejected', decidedAt: '2026-11-10T09:00:00-05:00' }],
      'declined',
      'CONSENT_REQUIRED',
    ],
  ];
  test.each(cases)('%s', (_what, decisions, state, barrier) => {
    const statuses = consentStatuses([terms], documents, decisions);
    expect(statuses.map((status) => status.state)).toEqual([state]);
    expect(consentBarrier(statuses)).toBe(barrier);
  });

  test("an optional consent is declined - it stands in nobody's way", () => {
    expect(consentBarrier(consentStatuses([terms, optional], documents, [decision]))).toBeUndefined();
  });

  test('the document is not published - the consent can not be given', () => {
    expect(consentBarrier(consentStatuses([terms], [], [decision]))).toBe('CONSENT_REQUIRED');
  });
});
