/** What a response is judged with. */
import type { Signature } from 'fhir/r4.js';
import type { InstanceTree, NodeRecord } from '../form/tree/instances.ts';
import type { NodeId, Units } from '../model/contract.ts';
import type { PlanItem, Subject } from '../plan/plan.ts';
import type { Program } from '../plan/program.ts';
import type { Places } from './issues.ts';

export type Mode = 'draft' | 'final';

export interface Judging {
  readonly tree: InstanceTree;
  readonly mode: Mode;
  /** The answers were received, so that what the form fills in may be somebody else's. */
  readonly received: boolean;
  readonly places: Places;
  /** Groups with something in them: only these occur in a response. */
  readonly present: ReadonlyMap<NodeId, unknown>;
  pattern(item: PlanItem): Subject['pattern'];
  /** Signatures of the response, or of the element of a node. */
  signatures(node: NodeRecord | undefined): readonly Signature[];
  /** BCP 47, for the words of constraints. */
  readonly language: string | undefined;
  readonly program: Program;
  readonly units: Units | undefined;
}
