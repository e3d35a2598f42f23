import { describe, expect, it } from 'vitest';
import { editForm } from '../edit-form.ts';
import { createForm } from '../form/open-form.ts';
import { compilePattern } from '../patterns.ts';
import {
  answer,
  CORE,
  coding,
  type ItemSource,
  integer,
  open,
  planOf,
  questionnaire,
  text,
  yes,
} from '../testing/forms.ts';
import { renderText } from './render-text.ts';

const in_ = (language: string, content: string) => ({
  extension: [
    {
      url: `${CORE}translation`,
      extension: [
        { url: 'lang', valueCode: language },
        { url: 'content', valueString: content },
      ],
    },
  ],
});
const control = (code: string) => ({
  url: `${CORE}questionnaire-itemControl`,
  valueCodeableConcept: { coding: [{ code }] },
});
const colours = ['red', 'blue'].map((code) => ({
  valueCoding: { system: 'http://example.org', code, display: code.toUpperCase() },
}));
const items: readonly ItemSource[] = [
  {
    linkId: 'g',
    type: 'group',
    prefix: 'A.',
    text: 'About you',
    item: [
      {
        linkId: 'colour',
        prefix: '1.',
        text: 'Favourite colour',
        type: 'choice',
        required: true,
        answerOption: colours,
        item: [{ linkId: 'h', type: 'display', text: 'The one you like best', extension: [control('help')] }],
      },
      { linkId: 'many', text: 'All colours', type: 'open-choice', repeats: true, answerOption: colours },
      {
        linkId: 'age',
        text: 'Age',
        _text: in_('es', 'Edad'),
        type: 'integer',
        extension: [{ url: `${CORE}questionnaire-unit`, valueCoding: { code: 'a', display: 'years' } }],
      },
      { linkId: 'smoker', text: 'Do you smoke?', type: 'boolean' },
      {
        linkId: 'how-many',
        text: 'How many?',
        type: 'integer',
        enableWhen: [{ question: 'smoker', operator: '=', answerBoolean: true }],
      },
      {
        linkId: 'secret',
        text: 'Hidden',
        type: 'string',
        extension: [{ url: `${CORE}questionnaire-hidden`, valueBoolean: true }],
      },
      {
        linkId: 'empty',
        text: 'Nothing to see',
        type: 'group',
        item: [
          {
            linkId: 'x',
            type: 'string',
            extension: [{ url: `${CORE}questionnaire-hidden`, valueBoolean: true }],
          },
        ],
      },
    ],
  },
];

describe('what a person reads of a form', () => {
  it('has numbers, help, options with the chosen ones marked, units, and says what was not answered', () => {
    const form = open(items);
    answer(form, 'colour', coding('blue'));
    answer(form, 'many', coding('red'), text('green'));
    answer(form, 'age', integer(41));
    expect(renderText(form)).toBe(`A. About you

  1. Favourite colour (required)
    Help: The one you like best
    ( ) RED
    (x) BLUE

  All colours
    [x] RED
    [ ] BLUE
    [x] green

  Age
    > 41 years

  Do you smoke?
    - not answered
`);
  });

  it('shows what an answer enables, and a yes as a yes', () => {
    const form = open(items);
    answer(form, 'smoker', yes);
    const rendered = renderText(form);
    expect(rendered).toContain('(x) Yes   ( ) No');
    expect(rendered).toContain('How many?');
    expect(rendered).not.toMatch(/Hidden|Nothing to see/);
  });

  it('is in the language that was asked for', () => {
    const form = open(items, { language: 'es' });
    answer(form, 'age', integer(41));
    const rendered = renderText(form, { language: 'es' });
    expect(rendered).toContain('> 41 años');
    expect(rendered).toContain('Edad');
    expect(rendered).toContain('sin respuesta');
    expect(rendered).toContain('(obligatorio)');
  });

  it('has places to write in where there is no response', () => {
    const rendered = renderText(createForm(planOf(questionnaire(items, { title: 'Colours' }))), {
      blank: true,
    });
    expect(rendered.startsWith('Colours\n=======\n')).toBe(true);
    expect(rendered).toContain('____________ years');
    expect(rendered).not.toContain('not answered');
  });

  it('nests what stands under an answer, and never prints the content of an attachment', () => {
    const plan = planOf(
      questionnaire([
        {
          linkId: 'q',
          type: 'boolean',
          text: 'Any?',
          item: [{ linkId: 'which', type: 'string', text: 'Which?' }],
        },
        { linkId: 'photo', type: 'attachment', text: 'Photo' },
      ]),
    );
    const attachment = { contentType: 'image/png', title: 'hand', data: 'AAAA' };
    const form = editForm(
      plan,
      {
        resourceType: 'QuestionnaireResponse',
        status: 'completed',
        item: [
          {
            linkId: 'q',
            answer: [{ valueBoolean: true, item: [{ linkId: 'which', answer: [{ valueString: 'this' }] }] }],
          },
          { linkId: 'photo', answer: [{ valueAttachment: attachment }] },
        ],
      },
      { compilePattern },
    );
    const rendered = renderText(form);
    expect(rendered).toContain('    Which?\n      > this');
    expect(rendered).toContain('> attachment, hand, image/png');
    expect(rendered).not.toContain('AAAA');
  });
});
