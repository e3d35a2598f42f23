/** The public face of the engine: everything that other folders may import from it, `patterns.ts` apart (load that lazily). */
export { compileQuestionnaire, type OpenedQuestionnaire, openQuestionnaire } from './compile.ts';
export type * from './contract.ts';
export {
  type ConditionRule,
  evaluateConditions,
  evaluateConditionsOnResponse,
} from './evaluate-conditions.ts';
export { formHash } from './form-hash.ts';
export { type LintOptions, lintQuestionnaire } from './lint-questionnaire.ts';
export { createForm, editForm, restoreForm } from './open-form.ts';
export { compareQuantities } from './quantity.ts';
export { SnapshotMismatchError } from './snapshot.ts';
export { type FormSection, formSections, formSteps, type Step } from './steps.ts';
export { compareTemporal } from './temporal.ts';
export { validateResponse } from './validate-response.ts';
export type { FetchTerminology } from './value-sets/ask-server.ts';
export { containValueSets } from './value-sets/contain.ts';
export {
  type Expanded,
  type ExpandRequest,
  type ExpansionCache,
  expandValueSets,
} from './value-sets/expand.ts';
export { type NeededValueSet, neededValueSets } from './value-sets/needed.ts';
export { type Found, type SearchRequest, searchValueSet } from './value-sets/search.ts';
