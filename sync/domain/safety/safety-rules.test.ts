import type { Questionnaire } from 'fhir/r4.js';
import { describe, expect, test } from 'vitest';
import { compileQuestionnaire, createForm } from '../../questionnaire/index.ts';
import type { AnswerValue, Form } from '../../questionnaire/model/contract.ts';
import { safetyRulesMetBy } from './rules-on-response.ts';
import type { SafetyRule } from './safety-rule.ts';
import { evaluateSafetyRules, rulesOn } from './safety-rules.ts';

const url = 'https://clinic.example/Questionnaire/intake';
const definition: Questionnaire = {
  resourceType: 'Questionnaire',
  url,
  version: '3',
  status: 'active',
  item: [
    { linkId: 'chest-pain', text: 'Chest pain?', type: 'boolean' },
    {
      linkId: 'nitrates',
      text: 'Nitrates?',
      type: 'boolean',
      enableWhen: [{ question: 'chest-pain', operator: '=', answerBoolean: true }],
    },
    { linkId: 'pressure', text: 'Upper number?', type: 'integer' },
  ],
};
const text = { en: 'x' };
const rule = (
  id: string,
  conditions: SafetyRule['conditions'],
  more: Partial<SafetyRule> = {},
): SafetyRule => ({
  id,
  version: '1.0',
  questionnaire: url,
  conditions,
  behavior: 'all',
  outcome: 'REVIEW',
  headline: text,
  advice: text,
  label: text,
  source: 'test',
  ...more,
});
const pain = { question: 'chest-pain', operator: '=', answerBoolean: true } as const;
const high = { question: 'pressure', operator: '>=', answerInteger: 180 } as const;

function open(answers: Readonly<Record<string, AnswerValue>>): Form {
  const compiled = compileQuestionnaire(definition);
  if (!compiled.ok) throw new Error('the form does not compile');
  const form = createForm(compiled.plan);
  for (const [linkId, value] of Object.entries(answers)) {
    const id = form.root.find((candidate) => form.read(candidate)?.linkId === linkId);
    if (id !== undefined) form.answer(id, [value]);
  }
  return form;
}
const yes: AnswerValue = { type: 'boolean', value: true };
const no: AnswerValue = { type: 'boolean', value: false };
const number = (value: number): AnswerValue => ({ type: 'integer', value });

describe('a rule is judged by the engine, on the device and on the server alike (promise 5)', () => {
  const both = rule('both', [pain, high], { outcome: 'URGENT', panel: 'emergency' });
  const either = rule('either', [pain, high], { behavior: 'any' });
  test.each([
    ['nothing answered', {}, []],
    ['one of two', { 'chest-pain': yes }, [['either', ['chest-pain']]]],
    ['the other of two', { pressure: number(180) }, [['either', ['pressure']]]],
    [
      'both',
      { 'chest-pain': yes, pressure: number(190) },
      [
        ['both', ['chest-pain', 'pressure']],
        ['either', ['chest-pain', 'pressure']],
      ],
    ],
    ['neither', { 'chest-pain': no, pressure: number(179) }, []],
  ] as const)('%s', (_what, answers, hits) => {
    const form = open(answers);
    const device = evaluateSafetyRules([both, either], form);
    expect(device.map((hit) => [hit.rule, hit.evidence])).toEqual(hits);
    const received = safetyRulesMetBy([both, either], form.plan, form.response({ status: 'completed' }));
    expect(received.map((met) => [met.rule.id, met.evidence])).toEqual(hits);
  });

  test('a hit - names rule, version, outcome and panel', () => {
    expect(evaluateSafetyRules([both], open({ 'chest-pain': yes, pressure: number(200) }))).toEqual([
      {
        rule: 'both',
        version: '1.0',
        outcome: 'URGENT',
        panel: 'emergency',
        evidence: ['chest-pain', 'pressure'],
      },
    ]);
  });

  test('a stop about single products - is for a clinician to see, and ends nothing', () => {
    const some = rule('some', [pain], { outcome: 'STOP', products: ['pill'] });
    const all = rule('all', [pain], { outcome: 'STOP' });
    const hits = evaluateSafetyRules([some, all], open({ 'chest-pain': yes }));
    expect(hits.map(({ rule: id, outcome }) => [id, outcome])).toEqual([
      ['some', 'REVIEW'],
      ['all', 'STOP'],
    ]);
  });

  test('an answer below a question that is no longer asked - counts as unanswered', () => {
    const nitrates = rule('nitrates', [{ question: 'nitrates', operator: '=', answerBoolean: true }]);
    expect(evaluateSafetyRules([nitrates], open({ 'chest-pain': yes, nitrates: yes }))).toHaveLength(1);
    expect(evaluateSafetyRules([nitrates], open({ 'chest-pain': no, nitrates: yes }))).toHaveLength(0);
  });

  test.each([
    ['a question that is not there', [{ question: 'gone', operator: '!=', answerBoolean: true }]],
    ['no answer to compare with', [{ question: 'chest-pain', operator: '=' }]],
    ['another type of answer', [{ question: 'chest-pain', operator: '=', answerInteger: 1 }]],
  ] as const)('%s - never met', (_what, conditions) => {
    expect(evaluateSafetyRules([rule('odd', [...conditions])], open({ 'chest-pain': yes }))).toEqual([]);
  });
});

test("rules of other forms - play no part; versions of the canonical don't matter", () => {
  const rules = [rule('here', [pain]), rule('elsewhere', [pain], { questionnaire: `${url}-2` })];
  expect(rulesOn(rules, `${url}|9`).map(({ id }) => id)).toEqual(['here']);
  expect(evaluateSafetyRules(rules, open({ 'chest-pain': yes })).map((hit) => hit.rule)).toEqual(['here']);
  expect(
    evaluateSafetyRules(rules, open({ 'chest-pain': yes }), `${url}-2|3`).map((hit) => hit.rule),
  ).toEqual(['elsewhere']);
});
