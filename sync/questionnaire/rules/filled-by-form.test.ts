import { describe, expect, it } from 'vitest';
import { createForm } from '../form/open-form.ts';
import type { AnswerValue, FormOptions, Issue } from '../model/contract.ts';
import { compilePattern } from '../patterns.ts';
import { calculated, engine, initial, valuesOf } from '../testing/expression-forms.ts';
import {
  answer,
  CORE,
  decimal,
  type ItemSource,
  integer,
  node,
  planOf,
  questionnaire,
  SDC,
  text,
} from '../testing/forms.ts';
import { validateResponse } from '../validate-response.ts';
import { units } from '../values/units.ts';

const tools: FormOptions = { compilePattern, units, expressions: engine };
const said = (issues: readonly Issue[]) =>
  issues.map(
    ({ severity, code, byForm }) => `${severity === 'error' ? '' : '!'}${code}${byForm ? ' by form' : ''}`,
  );

const core = (name: string, value: object) => ({ url: `${CORE}${name}`, ...value });
const hidden = core('questionnaire-hidden', { valueBoolean: true });
const places = core('maxDecimalPlaces', { valueInteger: 2 });
const constraint = (expression: string) => ({
  url: `${CORE}questionnaire-constraint`,
  extension: [
    { url: 'key', valueId: 'k' },
    { url: 'severity', valueCode: 'error' },
    { url: 'human', valueString: 'No.' },
    { url: 'expression', valueString: expression },
  ],
});

/** What a device says of a form as it is opened (or answered), and what a server says of the response that it makes. */
function judged(
  items: readonly ItemSource[],
  fill: (form: ReturnType<typeof createForm>) => void = () => {},
) {
  const plan = planOf(questionnaire(items));
  const form = createForm(plan, tools);
  fill(form);
  const { issues } = validateResponse(plan, form.response({ status: 'completed' }), 'final', tools);
  return { form, device: said(form.validate('final')), server: said(issues) };
}

const q = (type: string, rest: object): ItemSource => ({ linkId: 'q', type, ...rest });
const readOnly = { readOnly: true };

describe('a field that nobody who answers can edit holds nobody up', () => {
  it.each<[string, ItemSource, string]>([
    [
      'a read-only initial value over its maximum',
      q('integer', {
        ...readOnly,
        initial: [{ valueInteger: 9 }],
        extension: [core('maxValue', { valueInteger: 5 })],
      }),
      'max-value',
    ],
    [
      'a hidden initial value under its minimum',
      q('decimal', {
        initial: [{ valueDecimal: 0.1 }],
        extension: [hidden, core('minValue', { valueDecimal: 0.5 })],
      }),
      'min-value',
    ],
    [
      'a calculated value over its maximum',
      q('integer', { extension: [calculated('7'), core('maxValue', { valueInteger: 5 })] }),
      'max-value',
    ],
    [
      'a calculated text of another pattern',
      q('string', { ...readOnly, extension: [calculated("'x'"), core('regex', { valueString: '[0-9]+' })] }),
      'pattern',
    ],
    [
      'an initial value of another type',
      q('integer', { ...readOnly, initial: [{ valueString: 'x' }] }),
      'type',
    ],
    [
      'an initial code that is no option',
      q('choice', {
        ...readOnly,
        initial: [{ valueCoding: { code: 'z' } }],
        answerOption: [{ valueCoding: { code: 'a' } }],
      }),
      'not-an-option',
    ],
    [
      'a calculated unit that is not allowed',
      q('quantity', {
        ...readOnly,
        extension: [
          calculated("5 'mg'"),
          core('questionnaire-unit', { valueCoding: { system: 'http://unitsofmeasure.org', code: 'kg' } }),
        ],
      }),
      'unit-not-allowed',
    ],
    [
      'an initial text that is too long',
      q('string', { ...readOnly, maxLength: 1, initial: [{ valueString: 'long' }] }),
      'max-length',
    ],
    [
      'a required read-only question that nothing fills in',
      q('string', { ...readOnly, required: true }),
      'required',
    ],
    [
      'a required hidden question that nothing fills in',
      q('string', { required: true, extension: [hidden] }),
      'required',
    ],
    [
      'a required calculation without a result',
      q('integer', { required: true, extension: [calculated('{}')] }),
      'required',
    ],
    [
      'too few initial values',
      q('string', {
        ...readOnly,
        repeats: true,
        extension: [core('questionnaire-minOccurs', { valueInteger: 2 })],
      }),
      'min-occurs',
    ],
    [
      'a required group with nothing to answer',
      { linkId: 'g', type: 'group', required: true, item: [q('string', readOnly)] },
      'required',
    ],
    [
      'a constraint on what is calculated',
      q('integer', { ...readOnly, extension: [calculated('7'), constraint('answer.value < 5')] }),
      'constraint',
    ],
    [
      'an initial expression over the maximum',
      q('integer', { ...readOnly, extension: [initial('9'), core('maxValue', { valueInteger: 5 })] }),
      'max-value',
    ],
    [
      'a computed maximum',
      q('integer', {
        ...readOnly,
        initial: [{ valueInteger: 9 }],
        extension: [
          {
            url: `${CORE}maxValue`,
            _valueInteger: {
              extension: [
                {
                  url: `${CORE}cqf-expression`,
                  valueExpression: { language: 'text/fhirpath', expression: '5' },
                },
              ],
            },
          },
        ],
      }),
      'max-value',
    ],
  ])('%s', (_name, item, code) => {
    const { form, device, server } = judged([item]);
    expect(device.filter((one) => !one.startsWith('!'))).toEqual([]);
    expect(device).toContain(`!${code} by form`);
    expect(server).toEqual(device);
    for (const id of form.root)
      expect(form.read(id)?.issues.filter((issue) => issue.severity === 'error')).toEqual([]);
  });

  it('but one that a person can answer does', () => {
    const limited = core('maxValue', { valueInteger: 5 });
    expect(judged([q('integer', { initial: [{ valueInteger: 9 }], extension: [limited] })]).device).toEqual([
      'max-value',
    ]);
    const overridden = judged([q('integer', { extension: [calculated('3'), limited] })], (form) =>
      answer(form, 'q', integer(9)),
    );
    expect(overridden.device).toEqual(['max-value']);
    expect(overridden.server).toContain('max-value');
  });

  it('and a constraint over a total blocks the person who can change what it is calculated from', () => {
    const total: ItemSource = {
      linkId: 'total',
      type: 'integer',
      readOnly: true,
      extension: [calculated(valuesOf('a'))],
    };
    const group = (inner: ItemSource): ItemSource => ({
      linkId: 'g',
      type: 'group',
      extension: [constraint("item.where(linkId='total').answer.value < 5")],
      item: [inner, total],
    });
    expect(
      judged([group({ linkId: 'a', type: 'integer' })], (form) => answer(form, 'a', integer(7))).device,
    ).toEqual(['constraint']);
    expect(
      judged([group({ linkId: 'a', type: 'integer', readOnly: true, initial: [{ valueInteger: 7 }] })])
        .device,
    ).toEqual(['!constraint by form']);
  });

  it('and what was received in its place is judged like any answer', () => {
    const plan = planOf(
      questionnaire([
        q('integer', {
          ...readOnly,
          initial: [{ valueInteger: 1 }],
          extension: [core('maxValue', { valueInteger: 5 })],
        }),
      ]),
    );
    const response = {
      resourceType: 'QuestionnaireResponse',
      status: 'completed',
      questionnaire: 'http://example.org/q',
      item: [{ linkId: 'q', answer: [{ valueInteger: 9 }] }],
    };
    expect(said(validateResponse(plan, response, 'final', tools).issues)).toEqual(['max-value']);
    expect(said(validateResponse(plan, { ...response, item: [] }, 'draft', tools).issues)).not.toContain(
      'required',
    );
  });
});

describe('a calculated decimal', () => {
  const of = (expression: string, rest: object = {}, type = 'decimal'): ItemSource => ({
    linkId: 'q',
    type,
    readOnly: true,
    ...rest,
    extension: [calculated(expression), places],
  });
  const value = (item: ItemSource, ...others: readonly ItemSource[]) => {
    const { form, device, server } = judged([item, ...others]);
    expect(device).toEqual([]);
    expect(server).toEqual([]);
    return node(form, 'q').answers[0];
  };

  it.each<[string, number]>([
    ['0.1 + 0.2', 0.3],
    ['0.7 * 3', 2.1],
    ['1.1 * 1.1', 1.21],
    ['10 / 3', 3.33],
    ['2 / 3', 0.67],
    ['-2 / 3', -0.67],
    ['1.005', 1.01],
    ['(0.1 | 0.2 | 0.4).sum()', 0.7],
    ['(1.1 + 2.2) - 3.3', 0],
  ])('%s is %d in a read-only field of two places', (expression, result) => {
    expect(value(of(expression))).toEqual({ type: 'decimal', value: result });
  });

  it('adds what was answered exactly', () => {
    const a: ItemSource = { linkId: 'a', type: 'decimal', initial: [{ valueDecimal: 0.1 }] };
    const b: ItemSource = { linkId: 'b', type: 'decimal', initial: [{ valueDecimal: 0.2 }] };
    expect(value(of(`${valuesOf('a')} + ${valuesOf('b')}`), a, b)).toEqual(decimal(0.3));
    expect(value(of(`(${valuesOf('a')} + ${valuesOf('b')}) * 10`, {}, 'integer'), a, b)).toEqual(integer(3));
    expect(value(of(`${valuesOf('a')} + ${valuesOf('b')}`, {}, 'string'), a, b)).toEqual(text('0.3'));
  });

  it('rounds a quantity, too', () => {
    expect(value(of("10 'kg' / 3", {}, 'quantity'))).toMatchObject({ value: { value: 3.33, code: 'kg' } });
  });
});

describe('a decimal that was written "0.10"', () => {
  const plan = planOf(
    questionnaire([
      { linkId: 'd', type: 'decimal', extension: [places] },
      {
        linkId: 'k',
        type: 'quantity',
        extension: [
          places,
          {
            url: `${SDC}minQuantity`,
            valueQuantity: { value: 0.1, system: 'http://unitsofmeasure.org', code: 'kg' },
          },
        ],
      },
    ]),
  );
  const PRECISION = { extension: [{ url: `${CORE}quantity-precision`, valueInteger: 2 }] };
  const kg: AnswerValue = {
    type: 'Quantity',
    value: { value: 0.1, _value: PRECISION, unit: 'kg', system: 'http://unitsofmeasure.org', code: 'kg' },
  };
  const d: AnswerValue = { type: 'decimal', value: 0.1, places: 2 };

  it('stays so from answer to response, snapshot and back', async () => {
    const { editForm } = await import('../edit-form.ts');
    const { restoreForm } = await import('../form/open-form.ts');
    const form = createForm(plan, tools);
    answer(form, 'd', d);
    answer(form, 'k', kg);
    const response = form.response({ status: 'completed' });
    expect(response.item?.[0]?.answer).toEqual([{ valueDecimal: 0.1, _valueDecimal: PRECISION }]);
    expect(response.item?.[1]?.answer).toEqual([{ valueQuantity: kg.value }]);
    const received = JSON.parse(JSON.stringify(response));
    expect(validateResponse(plan, received, 'final', tools).issues).toEqual([]);
    const again = editForm(plan, received, tools);
    expect(node(again, 'd').answers).toEqual([d]);
    expect(node(again, 'k').answers).toEqual([kg]);
    expect(again.response({ status: 'completed' })).toEqual(response);
    const restored = restoreForm(plan, JSON.parse(JSON.stringify(form.snapshot())), tools);
    expect(node(restored, 'd').answers).toEqual([d]);
  });

  it('has two places, and "0.100" one too many', () => {
    const form = createForm(plan, tools);
    answer(form, 'd', { ...d, places: 3 });
    expect(said(form.validate('final'))).toEqual(['max-decimal-places']);
  });
});
