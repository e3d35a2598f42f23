/** Opens an operation and hands it to the judge of its kind. Never throws for what a device has sent. */
import { intakeSubmitV1, safetyAlertV1 } from '../../protocol/payloads.ts';
import { openClearEnvelope } from '../../seal/envelope.ts';
import { type ProblemCode, type ProblemDetails, problem, schemaErrors } from '../problems.ts';
import { judgeIntake } from './judge-intake.ts';
import { judgeSafety } from './judge-safety.ts';
import type { FindPublished } from './published.ts';
import { nothingFound, nothingKnown, type ReceivedOperation, type Verdict } from './verdict.ts';

const HOUR_MS = 3_600_000;
const UNREADABLE_HOURS = 4;

/** Kept, and shown to staff with the reason alone. A safety operation stays an alert, even where nothing in it can be read. */
function heldUnread(operation: ReceivedOperation, code: ProblemCode, details?: ProblemDetails): Verdict {
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

function open(operation: ReceivedOperation): { readonly content: unknown } | undefined {
  try {
    return { content: openClearEnvelope(operation.envelope) };
  } catch {
    return undefined;
  }
}

export type Judge = (operation: ReceivedOperation) => Promise<Verdict>;

export interface JudgeDependencies {
  readonly findPublished: FindPublished;
  /** Told of faults in the judging itself: they are this server's, and must not be lost in a held case. */
  readonly onFault: (operation: ReceivedOperation, error: unknown) => void;
}

export function createJudge({ findPublished, onFault }: JudgeDependencies): Judge {
  async function decide(operation: ReceivedOperation): Promise<Verdict> {
    const opened = open(operation);
    if (!opened) return heldUnread(operation, 'ENVELOPE_UNREADABLE');
    const schema = operation.kind === 'safety.alert' ? safetyAlertV1 : intakeSubmitV1;
    const parsed = schema.safeParse(opened.content);
    if (!parsed.success)
      return heldUnread(operation, 'PAYLOAD_INVALID', { errors: schemaErrors(parsed.error.issues) });
    const payload = parsed.data;
    if (payload.vendor !== operation.vendor) return heldUnread(operation, 'WRONG_VENDOR');
    const published = findPublished(operation.vendor);
    if (!published) return heldUnread(operation, 'VENDOR_NOT_FOUND');
    if ('hit' in payload) return judgeSafety(operation, payload, published);
    return judgeIntake(operation, payload, published, (error) => onFault(operation, error));
  }

  return async (operation) => {
    try {
      return await decide(operation);
    } catch (error) {
      onFault(operation, error);
      return heldUnread(operation, 'JUDGING_FAILED');
    }
  };
}
