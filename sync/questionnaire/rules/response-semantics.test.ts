import { describe, expect, it } from 'vitest';
import type { AnswerValue, Issue } from '../model/contract.ts';
import { compilePattern } from '../patterns.ts';
import { CORE, extension, type ItemSource, planOf, questionnaire } from '../testing/forms.ts';
import { validateResponse } from '../validate-response.ts';
import { units } from '../values/units.ts';
import { answerElement } from '../values/values.ts';

type Item = {
  readonly linkId?: string;
  readonly text?: string;
  readonly answer?: readonly object[];
  readonly item?: readonly Item[];
};

interface Judged {
  readonly mode?: 'draft' | 'final';
  readonly form?: object;
  readonly response?: object;
}

function issuesOf(
  items: readonly ItemSource[],
  item: readonly Item[],
  { mode = 'final', form = {}, response = {} }: Judged = {},
): readonly Issue[] {
  const plan = planOf(questionnaire(items, form));
  const received = {
    resourceType: 'QuestionnaireResponse',
    status: 'completed',
    questionnaire: 'http://example.org/q',
    ...(item.length === 0 ? {} : { item }),
    ...response,
  };
  return validateResponse(plan, received, mode, { compilePattern, units }).issues;
}

/** "!" marks a warning. */
function judged(...given: Parameters<typeof issuesOf>): readonly string[] {
  return issuesOf(...given).map(({ severity, code }) => (severity === 'warning' ? `!${code}` : code));
}

const a = (...values: readonly AnswerValue[]) => values.map(answerElement);
const s = (value: string): AnswerValue => ({ type: 'string', value });
const yes: AnswerValue = { type: 'boolean', value: true };
const string = (linkId: string, rest: object = {}): ItemSource => ({ linkId, type: 'string', ...rest });
const group = (linkId: string, item: readonly ItemSource[], rest: object = {}): ItemSource => ({
  linkId,
  type: 'group',
  item,
  ...rest,
});
const ifYes = { enableWhen: [{ question: 'if', operator: '=', answerBoolean: true }] };
const choice = (rest: object = {}): ItemSource => ({
  linkId: 'q',
  type: 'choice',
  answerOption: [{ valueCoding: { system: 'http://x.org', code: 'a', display: 'Apples' } }],
  ...rest,
});
const coded = (value: object): Item => ({ linkId: 'q', answer: [{ valueCoding: value }] });

// The rules of questionnaires 3.2, by their numbers there.
describe('a response against its form', () => {
  it('1. may miss answers, and keep those of disabled questions, while it is a draft', () => {
    const items = [string('must', { required: true }), { linkId: 'if', type: 'boolean' }, string('q', ifYes)];
    const received = [{ linkId: 'q', answer: a(s('left over')) }];
    expect(judged(items, received)).toEqual(['disabled-answered', 'required']);
    expect(judged(items, received, { mode: 'draft', response: { status: 'in-progress' } })).toEqual([
      '!disabled-answered',
    ]);
  });

  it('2. names each item by a linkId of the form, under its parent and in the order of the form', () => {
    const items = [group('g', [string('in')]), string('x'), string('y')];
    const answered = (linkId: string): Item => ({ linkId, answer: a(s('a')) });
    expect(judged(items, [{ linkId: 'g', item: [answered('in')] }, answered('y')])).toEqual([]);
    expect(judged(items, [{ answer: a(s('a')) }])).toEqual(['structure']);
    expect(judged(items, [answered('gone')])).toEqual(['not-found']);
    expect(judged(items, [answered('in')])).toEqual(['structure']);
    expect(judged(items, [answered('y'), answered('x')])).toEqual(['structure']);
  });

  it('3. nests under a group in items, under a question in answers, and under a display nothing', () => {
    const items = [
      group('g', [string('in')]),
      string('q', { item: [string('under')] }),
      { linkId: 'd', type: 'display', text: 'Read' },
    ];
    const under: Item = { linkId: 'under', answer: a(s('u')) };
    const nested = (item: readonly Item[]) => [{ linkId: 'q', answer: [{ valueString: 'a', item }] }];
    expect(judged(items, [...nested([under]), { linkId: 'd', text: 'Read' }])).toEqual([]);
    expect(judged(items, [{ linkId: 'g', answer: a(s('a')) }])).toEqual(['structure']);
    expect(judged(items, [{ linkId: 'q', answer: a(s('a')), item: [under] }])).toEqual(['structure']);
    expect(judged(items, [{ linkId: 'd', answer: a(s('a')) }])).toEqual(['structure']);
  });

  it('4. repeats a group as items and a question as answers, minOccurs and maxOccurs included', () => {
    const occurs = {
      repeats: true,
      extension: [
        extension(`${CORE}questionnaire-minOccurs`, { valueInteger: 2 }),
        extension(`${CORE}questionnaire-maxOccurs`, { valueInteger: 3 }),
      ],
    };
    const many = (count: number) => [
      { linkId: 'q', answer: a(...Array.from({ length: count }, () => s('x'))) },
    ];
    const counted = [1, 2, 3, 4].map((count) => judged([string('q', occurs)], many(count)));
    expect(counted).toEqual([['min-occurs'], [], [], ['max-occurs']]);
    const instances = (count: number) =>
      Array.from({ length: count }, () => ({ linkId: 'g', item: [{ linkId: 'in', answer: a(s('x')) }] }));
    const grouped = [1, 2, 3, 4].map((count) =>
      judged([group('g', [string('in')], occurs)], instances(count)),
    );
    expect(grouped).toEqual([['min-occurs'], [], [], ['max-occurs']]);
    expect(judged([string('q')], many(2))).toEqual(['max-occurs']);
    expect(judged([string('q', { repeats: true })], [...many(1), ...many(1)])).toEqual(['structure']);
  });

  it('5. has no content in what is disabled, by itself or from above, and no rule binds there', () => {
    const items = [
      { linkId: 'if', type: 'boolean' },
      group('g', [string('in', { required: true }), string('other')], ifYes),
      string('shell', ifYes),
      string('reads', { enableWhen: [{ question: 'other', operator: 'exists', answerBoolean: true }] }),
    ];
    const content: Item = { linkId: 'g', item: [{ linkId: 'other', answer: a(s('x')) }] };
    expect(judged(items, [{ linkId: 'g' }, { linkId: 'shell' }])).toEqual([]);
    expect(judged(items, [content]).every((code) => code === 'disabled-answered')).toBe(true);
    expect(judged(items, [content])).toContain('disabled-answered');
    expect(judged(items, [content, { linkId: 'reads', answer: a(s('x')) }])).toHaveLength(3);
    expect(judged(items, [{ linkId: 'if', answer: a(yes) }, content])).toEqual(['required']);
  });

  it('6. asks for what is required only where it is enabled, and of nobody for what the form should have filled in', () => {
    const must = { required: true };
    expect(judged([string('q', must)], [])).toEqual(['required']);
    expect(judged([string('q', must)], [{ linkId: 'q' }])).toEqual(['required']);
    expect(judged([{ linkId: 'if', type: 'boolean' }, string('q', { ...must, ...ifYes })], [])).toEqual([]);
    const hidden = { extension: [extension(`${CORE}questionnaire-hidden`, { valueBoolean: true })] };
    expect(judged([string('q', { ...must, ...hidden })], [])).toEqual(['!required']);
    // The form fills it in, so that somebody has taken it out.
    const filled = { initial: [{ valueString: 'x' }] };
    expect(judged([string('q', { ...must, ...hidden, ...filled })], [])).toEqual(['required']);
    const required = [group('g', [string('x'), string('y')], must)];
    expect(judged(required, [])).toEqual(['required']);
    expect(judged(required, [{ linkId: 'g', item: [{ linkId: 'y', answer: a(s('b')) }] }])).toEqual([]);
  });

  it.each([
    ['boolean', { valueBoolean: true }],
    ['decimal', { valueDecimal: 1.5 }],
    ['integer', { valueInteger: 1 }],
    ['date', { valueDate: '2026' }],
    ['dateTime', { valueDateTime: '2026-01-01T00:00:00Z' }],
    ['time', { valueTime: '10:00:00' }],
    ['string', { valueString: 'a' }],
    ['text', { valueString: 'a\nb' }],
    ['url', { valueUri: 'https://example.org' }],
    ['attachment', { valueAttachment: { url: 'https://example.org' } }],
    ['reference', { valueReference: { reference: 'Patient/1' } }],
    ['quantity', { valueQuantity: { value: 1 } }],
    ['choice', { valueCoding: { code: 'a' } }],
    ['open-choice', { valueString: 'a' }],
  ])('7. answers a question of type %s with %j, and with no other type', (type, value) => {
    const items: readonly ItemSource[] = [{ linkId: 'q', type }];
    expect(judged(items, [{ linkId: 'q', answer: [value] }])).toEqual([]);
    const other = type === 'boolean' ? { valueInteger: 1 } : { valueBoolean: true };
    expect(judged(items, [{ linkId: 'q', answer: [other] }])).toEqual(['type']);
  });

  it('7. warns of line breaks in a string', () => {
    expect(judged([string('q')], [{ linkId: 'q', answer: a(s('a\nb')) }])).toEqual(['!line-break']);
  });

  it('8. takes an option by system and code, under a name that the form has for it, and leaves open what can not be checked', () => {
    const option = { system: 'http://x.org', code: 'a' };
    expect(judged([choice()], [coded({ ...option, display: 'apples ' })])).toEqual([]);
    expect(judged([choice()], [coded({ ...option, display: 'Something else' })])).toEqual([
      'display-differs',
    ]);
    expect(judged([choice()], [coded({ ...option, system: 'http://y.org' })])).toEqual(['not-an-option']);
    expect(judged([choice()], [coded({ code: 'a' })])).toEqual(['not-an-option']);
    const open = choice({ type: 'open-choice' });
    expect(judged([open], [{ linkId: 'q', answer: a(s('Pears')) }])).toEqual([]);
    expect(judged([open], [{ linkId: 'q', answer: a(s('Apples')) }])).toEqual(['!open-text-is-option']);
    const far = choice({ answerOption: undefined, answerValueSet: 'http://x.org/far' });
    expect(judged([far], [coded(option)])).toEqual(['!option-not-checked']);
  });

  it('9. counts characters up to maxLength, and matches a pattern in full and in bounded time', () => {
    const answered = (value: string): readonly Item[] => [{ linkId: 'q', answer: a(s(value)) }];
    expect(judged([string('q', { maxLength: 3 })], answered('😀😀😀'))).toEqual([]);
    expect(judged([string('q', { maxLength: 3 })], answered('abcd'))).toEqual(['max-length']);
    const like = (valueString: string) => [
      string('q', { extension: [extension(`${CORE}regex`, { valueString })] }),
    ];
    expect(judged(like('[a-z]{3}'), answered('abc'))).toEqual([]);
    expect(judged(like('[a-z]{3}'), answered('abcd'))).toEqual(['pattern']);
    expect(judged(like('(a+)+$'), answered(`${'a'.repeat(5000)}!`))).toEqual(['pattern']);
  });

  it('10. bounds a partial date by its first instant, and a quantity by what its unit measures', () => {
    const bounded = (type: string, url: string, value: object): ItemSource => ({
      linkId: 'q',
      type,
      extension: [extension(url, value)],
    });
    const until = bounded('date', `${CORE}maxValue`, { valueDate: '2022-06' });
    const dated = (valueDate: string) => [{ linkId: 'q', answer: [{ valueDate }] }];
    expect(judged([until], dated('2022-06-30'))).toEqual(['max-value']);
    expect(judged([until], dated('2022-06'))).toEqual([]);
    expect(judged([until], dated('2022'))).toEqual([]);
    const system = 'http://unitsofmeasure.org';
    const atMost = bounded(
      'quantity',
      'http://hl7.org/fhir/uv/sdc/StructureDefinition/sdc-questionnaire-maxQuantity',
      { valueQuantity: { value: 5, unit: 'kg', code: 'kg', system } },
    );
    const measured = (value: object) =>
      judged([atMost], [{ linkId: 'q', answer: [{ valueQuantity: value }] }]);
    expect(measured({ value: 5000, code: 'g', system })).toEqual([]);
    expect(measured({ value: 5001, code: 'g', system })).toEqual(['max-quantity']);
    expect(measured({ value: 1, code: 'mL', system })).toEqual(['quantity-incomparable']);
    expect(measured({ value: 1, unit: 'kg' })).toEqual(['quantity-incomparable']);
    // A code without its system is no FHIR Quantity (qty-3).
    expect(measured({ value: 1, code: 'kg' })).toEqual(['quantity-incomparable', 'type']);
  });

  it('11. says the texts of the form, where it says any', () => {
    const items = [string('q', { text: 'Your name' })];
    expect(judged(items, [{ linkId: 'q', text: 'Your name', answer: a(s('x')) }])).toEqual([]);
    expect(judged(items, [{ linkId: 'q', text: 'Your age', answer: a(s('x')) }])).toEqual(['text-changed']);
  });

  it('12. is warned of where the form was not active, or not in effect', () => {
    const inEffect = { form: { effectivePeriod: { start: '2020-01-01', end: '2021-12' } } };
    const authored = (date: string) => judged([], [], { ...inEffect, response: { authored: date } });
    expect(authored('2021-12-31')).toEqual([]);
    expect(authored('2022-01-01')).toEqual(['!outside-effective-period']);
    expect(authored('2019-12-31')).toEqual(['!outside-effective-period']);
    expect(judged([], [], { form: { status: 'retired' } })).toEqual(['!questionnaire-status']);
  });
});
