/** What Rosa, the one patient of all tests, sends to Meadow, their one clinic (`sync/domain/testing/fixture-clinic.ts`). */
import { CANONICAL, CLINIC, FORM_HASH } from '../../domain/testing/fixture-clinic.ts';
import type { IntakeAnswers } from '../operations/payloads/intake-submit.ts';
import type { SafetyAlert } from '../operations/payloads/safety-alert.ts';

export { CLINIC };
export const AT = '2026-11-20T09:00:00.000Z';

export const testForm = { slug: 'sleep', canonical: `${CANONICAL}|1.0`, formHash: FORM_HASH };

/** An id of its own for each kind and number. */
export const testId = (kind: number, number: number) =>
  `${kind}0000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

export function testPatient(part: Partial<IntakeAnswers['patient']> = {}): IntakeAnswers['patient'] {
  return {
    id: testId(3, 1),
    givenName: 'Rosa',
    familyName: 'Quill',
    birthDate: '1990-02-03',
    sexAtBirth: 'female',
    contact: { method: 'phone', value: '+14155550111', mayLeaveMessage: false },
    answeredBy: 'self',
    ...part,
  };
}

/** @param at when all of it happened. */
export function testIntake(part: Partial<IntakeAnswers> = {}, at = AT): IntakeAnswers {
  const { patient = testPatient() } = part;
  return {
    session: testId(2, 1),
    vendor: CLINIC,
    questionnaire: testForm,
    language: 'en',
    patient,
    place: { code: 'US-CA', confirmedAt: at },
    consents: [],
    ruleHits: [],
    startedAt: at,
    completedAt: at,
    attestation: { name: `${patient.givenName} ${patient.familyName}`, at },
    response: { resourceType: 'QuestionnaireResponse' },
    ...part,
  };
}

export function testAlert(
  { hit, ...part }: Partial<Omit<SafetyAlert, 'hit'>> & { readonly hit?: Partial<SafetyAlert['hit']> } = {},
  at = AT,
): SafetyAlert {
  return {
    session: testId(2, 1),
    vendor: CLINIC,
    questionnaire: testForm,
    language: 'en',
    patient: testPatient(),
    place: { code: 'US-CA', confirmedAt: at },
    hit: {
      rule: 'thoughts-of-self-harm',
      version: '1',
      outcome: 'URGENT',
      panel: 'crisis',
      at,
      evidence: ['q9'],
      ...hit,
    },
    evidence: [{ linkId: 'q9', question: 'Thoughts?', answers: ['Yes'] }],
    ...part,
  };
}
