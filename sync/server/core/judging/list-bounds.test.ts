import { describe, expect, it } from 'vitest';
import { findLongList } from '../../features/intake/list-bounds.ts';

const list = (length: number) => Array.from({ length }, () => ({}));
const beside = (count: number) => [{}, { evidence: list(count), answers: list(count) }];

describe('a list beside the answers', () => {
  it.each<readonly [string, number, (count: number) => unknown]>([
    ['/consents', 200, (count) => ({ consents: list(count) })],
    ['/ruleHits', 500, (count) => ({ ruleHits: list(count) })],
    ['/attachments', 200, (count) => ({ attachments: list(count) })],
    ['/confirmedImplausible', 5_000, (count) => ({ confirmedImplausible: list(count) })],
    ['/evidence', 500, (count) => ({ evidence: list(count) })],
    ['/ruleHits/1/evidence', 200, (count) => ({ ruleHits: beside(count) })],
    ['/evidence/1/answers', 200, (count) => ({ evidence: beside(count) })],
    ['/hit/evidence', 200, (count) => ({ hit: { evidence: list(count) } })],
  ])('%s has at most %i entries', (pointer, most, contentOf) => {
    expect(findLongList(contentOf(most))).toBeUndefined();
    expect(findLongList(contentOf(most + 1))).toEqual({ pointer, detail: 'too_many' });
  });

  it('is looked for in anything', () => {
    for (const content of [undefined, null, 1, 'x', [], { ruleHits: [null, 1], hit: 2, evidence: 'x' }])
      expect(findLongList(content)).toBeUndefined();
  });
});
