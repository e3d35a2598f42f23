/**
 * An unfinished intake is kept for its patient: nothing in it is judged, and the draft's own key stays sealed. It reaches the inbox only where
 * something is wrong with it.
 */
import type { IntakePaused } from '../../../protocol/operations/payloads/intake-paused.ts';
import { type ProblemCode, problem } from '../../base/problems.ts';
import type { ReceivedOperation, Verdict } from '../../core/judging/verdict.ts';
import { inboxItem, nothingFound, nothingKnown } from '../inbox/operations.ts';
import { pausedIntake } from './paused-intake.ts';

const HOUR_MS = 3_600_000;
const LOOK_WITHIN_HOURS = 4;

/** What the schema takes and no database does: years before the first, U+0000. */
const isStorable = ({ savedAt, questionnaire }: IntakePaused) =>
  Date.parse(savedAt) > 0 && !questionnaire.slug.includes('\0');

export function judgePaused(operation: ReceivedOperation, payload: IntakePaused): Verdict {
  if (!isStorable(payload)) return heldForALook(operation, payload.session, 'PAYLOAD_INVALID');
  const paused = pausedIntake.of({
    session: payload.session,
    form: payload.questionnaire.slug,
    reason: payload.reason,
    // An offset may be larger than a database takes.
    savedAt: new Date(payload.savedAt).toISOString(),
  });
  const named = new Set(operation.blobs);
  // Only what the operation names was waited for, and is kept for ever.
  if (payload.attachments.every(({ sha256 }) => named.has(sha256)))
    return { outcome: 'applied', problem: undefined, effects: paused };
  const held = heldForALook(operation, payload.session, 'ATTACHMENTS_MISMATCH');
  return { ...held, effects: { ...held.effects, ...paused } };
}

function heldForALook(operation: ReceivedOperation, session: string, code: ProblemCode): Verdict {
  return {
    outcome: 'held',
    problem: problem(code),
    effects: inboxItem.of({
      kind: 'case',
      session,
      triage: 'amber',
      late: false,
      dueAt: new Date(operation.receivedAt.getTime() + LOOK_WITHIN_HOURS * HOUR_MS).toISOString(),
      summary: nothingKnown,
      judgement: nothingFound,
    }),
  };
}
