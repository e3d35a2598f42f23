import { describe, expect, it } from 'vitest';
import { compileQuestionnaire } from '../compile.ts';
import { compiledPlan } from '../plan/plan.ts';
import { type Target, toAnswers } from './to-answers.ts';

const UNIT = 'http://hl7.org/fhir/StructureDefinition/questionnaire-unit';
const KG = { system: 'http://unitsofmeasure.org', code: 'kg', display: 'kilograms' };
const RED = { system: 'http://x.org', code: 'red', display: 'Red' };

function target(type: string, more: object = {}): Target {
  const compiled = compileQuestionnaire({
    resourceType: 'Questionnaire',
    status: 'active',
    item: [{ linkId: 'a', text: 'A', type, ...more }],
  });
  const item = compiled.ok ? compiledPlan(compiled.plan).byLinkId.get('a') : undefined;
  if (item === undefined) throw new Error('the form was refused');
  return item;
}

const choice = target('choice', { answerOption: [{ valueCoding: RED }, { valueString: 'None' }] });
const open = target('open-choice', { answerOption: [{ valueCoding: RED }] });
const weight = target('quantity', { extension: [{ url: UNIT, valueCoding: KG }] });
const kilograms = target('decimal', { extension: [{ url: UNIT, valueCoding: KG }] });
const units = {
  convert: (value: number, from: string, to: string) =>
    from === 'g' && to === 'kg' ? value / 1000 : undefined,
};

describe('results become answers of the type that the question takes', () => {
  it.each([
    [true, target('boolean'), { type: 'boolean', value: true }],
    [7, target('integer'), { type: 'integer', value: 7 }],
    [7.5, target('decimal'), { type: 'decimal', value: 7.5 }],
    [7.5, target('string'), { type: 'string', value: '7.5' }],
    [
      70,
      weight,
      { type: 'Quantity', value: { value: 70, unit: 'kilograms', system: KG.system, code: 'kg' } },
    ],
    [70, target('quantity'), { type: 'Quantity', value: { value: 70 } }],
    [{ value: 5, unit: 'mg' }, target('quantity'), { type: 'Quantity', value: { value: 5, unit: 'mg' } }],
    [{ value: 500, system: KG.system, code: 'g' }, kilograms, { type: 'decimal', value: 0.5 }],
    [{ value: 5, system: KG.system, code: 'kg' }, kilograms, { type: 'decimal', value: 5 }],
    ['2026-11', target('date'), { type: 'date', value: '2026-11' }],
    ['2026-11-20T10:00:00+01:00', target('date'), { type: 'date', value: '2026-11-20' }],
    ['2026-11-20T10:00+01:00', target('dateTime'), { type: 'dateTime', value: '2026-11-20T10:00:00+01:00' }],
    ['10:30:00', target('time'), { type: 'time', value: '10:30:00' }],
    ['text', target('text'), { type: 'string', value: 'text' }],
    ['http://x.org', target('url'), { type: 'uri', value: 'http://x.org' }],
    ['red', choice, { type: 'Coding', value: RED }],
    ['Red', choice, { type: 'Coding', value: RED }],
    ['None', choice, { type: 'string', value: 'None' }],
    ['own words', open, { type: 'string', value: 'own words' }],
    [{ system: 'http://x.org', code: 'red', userSelected: true }, choice, { type: 'Coding', value: RED }],
    [{ coding: [{ code: 'z' }, RED], text: 'Redness' }, choice, { type: 'Coding', value: RED }],
    [{ coding: [RED] }, target('string'), { type: 'string', value: 'Red' }],
    [{ valueInteger: 7 }, target('integer'), { type: 'integer', value: 7 }],
    [
      { resourceType: 'Patient', id: '1' },
      target('reference'),
      { type: 'Reference', value: { reference: 'Patient/1' } },
    ],
    [
      { reference: 'Patient/1', display: 'P' },
      target('reference'),
      { type: 'Reference', value: { reference: 'Patient/1', display: 'P' } },
    ],
    [
      { contentType: 'image/png', data: 'AA==' },
      target('attachment'),
      { type: 'Attachment', value: { contentType: 'image/png', data: 'AA==' } },
    ],
  ])('%j', (result, item, expected) => {
    expect(toAnswers([result], item, units)).toEqual({ answers: [expected], dropped: [] });
  });
});

describe('what has no place is dropped, and said without being quoted', () => {
  it.each([
    ['SECRET', target('boolean')],
    ['SECRET', target('date')],
    ['SECRET', choice],
    [7.5, target('integer')],
    [{ value: 5, code: 'SECRET', system: KG.system }, kilograms],
    [{ resourceType: 'Patient', id: 'SECRET' }, choice],
    [{ reference: 'SECRET' }, choice],
    [{ SECRET: 1 }, target('attachment')],
    [null, target('string')],
    ['', target('string')],
  ])('%j', (result, item) => {
    const { answers, dropped } = toAnswers([result], item, units);
    expect(answers).toEqual([]);
    expect(dropped).toHaveLength(1);
    expect(dropped.join()).not.toContain('SECRET');
  });

  it('all but the first where the question takes one', () => {
    expect(toAnswers([1, 2], target('integer'))).toEqual({
      answers: [{ type: 'integer', value: 1 }],
      dropped: ['2 results for an item that takes one'],
    });
    expect(toAnswers([1, 2], target('integer', { repeats: true })).answers).toHaveLength(2);
  });
});
