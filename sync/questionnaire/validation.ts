import type { Issue, NodeId } from './contract.ts';
import type { Container, InstanceTree, NodeRecord } from './instances.ts';
import type { Finding, PlanItem, Rule, Subject } from './plan.ts';
import { isBlank } from './values.ts';

export type Mode = 'draft' | 'final';

/** Where the nodes stand in the response that is judged. */
export interface Places {
  /** FHIRPath of the node's element; undefined where the response has none. */
  item(node: NodeRecord): string | undefined;
  /** FHIRPath of an answer's element. */
  answer(node: NodeRecord, index: number): string | undefined;
}

export interface Judging {
  readonly tree: InstanceTree;
  readonly mode: Mode;
  readonly places: Places;
  /** Groups with something in them: only these occur in a response. */
  readonly present: ReadonlyMap<NodeId, unknown>;
  pattern(item: PlanItem): Subject['pattern'];
}

/** The element of a container, or of the nearest element above it that exists. */
export function containerPath(places: Places, container: Container): string {
  const owner = container.owner;
  if (owner === undefined) return 'QuestionnaireResponse';
  const slot = owner.slots.indexOf(container);
  const own = slot < 0 ? places.item(owner) : places.answer(owner, slot);
  return own ?? places.item(owner) ?? containerPath(places, owner.container);
}

function elementPath(places: Places, node: NodeRecord, finding: Finding): string {
  if (finding.answer !== undefined) {
    const answer = places.answer(node, finding.answer);
    const value = node.answers[finding.answer];
    if (answer !== undefined) {
      return finding.wholeAnswer === true || value === undefined
        ? answer
        : `${answer}.value.ofType(${value.type})`;
    }
  }
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

export function subjectOf(node: NodeRecord, pattern: Subject['pattern']): Subject {
  return {
    item: node.item,
    answers: node.answers,
    count: node.answers.filter((answer) => !isBlank(answer)).length,
    pattern,
  };
}

/**
 * Judges every enabled node by the rules of its item. Rules of disabled items are ignored (SDC, Validation Expectations).
 *
 * In a draft, what is missing is passed over and what is too much is a warning. A required question counts wherever it is
 * enabled, whether or not anything else of its group was answered; only in a repeating group, an instance without content does
 * not exist and so asks for nothing.
 */
export function judgeTree({ tree, mode, places, present, pattern }: Judging): readonly Issue[] {
  const issues: Issue[] = [];

  function apply(rule: Rule, node: NodeRecord, subject: Subject, asked: boolean): void {
    if (rule.concern === 'missing' && (mode === 'draft' || !asked)) return;
    for (const found of rule.check(subject)) {
      const lenient = rule.concern === 'count' && mode === 'draft' && found.severity === 'error';
      const finding: Finding = lenient ? { ...found, severity: 'warning' } : found;
      issues.push(issueOf(node, finding, elementPath(places, node, finding)));
    }
  }

  function judgeGroups(list: readonly NodeRecord[], asked: boolean): void {
    const enabled = list.filter((node) => node.enabled);
    const [first] = enabled;
    if (first === undefined) return;
    const filled = enabled.filter((node) => present.has(node.id));
    const subject: Subject = { item: first.item, answers: [], count: filled.length, pattern: undefined };
    // One too many is said at the first that is one too many.
    const surplus = filled[first.item.repeats ? (first.item.limits.maxOccurs ?? 1) : 1];
    for (const rule of first.item.rules) {
      apply(rule, rule.concern === 'count' ? (surplus ?? first) : first, subject, asked);
    }
    for (const node of enabled) {
      const stands = !node.item.repeats || present.has(node.id);
      const owed = filled.length === 0 && node === first && isExpected(node.item);
      judgeContainer(node.inner, asked && (stands || owed));
    }
  }

  function judgeQuestion(node: NodeRecord, asked: boolean): void {
    if (!node.enabled) return;
    const subject = subjectOf(node, pattern(node.item));
    for (const rule of node.item.rules) apply(rule, node, subject, asked);
    for (const slot of node.slots) judgeContainer(slot, asked);
  }

  function noteIncomparable(node: NodeRecord): void {
    if (!node.incomparable) return;
    const finding: Finding = {
      code: 'quantity-incomparable',
      severity: 'information',
      diagnostics: 'a condition compares quantities whose units do not convert, and counts as false',
    };
    issues.push(issueOf(node, finding, elementPath(places, node, finding)));
  }

  function judgeContainer(container: Container, asked: boolean): void {
    for (const [position, item] of container.items.entries()) {
      const list = container.lists[position] ?? [];
      for (const node of list) noteIncomparable(node);
      if (item.kind === 'group') judgeGroups(list, asked);
      else if (item.kind === 'question') for (const node of list) judgeQuestion(node, asked);
    }
  }

  judgeContainer(tree.root, true);
  return issues;
}

function isExpected(item: PlanItem): boolean {
  return item.required || (item.limits.minOccurs ?? 0) > 0;
}
