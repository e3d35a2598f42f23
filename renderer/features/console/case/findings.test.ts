import { describe, expect, it } from 'vitest';
import type { AlertView, AnswerNode, CaseDetail } from '../../../../sync/protocol/api/cases.ts';
import { findingsOf } from './findings.ts';

const node = (linkId: string, rules: readonly string[], confirmedImplausible = false): AnswerNode => ({
  ...{ linkId, kind: 'question', text: linkId, children: [] },
  answers: [{ text: 'Yes', score: null, children: [] }],
  ...{ rules, confirmedImplausible },
});
const rule = (id: string, foundBy: 'device' | 'server' = 'device'): CaseDetail['rules'][number] => ({
  ...{ rule: id, version: '1', outcome: 'REVIEW', label: null, source: null, foundBy },
  ...{ at: null, withdrawnAt: null, evidence: [] },
});
const alert = (id: string): AlertView => ({
  ...{ id: '0197a000-0000-7000-8000-0000000000a1', code: 'A', rule: id, label: null, panel: null },
  ...{ receivedAt: '2026-11-20T10:00:00.000Z', answeredAt: null, evidence: [] },
  ...{ acknowledged: null, dismissed: false, pending: null },
});

describe('what was found', () => {
  it('is left to the alert that says it', () => {
    const found = { alerts: [alert('harm')], rules: [rule('harm')], flagged: [node('9', ['harm'])] };
    expect(findingsOf(found)).toEqual([]);
  });

  it('is told once - the device and the server both met the rule, over two answers', () => {
    const [one, other] = [node('a', ['aura']), node('b', ['aura'])];
    const times = [rule('aura'), rule('aura', 'server')];
    expect(findingsOf({ alerts: [], rules: times, flagged: [one, other] })).toEqual([
      { rule: 'aura', times, answers: [one, other] },
    ]);
  });

  it('has each answer once - two rules rest on it, and it is unusual', () => {
    const tall = node('h', ['height', 'dose'], true);
    const found = findingsOf({ alerts: [], rules: [rule('height'), rule('dose')], flagged: [tall] });
    expect(found.map(({ answers }) => answers)).toEqual([[tall], []]);
  });

  it('keeps unusual values without a rule, and rules that nothing more is known of', () => {
    const [tall, lost] = [node('h', [], true), node('x', ['withdrawn-rule'])];
    expect(findingsOf({ alerts: [], rules: [], flagged: [tall, lost] })).toEqual([
      { rule: 'withdrawn-rule', times: [], answers: [lost] },
      { rule: undefined, times: [], answers: [tall] },
    ]);
  });
});
