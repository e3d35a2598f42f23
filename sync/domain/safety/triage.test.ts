import { expect, test } from 'vitest';
import { compareTriage, type TriageBand, triageOf } from './triage.ts';

const withdrawnAt = '2026-11-20T10:00:00Z';
test.each([
  ['nothing was met', [], 'routine'],
  ['only information', [{ outcome: 'INFO' }], 'routine'],
  ['something to review', [{ outcome: 'INFO' }, { outcome: 'REVIEW' }], 'amber'],
  ['a stop that was taken back', [{ outcome: 'STOP', withdrawnAt }], 'amber'],
  ['something urgent among others', [{ outcome: 'REVIEW' }, { outcome: 'URGENT' }], 'red'],
  ['something urgent that was taken back (promise 6)', [{ outcome: 'URGENT', withdrawnAt }], 'red'],
] as const)('%s - %j', (_what, hits, band) => {
  expect(triageOf(hits)).toBe(band);
});

test('sorted - red first', () => {
  const bands: readonly TriageBand[] = ['routine', 'red', 'amber', 'red'];
  expect(bands.toSorted(compareTriage)).toEqual(['red', 'red', 'amber', 'routine']);
});
