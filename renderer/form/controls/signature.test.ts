import type { Questionnaire } from 'fhir/r4.js';
import { describe, expect, it } from 'vitest';
import { signatureIn, signatureOf, signatureView, wantsSignature } from './signature.ts';

const CORE = 'http://hl7.org/fhir/StructureDefinition/';
const questionnaire: Questionnaire = { resourceType: 'Questionnaire', status: 'active' };
const when = '2026-11-20T10:30:00.000Z';
const consent = { system: 'urn:iso-astm:E1762-95:2013', code: '1.2.840.10065.1.12.1.7' };

describe('a signature', () => {
  it('carries the typed name in any script, and is read back', () => {
    const signature = signatureOf({ way: 'type', name: ' ليلى José ' }, { questionnaire, when });
    expect(signature).toMatchObject({ when, sigFormat: 'text/plain', who: { display: 'ليلى José' } });
    expect(signatureView(signature)).toEqual({ name: 'ليلى José' });
  });

  it('carries the drawn strokes as a picture', () => {
    const signature = signatureOf({ way: 'draw', strokes: ['M1 2h0L30 40'] }, { questionnaire, when });
    expect(signature.sigFormat).toBe('image/svg+xml');
    expect(atob(signature.data ?? '')).toContain('<path d="M1 2h0L30 40"/>');
    expect(signatureView(signature).picture).toMatch(/^data:image\/svg\+xml;base64,/);
  });

  it('is of the kind that the form asks for, and the author’s where it says nothing', () => {
    const asking: Questionnaire = {
      ...questionnaire,
      extension: [
        { url: `${CORE}questionnaire-signatureRequired`, valueCodeableConcept: { coding: [consent] } },
      ],
    };
    expect([wantsSignature(asking), wantsSignature(questionnaire)]).toEqual([true, false]);
    expect(signatureOf({ way: 'type', name: 'A' }, { questionnaire: asking, when }).type).toEqual([consent]);
    expect(signatureOf({ way: 'type', name: 'A' }, { questionnaire, when }).type[0]?.code).toBe(
      '1.2.840.10065.1.12.1.1',
    );
  });

  it('is found where a response of R4 carries it', () => {
    const valueSignature = signatureOf({ way: 'type', name: 'A' }, { questionnaire, when });
    expect(
      signatureIn({
        resourceType: 'QuestionnaireResponse',
        status: 'completed',
        extension: [{ url: `${CORE}questionnaireresponse-signature`, valueSignature }],
      }),
    ).toEqual(valueSignature);
  });

  it('shows nothing of what it can not read', () => {
    expect(signatureView({ type: [], when, who: {}, sigFormat: 'text/plain', data: '%%' })).toEqual({
      name: '',
    });
    expect(signatureView({ type: [], when, who: {}, sigFormat: 'text/html', data: 'PGI+' })).toEqual({});
  });
});
