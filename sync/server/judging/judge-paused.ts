/**
 * An unfinished intake is kept for its patient: nothing in it is judged, and the draft's own key stays sealed. It reaches the inbox only where
 * something is wrong with it.
 */
import type { IntakePaused } from '../../protocol/operations/intake-paused.ts';
import { problem } from '../problems.ts';
import { nothingFound, nothingKnown, type ReceivedOperation, type Verdict } from './verdict.ts';

const HOUR_MS = 3_600_000;
const LOOK_WITHIN_HOURS = 4;

export function judgePaused(operation: ReceivedOperation, payload: IntakePaused): Verdict {
  const paused = {
    session: payload.session,
    form: payload.questionnaire.slug,
    reason: payload.reason,
    savedAt: payload.savedAt,
  };
  const named = new Set(operation.blobs);
  // Only what the operation names was waited for, and is kept for ever.
  if (payload.attachments.every(({ sha256 }) => named.has(sha256)))
    return { outcome: 'applied', problem: undefined, item: undefined, paused };
  return {
    outcome: 'held',
    problem: problem('ATTACHMENTS_MISMATCH'),
    item: {
      kind: 'case',
      session: payload.session,
      triage: 'amber',
      late: false,
      dueAt: new Date(operation.receivedAt.getTime() + LOOK_WITHIN_HOURS * HOUR_MS),
      summary: nothingKnown,
      judgement: nothingFound,
    },
    paused,
  };
}
