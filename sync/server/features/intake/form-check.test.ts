import { describe, expect, it } from 'vitest';
import { CORE, planOf, questionnaire } from '../../../questionnaire/testing/forms.ts';
import { checkForm } from './form-check.ts';

const limited = [{ url: `${CORE}maxValue`, valueInteger: 5 }];
const plan = planOf(
  questionnaire([
    { linkId: 'filled', type: 'integer', readOnly: true, initial: [{ valueInteger: 9 }], extension: limited },
    { linkId: 'asked', type: 'integer', extension: limited },
  ]),
);
const response = (filled: number, asked: number) => ({
  resourceType: 'QuestionnaireResponse',
  status: 'completed',
  questionnaire: 'http://example.org/q',
  item: [
    { linkId: 'filled', answer: [{ valueInteger: filled }] },
    { linkId: 'asked', answer: [{ valueInteger: asked }] },
  ],
});
const found = (filled: number, asked: number) => {
  const { errors, byForm } = checkForm(plan, response(filled, asked), [], {});
  return [errors.map(({ linkId }) => linkId), byForm.map(({ linkId }) => linkId)];
};

describe('what a form filled in by itself', () => {
  it('is told apart from what a person answered', () => {
    expect(found(9, 1)).toEqual([[], ['filled']]);
    expect(found(9, 7)).toEqual([['asked'], ['filled']]);
  });

  it('is an error where somebody put another value in its place', () => {
    expect(found(8, 1)).toEqual([['filled'], []]);
  });
});
