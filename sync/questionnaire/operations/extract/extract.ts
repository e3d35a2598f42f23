import type { Bundle, OperationOutcome, QuestionnaireResponse } from 'fhir/r4.js';
import { editForm } from '../../edit-form.ts';
import { FORM_STEPS } from '../../form/evaluation.ts';
import type { FormOptions, Plan } from '../../model/contract.ts';
import { extensionOf, isObject, type JsonObject, stringOf } from '../../model/fhir-json.ts';
import * as url from '../../model/sdc-extensions.ts';
import { compiledPlan } from '../../plan/plan.ts';
import { allResources } from '../shared/canonicals.ts';
import { createIssueList, outcomeOfOperation, tooCostly } from '../shared/operation-issues.ts';
import { shareSteps } from '../shared/shared-steps.ts';
import type { Entry } from './bundle-entry.ts';
import { extractDefinitions } from './definitions.ts';
import type { ElementModel } from './element-model.ts';
import { createEvaluation } from './evaluation.ts';
import { extractObservations } from './observations.ts';
import { placesOf } from './response-places.ts';
import type { Digest } from './stable-id.ts';
import { extractTemplates } from './templates.ts';

export interface ExtractOptions extends FormOptions {
  readonly digest: Digest;
  /** Needed where {@link needsElementModel}: see `loadElementModel`. */
  readonly elements?: ElementModel;
  /** StructureDefinitions of the profiles that definitions name. */
  readonly supporting?: readonly unknown[];
}

export interface Extracted {
  /** A transaction; undefined where the response can't be used. */
  readonly bundle: Bundle | undefined;
  readonly outcome: OperationOutcome;
}

/** Whether a form has definition-based extraction, which needs what FHIR says of its elements. */
export function needsElementModel(plan: Plan): boolean {
  return [compiledPlan(plan).questionnaire, ...compiledPlan(plan).items.map(({ item }) => item)].some(
    (element) => extensionOf(element, url.DEFINITION_EXTRACT, url.ITEM_EXTRACTION_CONTEXT) !== undefined,
  );
}

export function isResponse(value: unknown): value is QuestionnaireResponse {
  return isObject(value) && value.resourceType === 'QuestionnaireResponse';
}

/**
 * SDC `$extract`: makes resources of the answers by what the form says of them. Observation, definition and template based; a
 * StructureMap is reported and not run. Answers of disabled items never get there.
 *
 * The same response gives the same `fullUrl`s whenever it is extracted. All expressions share `steps`; see {@link FormOptions.steps}.
 *
 * @param response - of any JSON shape
 */
export function extractResponse(plan: Plan, response: unknown, asked: ExtractOptions): Extracted {
  const shared = asked.expressions && shareSteps(asked.expressions, asked.steps ?? FORM_STEPS);
  const options = shared ? { ...asked, expressions: shared.engine } : asked;
  const issues = createIssueList();
  const compiled = compiledPlan(plan);
  const refuse = (diagnostics: string): Extracted => {
    issues.add({ severity: 'fatal', code: 'structure', diagnostics, expression: 'QuestionnaireResponse' });
    return { bundle: undefined, outcome: outcomeOfOperation(issues.all) };
  };
  if (!isResponse(response)) return refuse('this is not a QuestionnaireResponse');
  if (response.status === 'entered-in-error') return refuse('the response was entered in error');
  if (response.status !== 'completed' && response.status !== 'amended')
    issues.add({
      severity: 'warning',
      code: 'business-rule',
      diagnostics: 'the response is not completed, so that what is extracted may be incomplete',
      expression: 'QuestionnaireResponse.status',
    });
  const { item: _item, ...about } = response;
  const { item } = editForm(plan, response, options).response({ status: response.status });
  const enabled: JsonObject = { ...about, ...(item === undefined ? {} : { item }) };
  const root = placesOf(compiled, enabled);
  const evaluation = createEvaluation({
    engine: options.expressions,
    digest: options.digest,
    questionnaire: { ...compiled.questionnaire },
    response: enabled,
    now: options.now ?? stringOf(response.authored),
    issues,
  });
  const variables = evaluation.variablesAt(root, options.launchContext ?? {});
  const resources = allResources(options.supporting ?? []);
  const entries: Entry[] = [...extractTemplates(root, evaluation, variables, issues)];
  if (options.elements !== undefined)
    entries.push(
      ...extractDefinitions(root, evaluation, variables, { model: options.elements, resources, issues }),
    );
  else if (needsElementModel(plan))
    issues.add({
      severity: 'error',
      code: 'not-supported',
      diagnostics: 'definitions need the model of FHIR',
    });
  entries.push(...extractObservations(root, evaluation, variables, issues));
  if (extensionOf(compiled.questionnaire, url.TARGET_STRUCTURE_MAP) !== undefined)
    issues.add({
      severity: 'warning',
      code: 'not-supported',
      diagnostics: 'extraction by a StructureMap (targetStructureMap) is not run',
      expression: 'Questionnaire',
    });
  if (shared?.overBudget) issues.add(tooCostly('error', 'what they extract is missing'));
  return { bundle: transaction(entries), outcome: outcomeOfOperation(issues.all) };
}

function isBundle(value: JsonObject): value is JsonObject & Bundle {
  return value.resourceType === 'Bundle';
}

function transaction(entries: readonly Entry[]): Bundle {
  const bundle: JsonObject = {
    resourceType: 'Bundle',
    type: 'transaction',
    ...(entries.length === 0 ? {} : { entry: entries }),
  };
  if (!isBundle(bundle)) throw new TypeError('not a Bundle');
  return bundle;
}
