import { createFormCore } from './form/form-core.ts';
import { checkOptions } from './form/open-form.ts';
import { readResponse } from './form/read-response.ts';
import type { InstanceTree } from './form/tree/instances.ts';
import type { EditForm } from './model/contract.ts';
import { isObject } from './model/fhir-json.ts';
import { compiledPlan } from './plan/plan.ts';
import { signaturesOf } from './plan/signature.ts';

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
