import { toAnswers } from '../expressions/to-answers.ts';
import type { Form, FormOptions, NodeId, NodeState } from '../model/contract.ts';
import type { CompiledPlan } from '../plan/plan.ts';
import { itemExpressions } from '../plan/plan-expressions.ts';
import {
  createPopulationExpressions,
  type PopulationScope,
  populationContext,
  rowsOf,
} from './population-scope.ts';
import type { IssueList } from './shared/operation-issues.ts';

/** A list of the patient's record is no reason to lay out more than a person can look through. */
const MAX_ROWS = 100;

/**
 * Fills in groups with an itemPopulationContext (SDC, Expression-based population): one instance for each row, whose questions read
 * the row by the context's name.
 */
export function populateContexts(
  form: Form,
  plan: CompiledPlan,
  options: FormOptions,
  issues: IssueList,
): void {
  const expressions = createPopulationExpressions({
    ...options,
    questionnaire: { ...plan.questionnaire },
    response: () => form.response(),
  });

  function say(node: NodeState, code: 'not-found' | 'too-long' | 'processing', diagnostics: string): void {
    const expression = plan.byLinkId.get(node.linkId)?.path ?? 'Questionnaire';
    const severity = code === 'not-found' ? 'information' : 'warning';
    issues.add({ severity, code, diagnostics: `${diagnostics} (linkId "${node.linkId}")`, expression });
  }

  function rowsFor(node: NodeState, scope: PopulationScope): readonly unknown[] {
    const context = populationContext({ ...node.item });
    if (context === undefined) return [];
    const values = expressions.evaluate(context.expression, scope, { linkId: node.linkId });
    if (values === undefined)
      say(node, 'processing', 'the itemPopulationContext could not be evaluated here');
    const rows = rowsOf(values ?? []);
    const most = node.repeats ? MAX_ROWS : 1;
    if (rows.length > most) say(node, 'too-long', `only ${most} of ${rows.length} rows are filled in`);
    return rows.slice(0, most);
  }

  /** The instances of a group for its rows: the one that is there, and new ones after it. */
  function instancesFor(first: NodeState, count: number): readonly NodeId[] {
    const ids: NodeId[] = [first.id];
    while (ids.length < count) ids.push(form.addInstance(ids.at(-1) ?? first.id));
    return ids;
  }

  function question(node: NodeState, scope: PopulationScope): void {
    const item = plan.byLinkId.get(node.linkId);
    const { initial } = itemExpressions({ ...node.item }).parts;
    if (item === undefined || initial === undefined || node.answers.length > 0) return;
    const values = expressions.evaluate(initial, scope, { linkId: node.linkId });
    if (values === undefined) {
      say(node, 'processing', 'the initialExpression could not be evaluated here');
      return;
    }
    const { answers, dropped } = toAnswers(values, item, options.units);
    for (const reason of dropped) say(node, 'processing', reason);
    if (answers.length === 0) return;
    form.answer(node.id, answers);
  }

  function visit(id: NodeId, outer: PopulationScope, inContext: boolean): void {
    const node = form.read(id);
    if (node === undefined) return;
    const scope = expressions.inside({ ...node.item }, outer);
    const context = node.kind === 'group' ? populationContext({ ...node.item }) : undefined;
    if (context === undefined) {
      if (inContext && node.kind === 'question') question(node, scope);
      for (const child of form.read(id)?.children ?? []) visit(child, scope, inContext);
      return;
    }
    const rows = rowsFor(node, scope);
    for (const [index, instance] of instancesFor(node, rows.length).entries()) {
      if (index >= rows.length) continue;
      const inside = expressions.inside(
        { ...node.item },
        expressions.named(context.name, rows[index], scope),
      );
      for (const child of form.read(instance)?.children ?? []) visit(child, inside, true);
    }
  }

  for (const id of [...form.root]) visit(id, expressions.form, false);
}
