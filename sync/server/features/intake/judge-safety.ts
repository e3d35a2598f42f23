/** A safety operation is an alert whatever else is true of it: red, due at once, and independent of its form. */
import type { SafetyAlert } from '../../../protocol/operations/payloads/safety-alert.ts';
import type { ReceivedOperation, Verdict } from '../../core/judging/verdict.ts';
import type { Published } from '../../packs/published.ts';
import { inboxItem, nothingFound } from '../inbox/operations.ts';

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
    effects: inboxItem.of({
      kind: 'alert',
      session: payload.session,
      triage: 'red',
      late: false,
      dueAt: operation.receivedAt.toISOString(),
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
    }),
  };
}
