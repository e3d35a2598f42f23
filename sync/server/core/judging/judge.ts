/** Opens an operation and hands it to the judge of its kind. Never throws for what a device has sent. */
import { type ProblemCode, type ProblemDetails, problem } from '../../base/problems.ts';
import { judgeIntake } from '../../features/intake/judge-intake.ts';
import { judgePaused } from '../../features/intake/judge-paused.ts';
import { judgeSafety } from '../../features/intake/judge-safety.ts';
import { type FindPublished, PublishedUnavailableError } from '../../packs/published.ts';
import { KeysUnavailableError } from '../sealing/open-envelope.ts';
import type { Unsealer } from '../sealing/unsealer.ts';
import { openOperation } from './open-operation.ts';
import { nothingFound, nothingKnown, type ReceivedOperation, type Verdict } from './verdict.ts';

const HOUR_MS = 3_600_000;
const UNREADABLE_HOURS = 4;

/** Kept, and shown to staff with the reason alone. A safety operation stays an alert, even where nothing in it can be read. */
export function heldUnread(
  operation: ReceivedOperation,
  code: ProblemCode,
  details?: ProblemDetails,
): Verdict {
  const isAlert = operation.kind === 'safety.alert';
  return {
    outcome: 'held',
    problem: problem(code, details),
    item: {
      kind: isAlert ? 'alert' : 'case',
      session: null,
      triage: isAlert ? 'red' : 'amber',
      late: false,
      dueAt: new Date(operation.receivedAt.getTime() + (isAlert ? 0 : UNREADABLE_HOURS * HOUR_MS)),
      summary: nothingKnown,
      judgement: nothingFound,
    },
  };
}

export type Judge = (operation: ReceivedOperation) => Promise<Verdict>;

export interface JudgeDependencies {
  readonly findPublished: FindPublished;
  readonly unsealer: Unsealer;
  /** Told of faults in the judging itself: they are this server's, and must not be lost in a held case. */
  readonly onFault: (operation: ReceivedOperation, error: unknown) => void;
}

/** @throws KeysUnavailableError or PublishedUnavailableError, from the judge: try again later. */
export function createJudge({ findPublished, unsealer, onFault }: JudgeDependencies): Judge {
  async function decide(operation: ReceivedOperation): Promise<Verdict> {
    const opened = await openOperation(operation, unsealer);
    if (!opened.ok) return heldUnread(operation, opened.code, opened.details);
    if (opened.payload.vendor !== operation.vendor) return heldUnread(operation, 'WRONG_VENDOR');
    const published = await findPublished(operation.vendor);
    if (!published) return heldUnread(operation, 'VENDOR_NOT_FOUND');
    switch (opened.kind) {
      case 'safety.alert':
        return judgeSafety(operation, opened.payload, published);
      case 'intake.paused':
        return judgePaused(operation, opened.payload);
      case 'intake.submit':
        return judgeIntake(operation, opened.payload, published, (error) => onFault(operation, error));
    }
  }

  return async (operation) => {
    try {
      return await decide(operation);
    } catch (error) {
      if (error instanceof KeysUnavailableError || error instanceof PublishedUnavailableError) throw error;
      onFault(operation, error);
      return heldUnread(operation, 'JUDGING_FAILED');
    }
  };
}
