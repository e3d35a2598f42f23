import { describe, expect, it } from 'vitest';
import { base64Bytes } from '../answer-rules/rules.ts';
import type { Issue } from '../model/contract.ts';
import { compilePattern } from '../patterns.ts';
import { answer, CORE, node, open, planOf, questionnaire, text, yes } from '../testing/forms.ts';
import { RULE_CASES } from '../testing/rule-cases.ts';
import { validateResponse } from '../validate-response.ts';
import { units } from '../values/units.ts';

const said = (issues: readonly Issue[]) =>
  issues.map(({ severity, code }) => (severity === 'warning' ? `!${code}` : code));

// Promises 4 and 5.
describe('a rule', () => {
  it.each(RULE_CASES.map((example) => ({ name: example[0], example })))('$name', ({ example }) => {
    const [, item, answers, ...found] = example;
    const form = open([{ linkId: 'q', ...item }]);
    answer(form, 'q', ...answers);
    expect(said(form.validate('final'))).toEqual(found);
    const response = form.response({ status: 'completed' });
    expect(said(validateResponse(form.plan, response, 'final', { compilePattern, units }).issues)).toEqual(
      found,
    );
  });

  it('about what is there is told while answering, one about what is missing is not', () => {
    const form = open([{ linkId: 'q', type: 'string', required: true, maxLength: 2 }]);
    expect(node(form, 'q').issues).toEqual([]);
    answer(form, 'q', text('abc'));
    expect(node(form, 'q').issues).toMatchObject([
      {
        code: 'max-length',
        parameters: { maximum: 2 },
        expression: "QuestionnaireResponse.item.where(linkId='q').answer[0]",
      },
    ]);
    expect(node(form, 'q').answers).toEqual([text('abc')]);
  });

  it('does not bind a disabled question', () => {
    const form = open([
      { linkId: 'a', type: 'boolean' },
      {
        linkId: 'q',
        type: 'string',
        required: true,
        maxLength: 1,
        initial: [{ valueString: 'too long' }],
        enableWhen: [{ question: 'a', operator: '=', answerBoolean: true }],
      },
    ]);
    expect(form.validate('final')).toEqual([]);
    answer(form, 'a', yes);
    expect(form.validate('final').map((issue) => issue.code)).toEqual(['max-length']);
  });

  it('is judged of a hidden question, too, which holds nobody up', () => {
    const form = open([
      {
        linkId: 'q',
        type: 'string',
        required: true,
        extension: [{ url: `${CORE}questionnaire-hidden`, valueBoolean: true }],
      },
    ]);
    expect(node(form, 'q').hidden).toBe(true);
    expect(said(form.validate('final'))).toEqual(['!required']);
  });

  it('never quotes an answer', () => {
    const form = open([
      { linkId: 'q', type: 'string', maxLength: 2, initial: [{ valueString: 'a secret' }] },
    ]);
    expect(JSON.stringify(form.validate('final'))).not.toContain('secret');
  });
});

describe('a draft', () => {
  it('may miss answers, and may have too many', () => {
    const form = open([
      { linkId: 'a', type: 'string', required: true },
      { linkId: 'b', type: 'string' },
    ]);
    answer(form, 'b', text('1'), text('2'));
    expect(form.validate('draft')).toMatchObject([{ code: 'max-occurs', severity: 'warning' }]);
    expect(form.validate('final').map((issue) => [issue.code, issue.severity])).toEqual([
      ['required', 'error'],
      ['max-occurs', 'error'],
    ]);
  });
});

describe('a group', () => {
  it('that is required needs content', () => {
    const form = open([
      { linkId: 'g', type: 'group', required: true, item: [{ linkId: 'q', type: 'string' }] },
    ]);
    expect(form.validate('final')).toMatchObject([
      { code: 'required', linkId: 'g', expression: 'QuestionnaireResponse' },
    ]);
    answer(form, 'q', text('a'));
    expect(form.validate('final')).toEqual([]);
  });

  it('that is optional still asks for its required questions', () => {
    const form = open([
      { linkId: 'g', type: 'group', item: [{ linkId: 'q', type: 'string', required: true }] },
    ]);
    expect(form.validate('final')).toMatchObject([{ code: 'required', linkId: 'q' }]);
  });

  it('that repeats asks for nothing in an instance without content', () => {
    const form = open([
      {
        linkId: 'g',
        type: 'group',
        repeats: true,
        item: [
          { linkId: 'q', type: 'string', required: true },
          { linkId: 'r', type: 'string' },
        ],
      },
    ]);
    form.addInstance(node(form, 'g').id);
    expect(form.validate('final')).toEqual([]);
    form.answer(node(form, 'r', 1).id, [text('a')]);
    expect(form.validate('final')).toMatchObject([
      { code: 'required', node: node(form, 'q', 1).id, expression: 'QuestionnaireResponse.item[0]' },
    ]);
  });

  it('that repeats and is required asks in its first instance only until another has content', () => {
    const item = [
      { linkId: 'q', type: 'string', required: true },
      { linkId: 'r', type: 'string' },
    ];
    const form = open([{ linkId: 'g', type: 'group', repeats: true, required: true, item }]);
    form.addInstance(node(form, 'g').id);
    expect(said(form.validate('final'))).toEqual(['required', 'required']);
    form.answer(node(form, 'q', 1).id, [text('a')]);
    expect(form.validate('final')).toEqual([]);
  });

  it('that repeats counts its instances with content', () => {
    const limits = [
      { url: `${CORE}questionnaire-minOccurs`, valueInteger: 2 },
      { url: `${CORE}questionnaire-maxOccurs`, valueInteger: 2 },
    ];
    const form = open([
      {
        linkId: 'g',
        type: 'group',
        repeats: true,
        extension: limits,
        item: [{ linkId: 'q', type: 'string' }],
      },
    ]);
    expect(form.root).toHaveLength(2);
    form.answer(node(form, 'q', 0).id, [text('a')]);
    expect(form.validate('final')).toMatchObject([
      { code: 'min-occurs', parameters: { minimum: 2, count: 1 } },
    ]);
    form.answer(node(form, 'q', 1).id, [text('b')]);
    expect(form.validate('final')).toEqual([]);
    form.addInstance(form.root[1] ?? '');
    form.answer(node(form, 'q', 2).id, [text('c')]);
    expect(form.validate('final')).toMatchObject([
      { code: 'max-occurs', expression: 'QuestionnaireResponse.item[2]' },
    ]);
  });
});

describe('arithmetic', () => {
  it.each([
    ['AAAA', 3],
    ['AAA=', 2],
    ['AA==', 1],
    ['AA\nAA', 3],
    ['', 0],
  ])('base64 %j stands for %d bytes', (data, bytes) => {
    expect(base64Bytes(data)).toBe(bytes);
  });
});

it('a form with patterns refuses to be judged without the means', () => {
  const plan = planOf(
    questionnaire([{ linkId: 'q', type: 'string', extension: [{ url: `${CORE}regex`, valueString: 'a' }] }]),
  );
  expect(plan.needs.patterns).toBe(true);
  expect(() => validateResponse(plan, {}, 'final')).toThrow(TypeError);
});
