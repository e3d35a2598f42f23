import { describe, expect, it } from 'vitest';
import { createExpressionEngine } from '../../expressions/index.ts';
import {
  answer,
  CORE,
  coding,
  type ItemSource,
  integer,
  no,
  node,
  open,
  planOf,
  questionnaire,
  text,
  yes,
} from '../../testing/forms.ts';
import { createForm } from '../open-form.ts';

describe('a form', () => {
  const TRANSLATED = (lang: string, content: string) => ({
    extension: [
      {
        url: `${CORE}translation`,
        extension: [
          { url: 'lang', valueCode: lang },
          { url: 'content', valueString: content },
        ],
      },
    ],
  });
  const fruit: readonly ItemSource[] = [
    {
      linkId: 'q',
      type: 'choice',
      text: 'Which fruit?',
      _text: TRANSLATED('es', '¿Qué fruta?'),
      answerOption: [
        {
          valueCoding: {
            system: 'http://example.org',
            code: 'a',
            display: 'Apple',
            _display: TRANSLATED('es', 'Manzana'),
          },
        },
        { valueString: 'Pear', _valueString: TRANSLATED('es', 'Pera') },
      ],
    },
  ];

  it('speaks the language that is set, and freezes what was shown into the response', () => {
    const form = open(fruit, { language: 'es-MX' });
    expect(node(form, 'q').text).toBe('¿Qué fruta?');
    expect(node(form, 'q').options.map((option) => option.label)).toEqual(['Manzana', 'Pera']);
    answer(form, 'q', coding('a'));
    expect(form.response().item).toEqual([
      {
        linkId: 'q',
        text: '¿Qué fruta?',
        answer: [{ valueCoding: { system: 'http://example.org', code: 'a', display: 'Manzana' } }],
      },
    ]);
    const announced: string[] = [];
    form.onChange((changed) => announced.push(...changed));
    form.setLanguage('en');
    expect(announced).toEqual([node(form, 'q').id]);
    expect(node(form, 'q').text).toBe('Which fruit?');
    expect(form.response().item?.[0]?.answer?.[0]?.valueCoding?.display).toBe('Apple');
  });

  it('falls back to its own language where a translation is missing', () => {
    expect(node(open(fruit, { language: 'ar' }), 'q').text).toBe('Which fruit?');
  });

  it('begins with initial values and selected options', () => {
    const form = open([
      { linkId: 'a', type: 'integer', initial: [{ valueInteger: 3 }] },
      {
        linkId: 'b',
        type: 'choice',
        repeats: true,
        answerOption: [
          { valueString: 'x', initialSelected: true },
          { valueString: 'y' },
          { valueString: 'z', initialSelected: true },
        ],
      },
    ]);
    expect(node(form, 'a').answers).toEqual([integer(3)]);
    expect(node(form, 'b').answers).toEqual([text('x'), text('z')]);
  });

  it('keeps the answers of a disabled question, and submits none of them', () => {
    const form = open([
      { linkId: 'a', type: 'boolean' },
      { linkId: 'b', type: 'string', enableWhen: [{ question: 'a', operator: '=', answerBoolean: true }] },
    ]);
    answer(form, 'a', yes);
    answer(form, 'b', text('x'));
    answer(form, 'a', no);
    expect(node(form, 'b')).toMatchObject({ enabled: false, answers: [text('x')] });
    expect(form.response().item?.map((item) => item.linkId)).toEqual(['a']);
  });

  it('asks what is visible, enabled and not calculated, in document order', () => {
    const hidden = [{ url: `${CORE}questionnaire-hidden`, valueBoolean: true }];
    const form = open(
      [
        { linkId: 'intro', type: 'display', text: 'Hello' },
        {
          linkId: 'g',
          type: 'group',
          item: [
            {
              linkId: 'g1',
              type: 'string',
              item: [
                { linkId: 'unit', type: 'display', text: 'kg' },
                { linkId: 'g11', type: 'string' },
              ],
            },
          ],
        },
        { linkId: 'h', type: 'group', extension: hidden, item: [{ linkId: 'h1', type: 'string' }] },
        {
          linkId: 'sum',
          type: 'integer',
          extension: [
            {
              url: 'http://hl7.org/fhir/uv/sdc/StructureDefinition/sdc-questionnaire-calculatedExpression',
              valueExpression: { language: 'text/fhirpath', expression: '1' },
            },
          ],
        },
        {
          linkId: 'off',
          type: 'string',
          enableWhen: [{ question: 'g1', operator: 'exists', answerBoolean: false }],
        },
        { linkId: 'fixed', type: 'string', readOnly: true },
      ],
      { expressions: createExpressionEngine() },
    );
    const linkIds = () => form.sequence().map((id) => form.read(id)?.linkId);
    expect(linkIds()).toEqual(['intro', 'g1', 'off']);
    answer(form, 'g1', text('a'));
    expect(linkIds()).toEqual(['intro', 'g1', 'g11']);
    expect(node(form, 'sum').calculated).toBe(true);
    expect(form.plan.needs.expressions).toBe(true);
  });

  it('says which form it answers, and in which language', () => {
    const form = createForm(planOf(questionnaire([{ linkId: 'q', type: 'string' }], { version: '2' })), {
      language: 'es',
    });
    expect(form.response({ status: 'completed', authored: '2026-01-01' })).toEqual({
      resourceType: 'QuestionnaireResponse',
      status: 'completed',
      authored: '2026-01-01',
      language: 'es',
      questionnaire: 'http://example.org/q|2',
    });
  });
});
