/** Opens an operation and has its kind judge it. Never throws for what a device has sent. */
import { type ProblemCode, type ProblemDetails, problem } from '../../base/problems.ts';
import { type FindPublished, PublishedUnavailableError } from '../../packs/published.ts';
import { KeysUnavailableError } from '../sealing/open-envelope.ts';
import type { Kinds } from './kinds.ts';
import { type OpenDependencies, openOperation } from './open-operation.ts';
import type { ReceivedOperation, Verdict } from './verdict.ts';

/** Kept with the reason, and with what its kind says of one in which nothing can be read. */
export function heldUnread(
  kinds: Kinds,
  operation: ReceivedOperation,
  code: ProblemCode,
  details?: ProblemDetails,
): Verdict {
  return {
    outcome: 'held',
    problem: problem(code, details),
    effects: kinds.unread(operation),
  };
}

export type Judge = (operation: ReceivedOperation) => Promise<Verdict>;

export interface JudgeDependencies extends OpenDependencies {
  readonly findPublished: FindPublished;
  /** Told of faults in the judging itself: they are this server's, and must not be lost in a held case. */
  readonly onFault: (operation: ReceivedOperation, error: unknown) => void;
}

/** @throws KeysUnavailableError or PublishedUnavailableError, from the judge: try again later. */
export function createJudge({ findPublished, unsealer, kinds, onFault }: JudgeDependencies): Judge {
  async function decide(operation: ReceivedOperation): Promise<Verdict> {
    const opening = await openOperation(operation, { unsealer, kinds });
    if (!opening.ok) return heldUnread(kinds, operation, opening.code, opening.details);
    const { opened } = opening;
    if (opened.vendor !== operation.vendor) return heldUnread(kinds, operation, 'WRONG_VENDOR');
    const published = await findPublished(operation.vendor);
    if (!published) return heldUnread(kinds, operation, 'VENDOR_NOT_FOUND');
    return opened.judge(operation, { published, onFault: (error) => onFault(operation, error) });
  }

  return async (operation) => {
    try {
      return await decide(operation);
    } catch (error) {
      if (error instanceof KeysUnavailableError || error instanceof PublishedUnavailableError) throw error;
      onFault(operation, error);
      return heldUnread(kinds, operation, 'JUDGING_FAILED');
    }
  };
}
