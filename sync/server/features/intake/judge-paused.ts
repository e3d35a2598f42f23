/**
 * An unfinished intake is kept for its patient: nothing in it is judged, and the draft's own key stays sealed. It reaches the inbox only where
 * something is wrong with it.
 */
import type { IntakePaused } from '../../../protocol/payloads.ts';
import { problem } from '../../base/problems.ts';
import type { ReceivedOperation, Verdict } from '../../core/judging/verdict.ts';
import { inboxItem, nothingFound, nothingKnown } from '../inbox/operations.ts';
import { pausedIntake } from './paused-intake.ts';

const HOUR_MS = 3_600_000;
const LOOK_WITHIN_HOURS = 4;

export function judgePaused(operation: ReceivedOperation, payload: IntakePaused): Verdict {
  const paused = pausedIntake.of({
    session: payload.session,
    form: payload.questionnaire.slug,
    reason: payload.reason,
    savedAt: payload.savedAt,
  });
  const named = new Set(operation.blobs);
  // Only what the operation names was waited for, and is kept for ever.
  if (payload.attachments.every(({ sha256 }) => named.has(sha256)))
    return { outcome: 'applied', problem: undefined, effects: paused };
  const dueAt = new Date(operation.receivedAt.getTime() + LOOK_WITHIN_HOURS * HOUR_MS);
  const item = inboxItem.of({
    kind: 'case',
    session: payload.session,
    triage: 'amber',
    late: false,
    dueAt: dueAt.toISOString(),
    summary: nothingKnown,
    judgement: nothingFound,
  });
  return { outcome: 'held', problem: problem('ATTACHMENTS_MISMATCH'), effects: { ...paused, ...item } };
}
