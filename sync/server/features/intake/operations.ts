/** The kinds of operations that a questionnaire sends: the form itself, an alert before it, and one that waits for its patient. */
import { intakePaused as paused } from '../../../protocol/operations/intake-paused.ts';
import { intakeSubmit as submitted } from '../../../protocol/operations/intake-submit.ts';
import { intakePausedVersions } from '../../../protocol/operations/payloads/intake-paused.ts';
import { intakeSubmitVersions } from '../../../protocol/operations/payloads/intake-submit.ts';
import { safetyAlertVersions } from '../../../protocol/operations/payloads/safety-alert.ts';
import { safetyAlert as alerted } from '../../../protocol/operations/safety-alert.ts';
import { defineKind, type OperationKind } from '../../core/judging/kinds.ts';
import type { CaseMarks, ShownItem } from '../inbox/feature.ts';
import { unreadAlert, unreadCase } from '../inbox/operations.ts';
import { judgeIntake } from './judge-intake.ts';
import { judgePaused } from './judge-paused.ts';
import { judgeSafety } from './judge-safety.ts';
import { findLongList } from './list-bounds.ts';
import { showIntake } from './show-intake.ts';

export { partnerReference } from './partner-reference.ts';

function findExcess(content: unknown) {
  const longList = findLongList(content);
  return longList && { errors: [longList] };
}

export const intakeSubmit = defineKind(submitted, {
  versions: intakeSubmitVersions,
  findExcess,
  judge: (operation, payload, { published, onFault }) => judgeIntake(operation, payload, published, onFault),
  unread: unreadCase,
  show: (payload, context) => showIntake(payload, context, context.marks as CaseMarks),
});

export const safetyAlert = defineKind(alerted, {
  versions: safetyAlertVersions,
  findExcess,
  judge: (operation, payload, { published }) => judgeSafety(operation, payload, published),
  // It stays an alert, even where nothing in it can be read.
  unread: unreadAlert,
  show: async (alert) => ({ ok: true, shown: { alert } satisfies ShownItem }),
});

export const intakePaused = defineKind(paused, {
  versions: intakePausedVersions,
  findExcess,
  judge: judgePaused,
  // Unfinished, and so shown to nobody: it is the patient's alone until they hand it in.
  unread: unreadCase,
});

export const operations: readonly OperationKind[] = [intakeSubmit, safetyAlert, intakePaused];
