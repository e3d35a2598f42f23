import type { CreateForm, FormOptions, RestoreForm } from '../model/contract.ts';
import { type CompiledPlan, compiledPlan } from '../plan/plan.ts';
import { createFormCore } from './form-core.ts';
import { loadSnapshot, openSnapshot } from './snapshot.ts';

/** Throws a TypeError where a form with patterns or expressions is opened without the means to run them. */
export function checkOptions(plan: CompiledPlan, options: FormOptions): void {
  if (plan.needs.patterns && options.compilePattern === undefined) {
    throw new TypeError('this form has patterns: load patterns.ts and give options.compilePattern');
  }
  if (plan.needs.expressions && options.expressions === undefined) {
    throw new TypeError('this form has expressions: load its tools and give options.expressions');
  }
}

/** Opens an empty form, initial values filled in. */
export const createForm: CreateForm = (plan, options = {}) => {
  const compiled = compiledPlan(plan);
  checkOptions(compiled, options);
  return createFormCore(compiled, options, (tree) => tree.complete(tree.root, 'initial'), {
    opening: 'create',
  });
};

/** Goes on where a snapshot was taken, with the same node ids. Throws `SnapshotMismatchError`. */
export const restoreForm: RestoreForm = (plan, snapshot, options = {}) => {
  const compiled = compiledPlan(plan);
  checkOptions(compiled, options);
  const { next, root, signature } = openSnapshot(compiled, snapshot);
  return createFormCore(compiled, options, (tree) => loadSnapshot(tree, root), {
    opening: 'restore',
    firstNumber: next,
    signature,
  });
};
