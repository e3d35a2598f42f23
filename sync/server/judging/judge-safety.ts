/** A safety operation is an alert whatever else is true of it: red, due at once, and independent of its form. */
import type { SafetyAlert } from '../../protocol/operations/safety-alert.ts';
import type { Published } from './published.ts';
import { nothingFound, type ReceivedOperation, type Verdict } from './verdict.ts';

export function judgeSafety(
  operation: ReceivedOperation,
  payload: SafetyAlert,
  published: Published,
): Verdict {
  const { hit, patient } = payload;
  const rule = published.pack.rules.find((candidate) => candidate.id === hit.rule);
  const offered = published.pack.questionnaires.find(
    (candidate) => candidate.slug === payload.questionnaire.slug,
  );
  return {
    outcome: 'applied',
    problem: undefined,
    item: {
      kind: 'alert',
      session: payload.session,
      triage: 'red',
      late: false,
      dueAt: operation.receivedAt,
      summary: {
        patientName: `${patient.givenName} ${patient.familyName}`,
        birthDate: patient.birthDate,
        formTitle: offered?.title ?? null,
        place: payload.place.code,
        answeredAt: hit.at,
        reasons: [
          {
            rule: hit.rule,
            outcome: hit.outcome,
            label: rule?.label ?? null,
            withdrawn: hit.withdrawnAt !== undefined,
          },
        ],
      },
      judgement: { ...nothingFound, readable: true },
    },
  };
}
