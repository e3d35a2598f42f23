import type { CreateForm, EditForm, FormOptions, RestoreForm } from '../model/contract.ts';
import { isObject } from '../model/fhir-json.ts';
import { type CompiledPlan, compiledPlan } from '../plan/plan.ts';
import { signaturesOf } from '../plan/signature.ts';
import { createFormCore } from './form-core.ts';
import { readResponse } from './read-response.ts';
import { loadSnapshot, openSnapshot } from './snapshot.ts';
import type { InstanceTree } from './tree/instances.ts';

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

/** Opens a response that exists. What has no place in the form is left out; `validateResponse` says what that is. */
export const editForm: EditForm = (plan, response, options = {}) => {
  const compiled = compiledPlan(plan);
  checkOptions(compiled, options);
  const fill = (tree: InstanceTree) => {
    readResponse(tree, response, () => undefined);
  };
  return createFormCore(compiled, options, fill, {
    opening: 'edit',
    signature: signaturesOf(response)[0],
    finished: isObject(response) && (response.status === 'completed' || response.status === 'amended'),
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
