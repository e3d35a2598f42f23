/** The response as expressions see it: enabled answers only, in the form's own language, and no more of it than is read. */
import type { QuestionnaireResponseItem } from 'fhir/r4.js';
import type { ExpressionReads } from '../../model/contract.ts';
import type { JsonObject } from '../../model/fhir-json.ts';
import type { CompiledPlan, PlanItem } from '../../plan/plan.ts';
import { answerElement, isBlank } from '../../values/values.ts';
import type { Container, InstanceTree, NodeRecord } from './instances.ts';
import { frozen } from './projection.ts';

export interface FocusProjection {
  /** JSON of a node with all below it; undefined where it has no content or is disabled. Shared as long as nothing in it changes. */
  element(node: NodeRecord): JsonObject | undefined;
  /**
   * The response, or as much of it as is read.
   *
   * @param without - a node to leave out, with all below it
   */
  resource(reads: ExpressionReads['resource'], without: NodeRecord | undefined): JsonObject;
  /** The answers of a node changed, or whether it is enabled, or it came or went. */
  changed(node: NodeRecord): void;
}

/** Which children of an item lead to what is read; `whole`: the item is read with all below it. */
type Cut = ReadonlyMap<PlanItem, Cut> | 'whole';

function cutFor(plan: CompiledPlan, linkIds: ReadonlySet<string>): Cut {
  const root = new Map<PlanItem, Cut>();
  for (const linkId of linkIds) {
    const item = plan.byLinkId.get(linkId);
    if (item === undefined) continue;
    const above: PlanItem[] = [];
    for (let step = item.parent; step !== undefined; step = step.parent) above.unshift(step);
    let cut: Map<PlanItem, Cut> | undefined = root;
    for (const step of above) {
      const inner: Cut | undefined = cut.get(step);
      if (inner === 'whole') {
        cut = undefined;
        break;
      }
      const next: Map<PlanItem, Cut> = new Map(inner);
      cut.set(step, next);
      cut = next;
    }
    cut?.set(item, 'whole');
  }
  return root;
}

export function createFocusProjection(tree: InstanceTree): FocusProjection {
  const { plan, form } = tree;
  const cuts = new WeakMap<ReadonlySet<string>, Cut>();

  function head({ linkId, text }: PlanItem): Pick<QuestionnaireResponseItem, 'linkId' | 'text'> {
    return text === undefined ? { linkId } : { linkId, text: text.base };
  }

  function* inOrder(container: Container, cut: Cut): Generator<readonly [NodeRecord, Cut]> {
    if (cut === 'whole') {
      for (const list of container.lists) for (const node of list) yield [node, 'whole'];
      return;
    }
    const items = [...cut].sort(([left], [right]) => left.position - right.position);
    for (const [item, inner] of items) {
      if (container.items[item.position] !== item) continue;
      for (const node of container.lists[item.position] ?? []) yield [node, inner];
    }
  }

  function project(container: Container, cut: Cut, without: readonly NodeRecord[]): readonly JsonObject[] {
    const elements: JsonObject[] = [];
    for (const [node, inner] of inOrder(container, cut)) {
      if (node === without[0]) continue;
      const shared = inner === 'whole' && !without.includes(node);
      const projected = shared ? element(node) : build(node, inner, without);
      if (projected !== undefined) elements.push(projected);
    }
    return elements;
  }

  function build(node: NodeRecord, cut: Cut, without: readonly NodeRecord[]): JsonObject | undefined {
    const { item } = node;
    if (!node.enabled || item.kind === 'display') return undefined;
    if (item.kind === 'group') {
      const children = project(node.inner, cut, without);
      return children.length === 0 ? undefined : { ...head(item), item: children };
    }
    const answer = node.answers.flatMap((value, index) => {
      if (isBlank(value)) return [];
      const slot = node.slots[index];
      const nested = slot === undefined ? [] : project(slot, cut, without);
      const own = answerElement(frozen(item.options, value, undefined, plan.language));
      return [nested.length === 0 ? own : { ...own, item: nested }];
    });
    return answer.length === 0 ? undefined : { ...head(item), answer };
  }

  function element(node: NodeRecord): JsonObject | undefined {
    if (node.element === undefined) node.element = build(node, 'whole', []) ?? null;
    return node.element ?? undefined;
  }

  function response(items: readonly JsonObject[]): JsonObject {
    return {
      resourceType: 'QuestionnaireResponse',
      ...(plan.url === undefined ? {} : { questionnaire: plan.canonical }),
      status: 'in-progress',
      ...(items.length === 0 ? {} : { item: items }),
    };
  }

  return {
    element,
    resource(reads, without) {
      const path: NodeRecord[] = [];
      for (let step = without; step !== undefined; step = step.parent) path.push(step);
      if (reads === 'all') {
        if (path.length > 0) return response(project(tree.root, 'whole', path));
        form.element ??= response(project(tree.root, 'whole', []));
        return form.element;
      }
      const cut = cuts.get(reads) ?? cutFor(plan, reads);
      cuts.set(reads, cut);
      return response(project(tree.root, cut, path));
    },
    changed(node) {
      for (let step: NodeRecord | undefined = node; step !== undefined; step = step.parent) {
        step.element = undefined;
      }
      form.element = undefined;
    },
  };
}
