/** A draft and what it becomes, as a kiosk's page makes them: of a person who does not exist, in words that must never be found anywhere. */
import type { DraftContent } from '../../renderer/platform/contract/contract.ts';
import { testDraft } from '../../renderer/platform/contract/testing.ts';
import type { IntakeAnswers } from '../../sync/protocol/operations/payloads/intake-submit.ts';
import type { SafetyAlert } from '../../sync/protocol/operations/payloads/safety-alert.ts';
import {
  AT,
  testAlert,
  testForm,
  testId,
  testIntake,
  testPatient,
} from '../../sync/protocol/testing/fixture-intake.ts';

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

const patientOf = (number: number, { givenName, familyName, birthDate, email }: Person) =>
  testPatient({
    id: testId(3, number),
    givenName,
    familyName,
    birthDate,
    contact: { method: 'email', value: email, mayLeaveMessage: false },
  });

export function draftOf(number = 1, person = JANE): DraftContent {
  return testDraft({
    draftId: testId(1, number),
    session: testId(2, number),
    subjectId: testId(3, number),
    owner: 'shared',
    startedAt: AT,
    updatedAt: AT,
    patient: patientOf(number, person),
    place: { code: 'US-CA', confirmedAt: AT },
    flow: { v: 1, snapshot: { value: 'consultation' } },
    form: { v: 1, canonical: testForm.canonical, nodes: [['symptoms', person.answer]] },
  });
}

export function answersOf(number = 1, person = JANE): IntakeAnswers {
  return testIntake({
    session: testId(2, number),
    patient: patientOf(number, person),
    response: {
      resourceType: 'QuestionnaireResponse',
      item: [{ linkId: 'symptoms', answer: [{ valueString: person.answer }] }],
    },
  });
}

export function alertOf(number = 1, person = JANE): SafetyAlert {
  return testAlert({
    session: testId(2, number),
    patient: patientOf(number, person),
    evidence: [{ linkId: 'q9', question: 'Thoughts?', answers: [person.answer] }],
  });
}
