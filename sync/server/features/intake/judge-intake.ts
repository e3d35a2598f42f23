/**
 * Judges a submitted form as if no device had: form, answers, age, place, consents and stop rules. Whatever is wrong, the case
 * reaches the inbox, held and with every reason.
 */

import { checkEligibility } from '../../../domain/eligibility/eligibility.ts';
import { consentStatuses } from '../../../domain/legal/consents.ts';
import type { PublishedLegalDocument } from '../../../domain/legal/legal-document.ts';
import { outcomeForForm } from '../../../domain/safety/rule-outcome.ts';
import { compareTriage, triageOf } from '../../../domain/safety/triage.ts';
import { reviewDeadline } from '../../../domain/time/review-deadline.ts';
import type { Reason, Triage } from '../../../protocol/api/inbox.ts';
import type { IntakeSubmit } from '../../../protocol/operations/payloads/intake-submit.ts';
import type { RuleHit } from '../../../protocol/operations/payloads/parts.ts';
import { type ProblemCode, problem } from '../../base/problems.ts';
import type { ReceivedOperation, Verdict } from '../../core/judging/verdict.ts';
import type { Published, PublishedForm } from '../../packs/published.ts';
import { inboxItem, nothingFound } from '../inbox/operations.ts';
import { attachmentFaults } from './attachments.ts';
import { checkForm, type FormFindings } from './form-check.ts';
import { referenceEffect } from './partner-reference.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** Where the form isn't known, nobody has promised a time: it is looked at like an urgent one. */
const UNKNOWN_FORM_HOURS = 4;
/** A red case is read within minutes, whatever the form promises for the others. A vendor may say otherwise. */
const RED_REVIEW_MINUTES = 15;

/** The inbox's list carries them for fifty cases at a time; a form has as many faults as its author likes. */
const MAX_FAULTS = 50;
const MAX_DETAIL = 200;
/** The same of a case's line in that list: the most urgent. The case itself names all. */
const MAX_REASONS = 20;

interface Fault {
  readonly code: ProblemCode;
  readonly pointer: string;
  readonly detail: string;
}

function eligibilityFaults(
  payload: IntakeSubmit,
  published: Published,
  form: PublishedForm,
  receivedAt: Date,
): Fault[] {
  const { refusals, unknown } = checkEligibility({
    // A form that was opened before the clinic paused is still wanted: only age and place are judged.
    vendor: { status: 'open', serviceAreas: published.pack.serviceAreas },
    questionnaire: { ...form.offered, status: 'open' },
    birthDate: payload.patient.birthDate,
    place: payload.place.code,
    today: published.dayOf(receivedAt),
  });
  const faults = refusals.flatMap((refusal): Fault[] => {
    if (refusal.code === 'VENDOR_PAUSED') return [];
    const pointer = refusal.code === 'AGE_NOT_MET' ? '/patient/birthDate' : '/place/code';
    return [{ code: refusal.code, pointer, detail: refusal.reason }];
  });
  return unknown.includes('age')
    ? [...faults, { code: 'AGE_NOT_MET', pointer: '/patient/birthDate', detail: 'not-a-birth-date' }]
    : faults;
}

function hasText(document: PublishedLegalDocument, decision: IntakeSubmit['consents'][number]): boolean {
  return (
    document.slug === decision.document &&
    document.version === decision.version &&
    Object.values(document.texts).some(({ sha256 }) => sha256 === decision.sha256)
  );
}

/** For each document the version that was agreed to, where this vendor has ever published it, before its newest. */
function documentsFor(
  payload: IntakeSubmit,
  legal: readonly PublishedLegalDocument[],
): readonly PublishedLegalDocument[] {
  const agreed = legal.filter((document) => payload.consents.some((decision) => hasText(document, decision)));
  return [...agreed, ...legal];
}

function consentFaults(payload: IntakeSubmit, published: Published, form: PublishedForm): Fault[] {
  return consentStatuses(
    form.offered.consents,
    documentsFor(payload, published.legal),
    payload.consents,
  ).flatMap(({ request, state }): Fault[] => {
    if (!request.required || state === 'given') return [];
    const code = state === 'outdated' ? 'CONSENT_OUTDATED' : 'CONSENT_REQUIRED';
    return [{ code, pointer: '/consents', detail: `${request.document}: ${state}` }];
  });
}

/** The engine's own codes and places; never its diagnostics, which may repeat an answer. */
function answerFaults({ errors, met, overBudget }: FormFindings): Fault[] {
  return [
    ...(overBudget ? [{ code: 'FORM_TOO_SLOW', pointer: '/response', detail: 'expressions' } as const] : []),
    ...errors.map(
      (issue): Fault => ({
        code: 'ANSWERS_INVALID',
        pointer: '/response',
        detail: `${issue.code} at ${issue.linkId ?? issue.expression}`,
      }),
    ),
    ...met
      .filter(({ rule }) => outcomeForForm(rule) === 'STOP')
      .map(({ rule }): Fault => ({ code: 'HARD_STOP', pointer: '/response', detail: rule.id })),
  ];
}

function heldBy(faults: readonly Fault[]): Verdict['problem'] {
  const [first] = faults;
  if (!first) return undefined;
  const cut = ({ code, pointer, detail }: Fault) => ({
    pointer,
    detail: `${code}: ${detail}`.slice(0, MAX_DETAIL),
  });
  const more = faults.length - MAX_FAULTS;
  const last = { pointer: '', detail: `and ${more} more` };
  return problem(first.code, {
    errors: [...faults.slice(0, MAX_FAULTS).map(cut), ...(more > 0 ? [last] : [])],
  });
}

/** An answer that the form filled in by itself breaks a rule of its own field. No patient could mend it, so a clinician sees it. */
const FORM_FILLED: Reason = {
  rule: 'form-filled-answer',
  outcome: 'REVIEW',
  label: {
    en: 'The form filled in an answer that breaks its own rules. Check it before you use it.',
    es: 'El formulario completó una respuesta que no cumple sus propias reglas. Verifíquela antes de usarla.',
    ar: 'ملأت الاستمارة إجابة تخالف قواعدها. تحقق منها قبل استخدامها.',
  },
  withdrawn: false,
};

function reasonsOf(
  hits: readonly RuleHit[],
  { met, byForm }: Pick<FormFindings, 'met' | 'byForm'>,
  published: Published,
): Reason[] {
  const labelOf = (id: string) => published.pack.rules.find((rule) => rule.id === id)?.label ?? null;
  const fromDevice = hits.map(
    (hit): Reason => ({
      rule: hit.rule,
      outcome: hit.outcome,
      label: labelOf(hit.rule),
      withdrawn: hit.withdrawnAt !== undefined && !met.some(({ rule }) => rule.id === hit.rule),
    }),
  );
  const known = new Set(hits.map((hit) => hit.rule));
  const fromServer = met
    .filter(({ rule }) => !known.has(rule.id))
    .map(
      ({ rule }): Reason => ({
        rule: rule.id,
        outcome: outcomeForForm(rule),
        label: rule.label,
        withdrawn: false,
      }),
    );
  // One line per rule, however often it was met: standing before withdrawn.
  const reasons = new Map<string, Reason>();
  const fromForm = byForm.length > 0 ? [FORM_FILLED] : [];
  for (const reason of [...fromDevice, ...fromServer, ...fromForm]) {
    const before = reasons.get(reason.rule);
    if (!before || (before.withdrawn && !reason.withdrawn)) reasons.set(reason.rule, reason);
  }
  return [...reasons.values()];
}

/** Standing before withdrawn, then as urgent as they are. */
function mostUrgent(reasons: readonly Reason[]): Reason[] {
  if (reasons.length <= MAX_REASONS) return [...reasons];
  return reasons.toSorted((a, b) => compareTriage(triageOf([a]), triageOf([b]))).slice(0, MAX_REASONS);
}

/** JSON has no other number: what is beyond them is no score. */
function finiteScore(findings: FormFindings | undefined): NonNullable<FormFindings['score']> | null {
  const score = findings?.score;
  return score && Number.isFinite(score.total) ? score : null;
}

function urgencyOf(reasons: readonly Reason[], held: boolean, unusual: boolean): Triage {
  const byRules = triageOf(reasons);
  return (held || unusual) && compareTriage(byRules, 'amber') > 0 ? 'amber' : byRules;
}

/** When the patient finished, by our clock: the device's, less what it was ahead at the push. */
function isLate(payload: IntakeSubmit, operation: ReceivedOperation, form: PublishedForm): boolean {
  const finished = Date.parse(payload.completedAt) - (operation.skewSeconds ?? 0) * 1000;
  return operation.receivedAt.getTime() - finished > form.offered.maxAnswerAgeDays * DAY_MS;
}

function judgedConsents(payload: IntakeSubmit, published: Published, form: PublishedForm | undefined) {
  return payload.consents.map((decision) => ({
    document: decision.document,
    required:
      form?.offered.consents.some((request) => request.document === decision.document && request.required) ??
      false,
    known: published.legal.some((document) => hasText(document, decision)),
  }));
}

function laneFaults(operation: ReceivedOperation, payload: IntakeSubmit): Fault[] {
  const session = operation.lane.slice(operation.lane.indexOf(':') + 1).toLowerCase();
  return [
    ...(session === payload.session.toLowerCase()
      ? []
      : [{ code: 'SESSION_MISMATCH', pointer: '/session', detail: 'lane' } as const]),
    ...(operation.followsHeld ? [{ code: 'PREDECESSOR_HELD', pointer: '', detail: 'after' } as const] : []),
  ];
}

/** Until when staff are to read it. A red case has no closing time. */
function dueAt(
  triage: Triage,
  receivedAt: Date,
  form: PublishedForm | undefined,
  { pack, schedule }: Published,
): Date {
  const hours = form?.offered.reviewHours ?? UNKNOWN_FORM_HOURS;
  const promised = reviewDeadline(receivedAt.getTime(), hours, schedule);
  if (triage !== 'red') return new Date(promised);
  const minutes = pack.settings.redReviewMinutes ?? RED_REVIEW_MINUTES;
  return new Date(Math.min(promised, receivedAt.getTime() + minutes * MINUTE_MS));
}

function findIn(
  form: PublishedForm,
  payload: IntakeSubmit,
  published: Published,
  onFault: (error: unknown) => void,
) {
  const rules = published.pack.rules.filter((rule) => rule.questionnaire === form.offered.canonical);
  try {
    return checkForm(form.plan, payload.response, rules, { ...form.tools, language: payload.language });
  } catch (error) {
    onFault(error);
    return undefined;
  }
}

/**
 * @param published of the vendor that received it, for which it was written.
 * @param onFault told where the engine itself fails: the case is held, and everything else about it is still judged.
 */
export async function judgeIntake(
  operation: ReceivedOperation,
  payload: IntakeSubmit,
  published: Published,
  onFault: (error: unknown) => void,
): Promise<Verdict> {
  const form = await published.form(payload.questionnaire.formHash);
  const findings = form && findIn(form, payload, published, onFault);
  const faults: Fault[] = [
    ...laneFaults(operation, payload),
    ...attachmentFaults(payload, operation.blobs).map(
      (detail): Fault => ({ code: 'ATTACHMENTS_MISMATCH', pointer: '/attachments', detail }),
    ),
  ];
  if (!form)
    faults.push({ code: 'QUESTIONNAIRE_UNKNOWN', pointer: '/questionnaire/formHash', detail: 'unknown' });
  else
    faults.push(
      ...(findings
        ? answerFaults(findings)
        : [{ code: 'JUDGING_FAILED', pointer: '/response', detail: 'engine' } as const]),
      ...eligibilityFaults(payload, published, form, operation.receivedAt),
      ...consentFaults(payload, published, form),
    );
  const met = findings?.met ?? [];
  const reasons = reasonsOf(payload.ruleHits, { met, byForm: findings?.byForm ?? [] }, published);
  const held = heldBy(faults);
  const triage = urgencyOf(reasons, held !== undefined, (payload.confirmedImplausible?.length ?? 0) > 0);
  return {
    outcome: held ? 'held' : 'applied',
    problem: held,
    effects: {
      ...(await referenceEffect(payload, published)),
      ...inboxItem.of({
        kind: 'case',
        session: payload.session,
        form: form?.offered.slug,
        triage,
        late: form ? isLate(payload, operation, form) : false,
        dueAt: dueAt(triage, operation.receivedAt, form, published).toISOString(),
        summary: {
          patientName: `${payload.patient.givenName} ${payload.patient.familyName}`,
          birthDate: payload.patient.birthDate,
          formTitle: form?.offered.title ?? null,
          place: payload.place.code,
          answeredAt: payload.completedAt,
          ...(!payload.patient.contact.mayLeaveMessage && { isPrivate: true }),
          reasons: mostUrgent(reasons),
        },
        judgement: {
          ...nothingFound,
          readable: true,
          score: finiteScore(findings),
          met: met.map(({ rule, evidence }) => ({
            rule: rule.id,
            version: rule.version,
            evidence: [...evidence],
          })),
          consents: judgedConsents(payload, published, form),
        },
      }),
    },
  };
}
