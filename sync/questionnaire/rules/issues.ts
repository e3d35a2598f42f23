import type { Container, NodeRecord } from '../form/tree/instances.ts';
import type { Issue } from '../model/contract.ts';
import type { Finding } from '../plan/plan.ts';

/** Where the nodes stand in the response that is judged. */
export interface Places {
  /** FHIRPath of the node's element; undefined where the response has none. */
  item(node: NodeRecord): string | undefined;
  /** FHIRPath of an answer's element. */
  answer(node: NodeRecord, index: number): string | undefined;
}

/** The element of a container, or of the nearest element above it that exists. */
export function containerPath(places: Places, container: Container): string {
  const owner = container.owner;
  if (owner === undefined) return 'QuestionnaireResponse';
  const slot = owner.slots.indexOf(container);
  const own = slot < 0 ? places.item(owner) : places.answer(owner, slot);
  return own ?? places.item(owner) ?? containerPath(places, owner.container);
}

/** The element of a node, or of the nearest one above it that exists. */
export function nodePath(places: Places, node: NodeRecord): string {
  return places.item(node) ?? containerPath(places, node.container);
}

export function issueOf(node: NodeRecord, finding: Finding, expression: string): Issue {
  return {
    code: finding.code,
    severity: finding.severity,
    parameters: finding.parameters ?? {},
    diagnostics: `${finding.diagnostics} (linkId "${node.item.linkId}")`,
    node: node.id,
    linkId: node.item.linkId,
    expression,
  };
}
