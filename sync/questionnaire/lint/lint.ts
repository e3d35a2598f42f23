import type { CompilePattern, QuestionnaireFault } from '../model/contract.ts';
import type { CompiledPlan, PlanItem } from '../plan/plan.ts';
import { brokenInvariants } from './invariants.ts';
import { type Remark, remark } from './lint-codes.ts';
import { conditionRemarks } from './lint-conditions.ts';
import { contentRemarks } from './lint-content.ts';

export type LintPurpose = 'publish' | 'open';

/** Gives a remark its place. */
export function located(found: Remark, item?: PlanItem): QuestionnaireFault {
  const { at = '', ...said } = found;
  return item === undefined
    ? { ...said, path: `Questionnaire${at}` }
    : { ...said, path: `${item.path}${at}`, linkId: item.linkId };
}

export function formRemarks({ items, url, questionnaire }: CompiledPlan): readonly Remark[] {
  return [
    ...(items.length === 0 ? remark('no-items', 'the form asks nothing', 'Add items.') : []),
    ...(url === undefined
      ? remark('no-url', 'the form has no url, so responses can not name it', 'Give it a url.')
      : []),
    ...(questionnaire.status === 'active'
      ? []
      : remark('not-active', 'the form is not an active one', 'Set status to "active".')),
  ];
}

export function itemRemarks(
  item: PlanItem,
  plan: CompiledPlan,
  compilePattern?: CompilePattern,
): readonly Remark[] {
  return [
    ...brokenInvariants(item),
    ...conditionRemarks(item, plan),
    ...contentRemarks(item, compilePattern),
  ];
}

function circleRemark({ circle }: CompiledPlan): readonly Remark[] {
  return circle.length === 0
    ? []
    : remark(
        'condition-circle',
        `items read each other in a circle: ${circle.join(' -> ')}`,
        'Break the circle; until then its items are judged from the assumption that all are enabled.',
      );
}

/**
 * What is worth a warning where a form is opened: what publishing refuses is no more than that here, since a person can still
 * answer it. What only its author can mend and nobody notices while answering is left to `lintQuestionnaire`.
 */
export function lintOpened(plan: CompiledPlan): readonly QuestionnaireFault[] {
  const faults = [
    ...[...formRemarks(plan), ...circleRemark(plan)].map((found) => located(found)),
    ...plan.items.flatMap((item) => itemRemarks(item, plan).map((found) => located(found, item))),
  ];
  return faults.map((fault) => (fault.severity === 'error' ? { ...fault, severity: 'warning' } : fault));
}
