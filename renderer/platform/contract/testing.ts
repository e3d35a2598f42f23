/** A draft of the tests' patient, and a form of hers on its way (`sync/protocol/testing/fixture-intake.ts`). */
import { testForm, testId } from '../../../sync/protocol/testing/fixture-intake.ts';
import type { Delivery, DraftContent, DraftSummary } from './contract.ts';

export function testDraft(part: Partial<DraftContent> = {}): DraftContent {
  return {
    draftId: testId(1, 1),
    session: testId(2, 1),
    subjectId: testId(3, 1),
    questionnaire: testForm,
    owner: 'own',
    language: 'en',
    startedAt: new Date().toISOString(),
    updatedAt: new Date().toISOString(),
    patient: {},
    consents: [],
    flow: { v: 1, snapshot: {} },
    ruleHits: [],
    confirmedImplausible: [],
    ...part,
  };
}

export function testDelivery(part: Partial<Delivery> = {}): Delivery {
  return {
    opId: testId(4, 1),
    session: testId(2, 1),
    subjectId: testId(3, 1),
    kind: 'intake.submit',
    about: { questionnaireSlug: 'sleep' },
    owner: 'own',
    code: 'K7-42QF',
    queuedAt: new Date().toISOString(),
    state: 'queued',
    ...part,
  };
}

/** As it stands in the list of drafts. */
export function summaryOf(content: DraftContent): DraftSummary {
  const { draftId, session, subjectId, questionnaire, owner, updatedAt } = content;
  return {
    draftId,
    session,
    subjectId,
    questionnaireSlug: questionnaire.slug,
    formHash: questionnaire.formHash,
    owner,
    updatedAt,
  };
}
