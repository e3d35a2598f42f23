import type { CompilePattern, Units } from '../model/contract.ts';
import type { PlanItem } from '../plan/plan.ts';
import { type Remark, remark } from './lint-codes.ts';

/** What the form fills in itself, judged by the rules that it has for answers. */
export function initialRemarks(
  item: PlanItem,
  compilePattern: CompilePattern | undefined,
  units: Units | undefined,
): readonly Remark[] {
  if (item.kind !== 'question') return [];
  const selected = (item.options?.options ?? []).filter((option) => option.initial);
  const answers = item.initial.length > 0 ? item.initial : selected.map((option) => option.value);
  if (answers.length === 0) return [];
  const source = item.limits.pattern;
  const pattern = source === undefined ? undefined : compilePattern?.(source);
  // Several initial values are que-13, and stand there under that name.
  const judged = item.initial.length > 1 && !item.repeats ? answers.slice(0, 1) : answers;
  const faults = item.rules
    .filter((rule) => rule.concern !== 'missing')
    .flatMap((rule) => rule.check({ item, answers: judged, count: judged.length, pattern, units }))
    .filter((finding) => finding.severity === 'error');
  return [...new Set(faults.map((finding) => finding.diagnostics))].flatMap((diagnostics) =>
    remark(
      'initial-invalid',
      `the initial value is against the form's own rules: ${diagnostics}`,
      'Correct the initial value or the rule.',
    ),
  );
}
