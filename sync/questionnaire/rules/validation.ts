import { effectiveItem } from '../form/tree/effective-item.ts';
import type { Container, NodeRecord } from '../form/tree/instances.ts';
import type { Issue, Units } from '../model/contract.ts';
import type { Finding, PlanItem, Rule, Subject } from '../plan/plan.ts';
import { isBlank } from '../values/values.ts';
import { expressionIssues } from './expression-issues.ts';
import { excused, isFilledByForm, mayBeOwn } from './filled-by-form.ts';
import { issueOf, nodePath, type Places } from './issues.ts';
import type { Judging } from './judging.ts';

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
  return nodePath(places, node);
}

export function subjectOf(
  node: NodeRecord,
  item: PlanItem,
  pattern: Subject['pattern'],
  units: Units | undefined,
): Subject {
  return {
    item,
    answers: node.answers,
    count: node.answers.filter((answer) => !isBlank(answer)).length,
    pattern,
    units,
  };
}

/**
 * Judges every enabled node by the rules of its item. Rules of disabled items are ignored (SDC, Validation Expectations).
 *
 * In a draft, what is missing is passed over and what is too much is a warning. A required question counts wherever it is
 * enabled, whether or not anything else of its group was answered; only in a repeating group, an instance without content does
 * not exist and so asks for nothing.
 */
export function judgeTree(judging: Judging): readonly Issue[] {
  const { tree, mode, places, present, pattern, program, units, received } = judging;
  const issues: Issue[] = [];

  function apply(rule: Rule, node: NodeRecord, subject: Subject, asked: boolean): void {
    if (rule.concern === 'missing' && (mode === 'draft' || !asked)) return;
    for (const found of rule.check(subject)) {
      const lenient = rule.concern === 'count' && mode === 'draft' && found.severity === 'error';
      const finding: Finding = lenient ? { ...found, severity: 'warning' } : found;
      const issue = issueOf(node, finding, elementPath(places, node, finding));
      const missing = rule.concern === 'missing';
      const byForm =
        isFilledByForm(node, subject.item) &&
        (!received || mayBeOwn(node, subject.item, finding, program, units, missing));
      issues.push(byForm ? excused(issue) : issue);
    }
  }

  function judgeGroups(list: readonly NodeRecord[], asked: boolean): void {
    const enabled = list.filter((node) => node.enabled);
    const [first] = enabled;
    if (first === undefined) return;
    const filled = enabled.filter((node) => present.has(node.id));
    const item = effectiveItem(first, program);
    const subject: Subject = { item, answers: [], count: filled.length, pattern: undefined, units };
    // One too many is said at the first that is one too many.
    const surplus = filled[item.repeats ? (item.limits.maxOccurs ?? 1) : 1];
    const checked = asked && enabled.some((node) => !node.unchecked);
    for (const rule of item.rules) {
      const at = rule.concern === 'count' ? surplus : filled[0];
      apply(rule, at ?? first, subject, checked);
    }
    for (const node of enabled) {
      const stands = !node.item.repeats || present.has(node.id);
      const owed = filled.length === 0 && node === first && isExpected(item);
      // A group that may as well be disabled asks for nothing until somebody answers in it.
      const certain = !node.unchecked || present.has(node.id);
      judgeContainer(node.inner, asked && certain && (stands || owed));
    }
  }

  function judgeQuestion(node: NodeRecord, asked: boolean): void {
    if (!node.enabled) return;
    const item = effectiveItem(node, program);
    const subject = subjectOf(node, item, pattern(item), units);
    for (const rule of item.rules) apply(rule, node, subject, asked && !node.unchecked);
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
  return [...issues, ...expressionIssues(judging)];
}

function isExpected(item: PlanItem): boolean {
  return item.required || (item.limits.minOccurs ?? 0) > 0;
}
