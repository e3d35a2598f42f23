import type { CompilePattern, QuestionnaireFault } from './contract.ts';
import { brokenInvariants, type Remark, remark } from './invariants.ts';
import { conditionRemarks } from './lint-conditions.ts';
import { contentRemarks } from './lint-content.ts';
import type { CompiledPlan } from './plan.ts';
import { expressionsOf } from './plan-item.ts';

export type LintPurpose = 'publish' | 'open';

function formRemarks(plan: CompiledPlan): readonly Remark[] {
  const { questionnaire, circle } = plan;
  const remarks: Remark[] = [];
  if (plan.items.length === 0)
    remarks.push(...remark('error', 'no-items', 'the form asks nothing', 'Add items.'));
  if (circle.length > 0) {
    remarks.push(
      ...remark(
        'warning',
        'condition-circle',
        `conditions read each other in a circle: ${circle.join(' -> ')}`,
        'Break the circle; until then its items are judged from the assumption that all are enabled.',
      ),
    );
  }
  if (plan.url === undefined) {
    remarks.push(
      ...remark('warning', 'no-url', 'the form has no url, so responses can not name it', 'Give it a url.'),
    );
  }
  if (questionnaire.status !== 'active') {
    remarks.push(
      ...remark('warning', 'not-active', 'the form is not an active one', 'Set status to "active".'),
    );
  }
  const names = expressionsOf(questionnaire);
  if (names.length > 0) {
    const message = `${[...new Set(names)].join(', ')} of the form needs an expression engine, and is not evaluated`;
    remarks.push(...remark('warning', 'expression-not-evaluated', message, 'Use enableWhen and initial.'));
  }
  return remarks;
}

/**
 * Every remark on a form that can be run. To open a form, what publishing refuses is only a warning: a person can still answer it.
 */
export function lintPlan(
  plan: CompiledPlan,
  purpose: LintPurpose,
  compilePattern?: CompilePattern,
): readonly QuestionnaireFault[] {
  const faults: QuestionnaireFault[] = formRemarks(plan).map((found) => ({
    ...found,
    path: 'Questionnaire',
  }));
  for (const item of plan.items) {
    const { path, linkId } = item;
    for (const found of [
      ...brokenInvariants(item),
      ...conditionRemarks(item, plan),
      ...contentRemarks(item, plan, compilePattern),
    ]) {
      faults.push({ ...found, path, linkId });
    }
  }
  if (purpose === 'publish') return faults;
  return faults.map((fault) => (fault.severity === 'error' ? { ...fault, severity: 'warning' } : fault));
}
