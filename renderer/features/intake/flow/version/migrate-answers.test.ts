import type { Questionnaire, QuestionnaireResponse } from 'fhir/r4.js';
import { describe, expect, it } from 'vitest';
import { migrateAnswers } from './migrate-answers.ts';

const before: Questionnaire = {
  resourceType: 'Questionnaire',
  status: 'active',
  url: 'https://care.example/q',
  version: '1',
  item: [
    {
      linkId: 'smoke',
      type: 'boolean',
      text: 'Do you smoke?',
      item: [{ linkId: 'much', type: 'integer', text: 'How much?' }],
    },
    { linkId: 'weight', type: 'integer', text: 'Weight' },
    { linkId: 'gone', type: 'string', text: 'Gone' },
    { linkId: 'several', type: 'string', repeats: true, text: 'Several' },
  ],
};
const after: Questionnaire = {
  ...before,
  version: '2',
  item: [
    {
      linkId: 'smoke',
      type: 'boolean',
      text: 'Do you smoke now?',
      item: [{ linkId: 'much', type: 'integer', text: 'How much?' }],
    },
    { linkId: 'weight', type: 'decimal', text: 'Weight' },
    { linkId: 'several', type: 'string', text: 'One' },
  ],
};
const response: QuestionnaireResponse = {
  resourceType: 'QuestionnaireResponse',
  status: 'in-progress',
  questionnaire: 'https://care.example/q|1',
  item: [
    {
      linkId: 'smoke',
      text: 'Do you smoke?',
      answer: [{ valueBoolean: true, item: [{ linkId: 'much', answer: [{ valueInteger: 3 }] }] }],
    },
    { linkId: 'weight', answer: [{ valueInteger: 70 }] },
    { linkId: 'gone', answer: [{ valueString: 'x' }] },
    { linkId: 'several', answer: [{ valueString: 'a' }, { valueString: 'b' }] },
  ],
};

describe('answers on their way to another version of the form', () => {
  const { response: moved, left } = migrateAnswers(response, before, after);

  it('keep those with the same linkId and type, nested ones included, under the new wording', () => {
    expect(moved.questionnaire).toBe('https://care.example/q|2');
    expect(moved.item?.[0]).toEqual({
      linkId: 'smoke',
      text: 'Do you smoke now?',
      answer: [
        { valueBoolean: true, item: [{ linkId: 'much', text: 'How much?', answer: [{ valueInteger: 3 }] }] },
      ],
    });
  });

  it('name those that must be asked again - another type, or no such question any more', () => {
    expect(left).toEqual(['weight', 'gone']);
  });

  it('keep one answer - the question takes only one now', () => {
    expect(moved.item?.find((item) => item.linkId === 'several')?.answer).toEqual([{ valueString: 'a' }]);
  });
});
