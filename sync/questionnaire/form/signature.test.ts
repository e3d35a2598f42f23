import type { Signature } from 'fhir/r4.js';
import { describe, expect, it } from 'vitest';
import { editForm } from '../edit-form.ts';
import { answer, CORE, node, planOf, questionnaire, text } from '../testing/forms.ts';
import { validateResponse } from '../validate-response.ts';
import { createForm, restoreForm } from './open-form.ts';

const SYSTEM = 'urn:iso-astm:E1762-95:2013';
const REQUIRED = {
  url: `${CORE}questionnaire-signatureRequired`,
  valueCodeableConcept: { coding: [{ system: SYSTEM, code: '1.2.840.10065.1.12.1.7', display: 'Consent' }] },
};
const signature: Signature = {
  type: [{ system: SYSTEM, code: '1.2.840.10065.1.12.1.7' }],
  when: '2026-01-01T10:00:00Z',
  who: { display: 'The patient' },
  sigFormat: 'image/png',
  data: 'AAAA',
};
const EXTENSION = { url: `${CORE}questionnaireresponse-signature`, valueSignature: signature };
const COMPLETED = { status: 'completed' } as const;

const plan = planOf(questionnaire([{ linkId: 'q', type: 'string' }], { extension: [REQUIRED] }));

function codes(form: ReturnType<typeof createForm>): readonly string[] {
  return form.validate('final').map(({ code }) => code);
}

describe('a form that asks for a signature', () => {
  it('is final only when it is signed', () => {
    const form = createForm(plan);
    answer(form, 'q', text('x'));
    expect(form.validate('draft')).toEqual([]);
    expect(form.validate('final')).toMatchObject([
      { code: 'signature-required', parameters: { kind: 'Consent' }, expression: 'QuestionnaireResponse' },
    ]);
    form.sign(signature);
    expect(codes(form)).toEqual([]);
    expect(form.response(COMPLETED).extension).toEqual([EXTENSION]);
    form.sign(undefined);
    expect(codes(form)).toEqual(['signature-required']);
  });

  it('loses its signature with the next answer, and not with one that says the same', () => {
    const form = createForm(plan);
    answer(form, 'q', text('x'));
    form.sign(signature);
    answer(form, 'q', text('x'));
    form.setLanguage('es');
    expect(codes(form)).toEqual([]);
    answer(form, 'q', text('y'));
    expect(form.response(COMPLETED).extension).toBeUndefined();
    expect(codes(form)).toEqual(['signature-required']);
  });

  it('keeps its signature in a snapshot and in its response', () => {
    const form = createForm(plan);
    form.sign(signature);
    expect(codes(restoreForm(plan, form.snapshot()))).toEqual([]);
    const response = form.response(COMPLETED);
    expect(editForm(plan, response).response(COMPLETED)).toEqual(response);
    expect(validateResponse(plan, response, 'final').issues).toEqual([]);
  });

  it('is not content with a signature of another kind', () => {
    const form = createForm(plan);
    form.sign({ ...signature, type: [{ system: SYSTEM, code: '1.2.840.10065.1.12.1.5' }] });
    expect(codes(form)).toEqual(['signature-required']);
  });
});

describe('an item that asks for a signature', () => {
  const items = [
    { linkId: 'g', type: 'group', extension: [REQUIRED], item: [{ linkId: 'q', type: 'string' }] },
  ];

  it('asks for it where it has content, of the response or on the item itself', () => {
    const form = createForm(planOf(questionnaire(items)));
    expect(codes(form)).toEqual([]);
    answer(form, 'q', text('x'));
    expect(form.validate('final')).toMatchObject([
      {
        code: 'signature-required',
        linkId: 'g',
        expression: 'QuestionnaireResponse.item[0]',
        node: node(form, 'g').id,
      },
    ]);
    const response = form.response(COMPLETED);
    const signed = { ...response, item: response.item?.map((item) => ({ ...item, extension: [EXTENSION] })) };
    expect(validateResponse(form.plan, signed, 'final').issues).toEqual([]);
    form.sign(signature);
    expect(codes(form)).toEqual([]);
  });
});
