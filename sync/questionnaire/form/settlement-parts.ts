/** What a settlement, and each circle in it, works with. */
import type { AnswerValue } from '../model/contract.ts';
import type { Program } from '../plan/program.ts';
import type { Evaluation } from './evaluation.ts';
import type { Judgement } from './judging.ts';
import type { FocusProjection } from './tree/focus-projection.ts';
import type { InstanceTree, NodeRecord } from './tree/instances.ts';

export interface SettlementParts {
  readonly tree: InstanceTree;
  readonly program: Program;
  readonly judgement: Judgement;
  readonly evaluation: Evaluation;
  readonly projection: FocusProjection;
  /** What `read` gives of the node may be another thing now. Said too often, it does no harm. */
  readonly changed: (node: NodeRecord) => void;
  /** Puts a calculated answer in, with all that follows for items nested under it; false where it is there already. */
  readonly assign: (node: NodeRecord, answers: readonly AnswerValue[]) => boolean;
  /** Whether calculated answers are kept beside those that are there, as they were received. */
  readonly beside: () => boolean;
}
