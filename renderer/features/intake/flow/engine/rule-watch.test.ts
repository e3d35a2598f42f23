import { describe, expect, it } from 'vitest';
import { commitFindings, type MetRule } from './rule-watch.ts';

const first = new Date('2026-11-20T10:00:00Z');
const later = new Date('2026-11-20T10:05:00Z');
const stop: MetRule = { rule: 'nitrates', version: '1', outcome: 'STOP', evidence: ['medicines'] };
const crisis: MetRule = {
  rule: 'self-harm',
  version: '1',
  outcome: 'URGENT',
  panel: 'crisis',
  evidence: ['item-9'],
};

describe('rules on committed answers', () => {
  it('open the panel once - the same answer is committed again', () => {
    const once = commitFindings([], [crisis], first);
    expect(once.urgent).toEqual([{ rule: 'self-harm', panel: 'crisis' }]);
    const again = commitFindings(once.hits, [crisis], later);
    expect(again.urgent).toEqual([]);
    expect(again.hits).toEqual(once.hits);
  });

  it('stop for as long as the answer stands - Continue is pressed again', () => {
    const once = commitFindings([], [stop], first);
    expect(commitFindings(once.hits, [stop], later).stop).toEqual(['nitrates']);
  });

  it('keep what was met and mark when it was withdrawn - the answer was changed after a stop', () => {
    const { hits } = commitFindings([], [stop], first);
    expect(commitFindings(hits, [], later)).toEqual({
      hits: [{ ...stop, at: first.toISOString(), withdrawnAt: later.toISOString() }],
      urgent: [],
      stop: [],
    });
  });

  it('are met again - the answer goes back and forth', () => {
    const met = commitFindings([], [crisis], first);
    const withdrawn = commitFindings(met.hits, [], later);
    const again = commitFindings(withdrawn.hits, [crisis], later);
    expect(again.urgent).toHaveLength(1);
    expect(again.hits.map((hit) => hit.withdrawnAt !== undefined)).toEqual([true, false]);
  });

  it('take an urgent rule without a panel as an emergency', () => {
    const { urgent } = commitFindings(
      [],
      [{ rule: 'fever', version: '1', outcome: 'URGENT', evidence: [] }],
      first,
    );
    expect(urgent).toEqual([{ rule: 'fever', panel: 'emergency' }]);
  });
});
