import type { CreateForm, EditForm, FormOptions, RestoreForm } from './contract.ts';
import { createFormCore } from './form-core.ts';
import { type CompiledPlan, compiledPlan } from './plan.ts';
import { readResponse } from './read-response.ts';
import { loadSnapshot, openSnapshot } from './snapshot.ts';

/** Throws a TypeError where a form with patterns is opened without the means to check them. */
export function checkOptions(plan: CompiledPlan, options: FormOptions): void {
  if (plan.needs.patterns && options.compilePattern === undefined) {
    throw new TypeError('this form has patterns: load patterns.ts and give options.compilePattern');
  }
}

/** Opens an empty form, initial values filled in. */
export const createForm: CreateForm = (plan, options = {}) => {
  const compiled = compiledPlan(plan);
  checkOptions(compiled, options);
  return createFormCore(compiled, options, (tree) => tree.complete(tree.root, 'initial'));
};

/** Opens a response that exists. What has no place in the form is left out; `validateResponse` says what that is. */
export const editForm: EditForm = (plan, response, options = {}) => {
  const compiled = compiledPlan(plan);
  checkOptions(compiled, options);
  return createFormCore(compiled, options, (tree) => {
    readResponse(tree, response, () => undefined);
  });
};

/** Goes on where a snapshot was taken, with the same node ids. Throws `SnapshotMismatchError`. */
export const restoreForm: RestoreForm = (plan, snapshot, options = {}) => {
  const compiled = compiledPlan(plan);
  checkOptions(compiled, options);
  const { next, root } = openSnapshot(compiled, snapshot);
  return createFormCore(compiled, options, (tree) => loadSnapshot(tree, root), next);
};
