import type { QuestionnaireItemEnableWhen } from 'fhir/r4.js';
import type { AnswerValue } from '../model/contract.ts';
import { coding, date, dateTime, decimal, integer, no, quantity, text, yes } from './forms.ts';

export type Condition = Omit<QuestionnaireItemEnableWhen, 'question'>;

export type ConditionCase = readonly [
  name: string,
  type: string,
  answers: readonly AnswerValue[],
  conditions: readonly Condition[],
  enabled: boolean,
  behaviour?: 'all' | 'any',
];

function on(operator: Condition['operator'], answer: Omit<Condition, 'operator'>): Condition {
  return { operator, ...answer };
}

const X = { answerString: 'x' };
const A = { answerCoding: { system: 'http://example.org', code: 'a' } };
const KG5 = { answerQuantity: { value: 5, unit: 'kg', system: 'http://unitsofmeasure.org', code: 'kg' } };
const KG4 = { answerQuantity: { ...KG5.answerQuantity, value: 4 } };
const ML1 = { answerQuantity: { ...KG5.answerQuantity, value: 1, unit: 'mL', code: 'mL' } };
const INSTANT = { answerDateTime: '2024-02-29T23:30:00Z' };
const SAME_INSTANT = dateTime('2024-03-01T01:30:00+02:00');
const ANN = { answerReference: { reference: 'Patient/1' } };
const reference = (to: string): AnswerValue => ({
  type: 'Reference',
  value: { reference: to, display: 'Ann' },
});
const time = (value: string): AnswerValue => ({ type: 'time', value });
const other = coding('a', 'http://other.org');
const exists = (value: boolean) => on('exists', { answerBoolean: value });
const isX = on('=', X);
const isY = on('=', { answerString: 'y' });
const above = (value: number) => on('>', { answerInteger: value });

/** Every row of the decided table of conditions, and the operators around it. */
export const CONDITION_CASES: readonly ConditionCase[] = [
  ['!= and no answer', 'string', [], [on('!=', X)], true],
  ['!= and one of several answers equal', 'string', [text('x'), text('y')], [on('!=', X)], false],
  ['!= and no answer equal', 'string', [text('y'), text('z')], [on('!=', X)], true],
  ['exists=false and no answer', 'string', [], [exists(false)], true],
  ['exists=false and an empty answer', 'string', [text('')], [exists(false)], true],
  ['exists=false and an answer', 'string', [text('a')], [exists(false)], false],
  ['exists=true and no answer', 'string', [], [exists(true)], false],
  ['exists=true and the answer "no"', 'boolean', [no], [exists(true)], true],
  ['= and any of several answers equal', 'string', [text('a'), text('x')], [isX], true],
  ['= and any of several answers equal, with "all"', 'string', [text('a'), text('x')], [isX], true, 'all'],
  ['one condition with "all", unanswered', 'string', [], [isX], false, 'all'],
  ['two conditions with "all", both unanswered', 'string', [], [isX, isY], false, 'all'],
  ['two conditions with "all", one holds', 'integer', [integer(5)], [above(1), above(9)], false, 'all'],
  ['two conditions with "all", both hold', 'integer', [integer(5)], [above(1), above(2)], true, 'all'],
  ['two conditions, behaviour missing: any', 'string', [text('y')], [isX, isY], true],
  ['Coding of the same code and system', 'choice', [coding('a')], [on('=', A)], true],
  ['Coding of the same code and another system', 'choice', [other], [on('=', A)], false],
  ['Coding of another system, !=', 'choice', [other], [on('!=', A)], true],
  ['Coding condition without a system', 'choice', [other], [on('=', { answerCoding: { code: 'a' } })], true],
  [
    'Coding with another display',
    'choice',
    [coding('a')],
    [on('=', { answerCoding: { ...A.answerCoding, display: 'B' } })],
    true,
  ],
  ['Coding has no order', 'choice', [coding('b')], [on('>', A)], false],
  ['Quantity 5 kg = 5 kg', 'quantity', [quantity(5, 'kg')], [on('=', KG5)], true],
  ['Quantity 5000 g = 5 kg', 'quantity', [quantity(5000, 'g')], [on('=', KG5)], true],
  ['Quantity 5000 g != 5 kg', 'quantity', [quantity(5000, 'g')], [on('!=', KG5)], false],
  ['Quantity 500 g > 4 kg', 'quantity', [quantity(500, 'g')], [on('>', KG4)], false],
  ['Quantity 4500 g > 4 kg', 'quantity', [quantity(4500, 'g')], [on('>', KG4)], true],
  ['Quantity 11 lb <= 5 kg', 'quantity', [quantity(11, '[lb_av]')], [on('<=', KG5)], true],
  [
    'Quantity without a system',
    'quantity',
    [{ type: 'Quantity', value: { value: 5, code: 'kg' } }],
    [on('=', KG5)],
    false,
  ],
  ['Quantity 1 mg = 1 mL: incomparable is false', 'quantity', [quantity(1, 'mg')], [on('=', ML1)], false],
  ['Quantity 1 mg >= 1 mL: incomparable is false', 'quantity', [quantity(1, 'mg')], [on('>=', ML1)], false],
  ['Quantity 6 kg > 5 kg', 'quantity', [quantity(6, 'kg')], [on('>', KG5)], true],
  [
    'Quantity of another unit, !=: incomparable is false',
    'quantity',
    [quantity(5, 'm')],
    [on('!=', KG5)],
    false,
  ],
  ['dateTime, same instant at another offset', 'dateTime', [SAME_INSTANT], [on('=', INSTANT)], true],
  ['dateTime, not later at another offset', 'dateTime', [SAME_INSTANT], [on('>', INSTANT)], false],
  ['Reference =', 'reference', [reference('Patient/1')], [on('=', ANN)], true],
  ['Reference = another', 'reference', [reference('Patient/2')], [on('=', ANN)], false],
  ['string "Yes" against "yes"', 'string', [text('Yes')], [on('=', { answerString: 'yes' })], false],
  ['boolean = true', 'boolean', [yes], [on('=', { answerBoolean: true })], true],
  ['boolean = false, unanswered', 'boolean', [], [on('=', { answerBoolean: false })], false],
  ['> any of several', 'integer', [integer(1), integer(9)], [above(5)], true],
  ['>= equal', 'integer', [integer(5)], [on('>=', { answerInteger: 5 })], true],
  ['<= equal', 'decimal', [decimal(5)], [on('<=', { answerDecimal: 5 })], true],
  ['< when unanswered', 'integer', [], [on('<', { answerInteger: 5 })], false],
  ['integer against a decimal', 'integer', [integer(3)], [on('>', { answerDecimal: 2.5 })], true],
  ['a day after a partial date', 'date', [date('2022-06-30')], [on('>', { answerDate: '2022-06' })], true],
  ['equal years', 'date', [date('2022')], [on('>', { answerDate: '2022' })], false],
  ['a partial date in the answer', 'date', [date('2022')], [on('<', { answerDate: '2022-06' })], true],
  ['an unreadable date', 'date', [date('2022-02-31')], [on('>', { answerDate: '2022' })], false],
  ['time', 'time', [time('13:05:00')], [on('>', { answerTime: '13:04:59.9' })], true],
  ['an answer of another type', 'choice', [coding('a')], [on('=', { answerString: 'a' })], false],
];
