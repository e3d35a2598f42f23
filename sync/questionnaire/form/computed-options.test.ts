import { describe, expect, it } from 'vitest';
import { editForm } from '../edit-form.ts';
import {
  answersFrom,
  candidates,
  engine,
  fhirpath,
  openWith,
  valuesOf,
} from '../testing/expression-forms.ts';
import { answer, coding, type ItemSource, integer, node, nodes, SDC, text } from '../testing/forms.ts';

function toggle(codes: readonly string[], expression: string): object {
  return {
    url: `${SDC}answerOptionsToggleExpression`,
    extension: [
      ...codes.map((code) => ({ url: 'option', valueCoding: { system: 'http://example.org', code } })),
      { url: 'expression', valueExpression: fhirpath(expression) },
    ],
  };
}

const CHOICES = ['a', 'b', 'c'].map((code) => ({
  valueCoding: { system: 'http://example.org', code, display: code },
}));
const labels = (form: ReturnType<typeof openWith>, linkId: string, index = 0) =>
  node(form, linkId, index).options.map(({ label }) => label);

describe('options from an answerExpression', () => {
  const items: readonly ItemSource[] = [
    { linkId: 'drug', type: 'string', repeats: true },
    { linkId: 'first', type: 'open-choice', extension: [answersFrom(valuesOf('drug'))] },
    { linkId: 'only', type: 'choice', extension: [answersFrom(valuesOf('drug'))] },
  ];

  it('are what it gives at the moment, each once', () => {
    const form = openWith(items);
    expect(node(form, 'only')).toMatchObject({ options: [], optionsStatus: 'ready' });
    answer(form, 'drug', text('aspirin'), text('ibuprofen'));
    expect(labels(form, 'first')).toEqual(['aspirin', 'ibuprofen']);
    expect(labels(form, 'only')).toEqual(['aspirin', 'ibuprofen']);
    answer(form, 'only', text('aspirin'));
    expect(node(form, 'only').issues).toEqual([]);
  });

  it('differ by instance', () => {
    const form = openWith([
      {
        linkId: 'g',
        type: 'group',
        repeats: true,
        extension: [
          {
            url: 'http://hl7.org/fhir/StructureDefinition/variable',
            valueExpression: fhirpath("item.where(linkId='t').answer.value", 'own'),
          },
        ],
        item: [
          { linkId: 't', type: 'string' },
          { linkId: 'c', type: 'choice', extension: [answersFrom('%own')] },
        ],
      },
    ]);
    form.addInstance(node(form, 'g').id);
    for (const [index, word] of ['x', 'y'].entries())
      form.answer(nodes(form, 't')[index]?.id ?? '', [text(word)]);
    expect([labels(form, 'c', 0), labels(form, 'c', 1)]).toEqual([['x'], ['y']]);
  });

  it('that can not be computed leave the answer unchecked', () => {
    const form = openWith([{ linkId: 'q', type: 'choice', extension: [answersFrom('%conditions.code')] }]);
    answer(form, 'q', coding('a'));
    expect(node(form, 'q')).toMatchObject({
      optionsStatus: 'unavailable',
      issues: [{ code: 'option-not-checked', severity: 'warning' }],
    });
  });

  it('come from the expansion of a value set that the launch context holds', () => {
    const contains = [{ system: 'http://example.org', code: 'a', display: 'Apples' }];
    const form = openWith(
      [{ linkId: 'q', type: 'choice', extension: [answersFrom('%fruits.expansion.contains')] }],
      {
        launchContext: {
          fruits: { resourceType: 'ValueSet', status: 'active', expansion: { timestamp: '2026', contains } },
        },
      },
    );
    expect(labels(form, 'q')).toEqual(['Apples']);
    answer(form, 'q', coding('a'));
    expect(form.response().item?.[0]?.answer).toEqual([{ valueCoding: contains[0] }]);
  });
});

describe('candidates', () => {
  it('are offered, and bind nobody', () => {
    const form = openWith([{ linkId: 'n', type: 'integer', extension: [candidates('1 | 2')] }]);
    expect(labels(form, 'n')).toEqual(['1', '2']);
    answer(form, 'n', integer(3));
    expect(node(form, 'n').issues).toEqual([]);
  });
});

describe('an option that is toggled', () => {
  const items: readonly ItemSource[] = [
    { linkId: 'adult', type: 'boolean' },
    {
      linkId: 'q',
      type: 'choice',
      answerOption: CHOICES,
      extension: [toggle(['a', 'b'], `${valuesOf('adult')} = true`)],
    },
  ];

  it('is shown where its expression holds; others are always shown', () => {
    const form = openWith(items);
    expect(labels(form, 'q')).toEqual(['c']);
    answer(form, 'adult', { type: 'boolean', value: true });
    expect(labels(form, 'q')).toEqual(['a', 'b', 'c']);
  });

  it('and was chosen before it disappeared is reported, and never dropped', () => {
    const form = openWith(items);
    answer(form, 'adult', { type: 'boolean', value: true });
    answer(form, 'q', coding('a'));
    answer(form, 'adult');
    expect(node(form, 'q')).toMatchObject({ answers: [coding('a')], issues: [{ code: 'not-an-option' }] });
    const back = editForm(form.plan, form.response({ status: 'completed' }), { expressions: engine });
    expect(back.validate('final').map(({ code }) => code)).toEqual(['not-an-option']);
  });

  it('by several expressions is shown where any of them holds', () => {
    const form = openWith([
      {
        linkId: 'q',
        type: 'choice',
        answerOption: CHOICES,
        extension: [toggle(['a'], 'false'), toggle(['a', 'b'], 'true')],
      },
    ]);
    expect(labels(form, 'q')).toEqual(['a', 'b', 'c']);
  });
});
