/** A draft and what it becomes, as a kiosk's page makes them: of a person who does not exist, in words that must never be found anywhere. */
import type { DraftContent } from '../../renderer/platform/contract/contract.ts';
import type { IntakeAnswers } from '../../sync/protocol/operations/intake-submit.ts';
import type { SafetyAlert } from '../../sync/protocol/operations/safety-alert.ts';

export interface Person {
  readonly givenName: string;
  readonly familyName: string;
  readonly birthDate: string;
  readonly email: string;
  readonly answer: string;
}

export const JANE: Person = {
  givenName: 'Jane',
  familyName: 'Whitfield',
  birthDate: '1984-03-09',
  email: 'jane.whitfield@mail.example',
  answer: 'burning when I urinate',
};

const uuid = (kind: number, number: number) =>
  `${kind}0000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
const questionnaire = {
  slug: 'uti',
  canonical: 'https://mainstreet.example/uti|1.0',
  formHash: 'a'.repeat(64),
};
const AT = '2026-11-20T09:00:00.000Z';

const patientOf = (number: number, person: Person): IntakeAnswers['patient'] => ({
  id: uuid(3, number),
  givenName: person.givenName,
  familyName: person.familyName,
  birthDate: person.birthDate,
  sexAtBirth: 'female',
  contact: { method: 'email', value: person.email, mayLeaveMessage: false },
  answeredBy: 'self',
});

export function draftOf(number = 1, person = JANE): DraftContent {
  return {
    draftId: uuid(1, number),
    session: uuid(2, number),
    subjectId: uuid(3, number),
    questionnaire,
    owner: 'shared',
    language: 'en',
    startedAt: AT,
    updatedAt: AT,
    patient: patientOf(number, person),
    place: { code: 'US-CA', confirmedAt: AT },
    consents: [],
    flow: { v: 1, snapshot: { value: 'consultation' } },
    form: { v: 1, canonical: questionnaire.canonical, nodes: [['symptoms', person.answer]] },
    ruleHits: [],
    confirmedImplausible: [],
  };
}

export function answersOf(number = 1, person = JANE): IntakeAnswers {
  return {
    session: uuid(2, number),
    vendor: 'mainstreet',
    questionnaire,
    language: 'en',
    patient: patientOf(number, person),
    place: { code: 'US-CA', confirmedAt: AT },
    consents: [],
    ruleHits: [],
    startedAt: AT,
    completedAt: AT,
    attestation: { name: `${person.givenName} ${person.familyName}`, at: AT },
    response: {
      resourceType: 'QuestionnaireResponse',
      item: [{ linkId: 'symptoms', answer: [{ valueString: person.answer }] }],
    },
  };
}

export function alertOf(number = 1, person = JANE): SafetyAlert {
  const { session, vendor, language, patient, place } = answersOf(number, person);
  return {
    session,
    vendor,
    questionnaire,
    language,
    patient,
    place,
    hit: {
      rule: 'thoughts-of-self-harm',
      version: '1',
      outcome: 'URGENT',
      panel: 'crisis',
      at: AT,
      evidence: ['q9'],
    },
    evidence: [{ linkId: 'q9', question: 'Thoughts?', answers: [person.answer] }],
  };
}
