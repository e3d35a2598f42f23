import type { Quantity } from 'fhir/r4.js';
import { describe, expect, it } from 'vitest';
import { type ConditionRule, evaluateConditions } from '../evaluate-conditions.ts';
import { evaluateConditionsOnResponse } from '../evaluate-on-response.ts';
import { judge } from '../plan/condition.ts';
import type { Condition } from '../plan/plan.ts';
import { answer, node, open, quantity, text } from '../testing/forms.ts';
import { validateResponse } from '../validate-response.ts';
import { compareQuantities } from './quantity.ts';
import { units } from './units.ts';

const UCUM = 'http://unitsofmeasure.org';
const q = (value: number, code: string, system: string = UCUM): Quantity => ({ value, code, system });

describe('two quantities', () => {
  it.each([
    [q(5, 'kg'), 0, q(5, 'kg')],
    [q(5000, 'g'), 0, q(5, 'kg')],
    [q(500, 'g'), -1, q(4, 'kg')],
    [q(1, '[mi_i]'), 1, q(1.6, 'km')],
    [q(0.1 + 0.2, 'kg'), 0, q(300, 'g')],
    [q(32, '[degF]'), 0, q(0, 'Cel')],
    [q(0, 'Cel'), 0, q(32, '[degF]')],
    [q(98.6, '[degF]'), 0, q(37, 'Cel')],
    [q(98.7, '[degF]'), 1, q(37, 'Cel')],
    [q(0, 'g'), 0, q(0, 'kg')],
    [q(1, 'mg'), 'incomparable', q(1, 'mL')],
    [q(1, 'mg'), 'incomparable', q(1, 'nonsense')],
    [q(1, '[iU]'), 0, q(1, '[iU]')],
    [q(1, '[iU]'), 'incomparable', q(1, 'mg')],
  ] as const)('%j against %j', (left, order, right) => {
    expect(compareQuantities(left, right, units)).toBe(order);
  });

  it('are compared exactly where the factor between their units is a decimal', () => {
    expect(compareQuantities(q(5000.000001, 'g'), q(5, 'kg'), units)).toBe(1);
    expect(compareQuantities(q(4999.999999, 'g'), q(5, 'kg'), units)).toBe(-1);
    expect(compareQuantities(q(5000.0000000001, 'g'), q(5, 'kg'), units)).toBe(1);
    expect(compareQuantities(q(45.359237, 'kg'), q(100, '[lb_av]'), units)).toBe(0);
    expect(compareQuantities(q(45.3592370001, 'kg'), q(100, '[lb_av]'), units)).toBe(1);
  });

  it('of the same unit are compared exactly, whatever the unit is', () => {
    expect(compareQuantities(q(1 + 1e-15, 'kg'), q(1, 'kg'), units)).toBe(1);
    expect(
      compareQuantities(q(2, 'box', 'http://example.org'), q(1, 'box', 'http://example.org'), units),
    ).toBe(1);
    expect(compareQuantities({ value: 2, unit: 'pills' }, { value: 1, unit: 'pills' }, units)).toBe(1);
    expect(compareQuantities(q(5, 'kg'), q(5, 'kg'))).toBe(0);
  });

  it.each([
    ['another system', q(5000, 'g', 'http://example.org'), q(5, 'kg')],
    ['a system other than UCUM', q(5000, 'g', 'http://example.org'), q(5, 'kg', 'http://example.org')],
    ['no system', { value: 5000, code: 'g' }, { value: 5, code: 'kg' }],
    ['no code', { value: 5000, unit: 'g' }, q(5, 'kg')],
    ['other printed units', { value: 5, unit: 'g' }, { value: 5, unit: 'kg' }],
    ['no value', { code: 'kg', system: UCUM }, q(5, 'kg')],
    ['a comparator', { ...q(5, 'kg'), comparator: '<' as const }, q(5, 'kg')],
  ])('with %s are incomparable', (_name, left, right) => {
    expect(compareQuantities(left, right, units)).toBe('incomparable');
  });

  it('of other units are incomparable where units are not at hand', () => {
    expect(compareQuantities(q(5000, 'g'), q(5, 'kg'))).toBe('incomparable');
  });
});

// The Quantity rows of the decided table (questionnaires, 3.3): incomparable is false with a diagnostic, whatever the operator.
describe('a condition on a quantity', () => {
  const on = (operator: Condition['operator'], value: number, code: string): Condition => ({
    question: 'q',
    operator,
    expected: quantity(value, code),
  });

  it.each([
    ['5 kg = 5 kg', [quantity(5, 'kg')], on('=', 5, 'kg'), true, false],
    ['5000 g = 5 kg', [quantity(5000, 'g')], on('=', 5, 'kg'), true, false],
    ['5000 g != 5 kg', [quantity(5000, 'g')], on('!=', 5, 'kg'), false, false],
    ['500 g > 4 kg', [quantity(500, 'g')], on('>', 4, 'kg'), false, false],
    ['4500 g > 4 kg', [quantity(4500, 'g')], on('>', 4, 'kg'), true, false],
    ['4000 g >= 4 kg', [quantity(4000, 'g')], on('>=', 4, 'kg'), true, false],
    ['4000 g < 4 kg', [quantity(4000, 'g')], on('<', 4, 'kg'), false, false],
    ['39 Cel > 100.4 [degF]', [quantity(39, 'Cel')], on('>', 100.4, '[degF]'), true, false],
    ['1 mg = 1 mL', [quantity(1, 'mg')], on('=', 1, 'mL'), false, true],
    ['1 mg != 1 mL', [quantity(1, 'mg')], on('!=', 1, 'mL'), false, true],
    ['1 mg < 2 mL', [quantity(1, 'mg')], on('<', 2, 'mL'), false, true],
    [
      'any of several: 1 mL or 5 mg > 4 mg',
      [quantity(1, 'mL'), quantity(5, 'mg')],
      on('>', 4, 'mg'),
      true,
      true,
    ],
    ['unanswered != 5 kg', [], on('!=', 5, 'kg'), true, false],
    ['unanswered > 5 kg', [], on('>', 5, 'kg'), false, false],
  ] as const)('%s', (_name, answers, condition, holds, incomparable) => {
    expect(judge(condition, answers, units)).toEqual({ holds, incomparable });
  });
});

describe('a form that compares quantities', () => {
  const rule: ConditionRule = {
    enableWhen: [
      { question: 'q', operator: '>', answerQuantity: { value: 4, unit: 'kg', code: 'kg', system: UCUM } },
    ],
  };
  const items = [
    { linkId: 'q', type: 'quantity' },
    { linkId: 'reader', type: 'string', ...rule },
  ];

  it('converts on the device and on the server alike', () => {
    const form = open(items);
    expect(form.plan.needs.units).toBe(true);
    answer(form, 'q', quantity(4500, 'g'));
    expect(node(form, 'reader').enabled).toBe(true);
    answer(form, 'reader', text('heavy'));
    const response = form.response({ status: 'completed' });
    expect(validateResponse(form.plan, response, 'final', { units }).issues).toEqual([]);
    expect(evaluateConditions(form, rule)).toBe(true);
    expect(evaluateConditionsOnResponse(form.plan, response, [rule], { units })).toEqual([true]);
  });

  it('says of units that do not convert that the condition counts as false', () => {
    const form = open(items);
    answer(form, 'q', quantity(4500, 'mL'));
    expect(node(form, 'reader').enabled).toBe(false);
    expect(form.validate('final')).toMatchObject([
      { code: 'quantity-incomparable', severity: 'information', linkId: 'reader' },
    ]);
  });
});
