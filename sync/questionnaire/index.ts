/** The public face of the engine: everything that other folders may import from it, `patterns.ts` apart (load that lazily). */

export { compileQuestionnaire, type OpenedQuestionnaire, openQuestionnaire } from './compile.ts';
export { editForm } from './edit-form.ts';
export { type ConditionRule, evaluateConditions } from './evaluate-conditions.ts';
export { evaluateConditionsOnResponse } from './evaluate-on-response.ts';
export { createForm, restoreForm } from './form/open-form.ts';
export { SnapshotMismatchError } from './form/snapshot.ts';
export { type FormSection, formSections, formSteps, type Step } from './form/steps.ts';
export { formHash } from './form-hash.ts';
export { type LintOptions, lintQuestionnaire } from './lint-questionnaire.ts';
export type * from './model/contract.ts';
export { openLean } from './open-lean.ts';
export { validateResponse } from './validate-response.ts';
export type { FetchTerminology } from './value-sets/ask-server.ts';
export { containValueSets } from './value-sets/contain.ts';
export { coreSetsFor } from './value-sets/core-sets.ts';
export {
  type Expanded,
  type ExpandRequest,
  type ExpansionCache,
  expandValueSets,
} from './value-sets/expand.ts';
export { type NeededValueSet, neededValueSets } from './value-sets/needed.ts';
export { type Found, type SearchRequest, searchValueSet } from './value-sets/search.ts';
export { compareQuantities } from './values/quantity.ts';
export { compareTemporal } from './values/temporal.ts';
