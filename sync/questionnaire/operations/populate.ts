import type { OperationOutcome, QuestionnaireResponse } from 'fhir/r4.js';
import { FORM_STEPS } from '../form/evaluation.ts';
import { engineForm } from '../form/form-core.ts';
import { createForm } from '../form/open-form.ts';
import { project } from '../form/tree/projection.ts';
import type { Form, FormOptions, NodeId, NodeState, Plan } from '../model/contract.ts';
import {
  extensionOf,
  extensionsOf,
  isObject,
  type JsonObject,
  objectsOf,
  stringOf,
} from '../model/fhir-json.ts';
import * as url from '../model/sdc-extensions.ts';
import { type CompiledPlan, compiledPlan } from '../plan/plan.ts';
import { answerFrom, linkPeriod, type Measured, measuredFor, momentOf } from './observation-link.ts';
import { populateContexts } from './population-context.ts';
import { createPopulationExpressions } from './population-scope.ts';
import { allResources } from './shared/canonicals.ts';
import { createIssueList, type IssueList, outcomeOfOperation, tooCostly } from './shared/operation-issues.ts';
import { search } from './shared/search.ts';
import { shareSteps } from './shared/shared-steps.ts';
import { answerSourceQueries } from './source-queries.ts';
import { launchContextName } from './sub-questionnaire.ts';

/**
 * Says on an answer that it was filled in from the record and that nobody has given it (Da Vinci DTR; SDC itself has no mark). The
 * engine doesn't carry it on: the person who submits the form makes the answer their own.
 */
export const INFORMATION_ORIGIN = 'http://hl7.org/fhir/us/davinci-dtr/StructureDefinition/information-origin';

export interface PopulateOptions extends Omit<FormOptions, 'query'> {
  /** What the patient's record holds; also in Bundles. */
  readonly supporting?: readonly unknown[];
}

export interface Populated {
  /** In progress, without an author: nobody has answered anything yet. */
  readonly response: QuestionnaireResponse;
  /** What could not be filled in, and why. */
  readonly outcome: OperationOutcome;
  /** FHIRPath of the items whose answers came from the record, and must be shown to a person. */
  readonly populated: readonly string[];
}

function referenceOf(resource: unknown): string | undefined {
  if (!isObject(resource)) return undefined;
  const [type, id] = [stringOf(resource.resourceType), stringOf(resource.id)];
  return type === undefined || id === undefined ? undefined : `${type}/${id}`;
}

function reportMissing(
  questionnaire: JsonObject,
  given: FormOptions['launchContext'],
  issues: IssueList,
): void {
  for (const extension of extensionsOf(questionnaire, url.LAUNCH_CONTEXT)) {
    const name = launchContextName(extension);
    if (name === undefined || Object.hasOwn(given ?? {}, name)) continue;
    issues.add({
      severity: 'warning',
      code: 'required',
      diagnostics: `the launch context "${name}" was not given`,
      expression: 'Questionnaire',
    });
  }
  if (extensionOf(questionnaire, url.SOURCE_STRUCTURE_MAP) !== undefined)
    issues.add({
      severity: 'warning',
      code: 'not-supported',
      diagnostics: 'population by a StructureMap (sourceStructureMap) is not run',
      expression: 'Questionnaire',
    });
}

/** Fills in questions from Observations (SDC, Observation-based population); those that have an answer keep it. */
function populateObservations(
  form: Form,
  plan: CompiledPlan,
  observations: readonly JsonObject[],
  patient: string | undefined,
  { units, now }: FormOptions,
  issues: IssueList,
): ReadonlySet<NodeId> {
  const filled = new Set<NodeId>();
  const moment = momentOf(now);

  /** Of the Observation that a group stands for: itself, and those that it has as members. */
  function within({ observation }: Measured): readonly JsonObject[] {
    const members = objectsOf(observation.hasMember).map(({ reference }) => reference);
    return [observation, ...observations.filter((one) => members.includes(referenceOf(one)))];
  }

  function visit(id: NodeId, among: readonly JsonObject[]): void {
    const node = form.read(id);
    const item = node && plan.byLinkId.get(node.linkId);
    if (node === undefined || item === undefined) return;
    let inside = among;
    if (linkPeriod({ ...item.item }) !== undefined) {
      if (moment === undefined) {
        const diagnostics = 'an observationLinkPeriod needs the moment from which it counts';
        issues.add({ severity: 'error', code: 'required', diagnostics, expression: item.path });
        return;
      }
      const measured = measuredFor(item, among, patient, moment);
      const [newest] = measured;
      if (item.kind === 'group' && newest !== undefined) inside = within(newest);
      if (item.kind === 'question' && !item.repeats && node.answers.length === 0) fill(node, measured);
    }
    for (const child of form.read(id)?.children ?? []) visit(child, inside);
  }

  function fill(node: NodeState, measured: readonly Measured[]): void {
    const item = plan.byLinkId.get(node.linkId);
    if (item === undefined) return;
    for (const one of measured) {
      const answer = answerFrom(item, one, units);
      if (answer === undefined) continue;
      form.answer(node.id, [answer]);
      filled.add(node.id);
      return;
    }
    const diagnostics =
      measured.length === 0
        ? `no Observation of the period was found (linkId "${node.linkId}")`
        : `no Observation of the period has a value that fits (linkId "${node.linkId}")`;
    const severity = measured.length === 0 ? 'information' : 'warning';
    issues.add({ severity, code: 'not-found', diagnostics, expression: item.path });
  }

  for (const id of form.root) visit(id, observations);
  return filled;
}

/** Questions that an initialExpression has filled in, and what of them stayed empty. */
function fromExpressions(form: Form, plan: CompiledPlan, issues: IssueList): ReadonlySet<NodeId> {
  const filled = new Set<NodeId>();
  const visit = (id: NodeId): void => {
    const node = form.read(id);
    if (node === undefined) return;
    if (node.kind === 'question' && extensionOf(node.item, url.INITIAL_EXPRESSION) !== undefined) {
      if (node.answers.length > 0) filled.add(id);
      else
        issues.add({
          severity: 'information',
          code: 'not-found',
          diagnostics: `the initialExpression gave nothing (linkId "${node.linkId}")`,
          expression: plan.byLinkId.get(node.linkId)?.path ?? 'Questionnaire',
        });
    }
    for (const child of node.children) visit(child);
  };
  for (const id of form.root) visit(id);
  return filled;
}

function marked(element: JsonObject, path: string, paths: ReadonlySet<string>): JsonObject {
  const items = (of: JsonObject, at: string) =>
    of.item === undefined
      ? {}
      : { item: objectsOf(of.item).map((child, index) => marked(child, `${at}.item[${index}]`, paths)) };
  const answers =
    element.answer === undefined
      ? {}
      : {
          answer: objectsOf(element.answer).map((answer, index) => ({
            ...(paths.has(path)
              ? {
                  extension: [{ url: INFORMATION_ORIGIN, extension: [{ url: 'source', valueCode: 'auto' }] }],
                }
              : {}),
            ...answer,
            ...items(answer, `${path}.answer[${index}]`),
          })),
        };
  return { ...element, ...answers, ...items(element, path) };
}

function isResponse(value: JsonObject): value is JsonObject & QuestionnaireResponse {
  return value.resourceType === 'QuestionnaireResponse';
}

/**
 * SDC `$populate`: fills a new response in from the launch context, from queries answered by the resources at hand, and from
 * Observations of the patient.
 *
 * What came from the record is marked, so that nobody takes it for the patient's own answer; `initial` values are the form's and
 * carry no mark.
 *
 * All of its expressions share `steps`; see {@link FormOptions.steps}. What they don't suffice for stays empty, and is reported.
 *
 * @throws TypeError where the form needs tools that were not given
 */
export function populateForm(plan: Plan, { supporting = [], ...asked }: PopulateOptions = {}): Populated {
  const shared = asked.expressions && shareSteps(asked.expressions, asked.steps ?? FORM_STEPS);
  const given = shared ? { ...asked, expressions: shared.engine } : asked;
  const issues = createIssueList();
  const compiled = compiledPlan(plan);
  const questionnaire: JsonObject = { ...compiled.questionnaire };
  const launched = Object.values(given.launchContext ?? {}).filter(isObject);
  const resources = [...allResources(supporting), ...launched];
  reportMissing(questionnaire, given.launchContext, issues);
  const query = (text: string): unknown => {
    const answer = search(resources, text);
    if (answer.answered) return answer.result;
    issues.add({
      severity: 'warning',
      code: 'not-supported',
      diagnostics: `a query can not be answered: ${answer.reason}`,
      expression: 'Questionnaire',
    });
    return undefined;
  };
  const before = createPopulationExpressions({ ...given, questionnaire, query, response: () => ({}) });
  const sources = answerSourceQueries(
    questionnaire,
    (text) => before.evaluate({ language: 'fhirpath', text }, before.form, {}),
    query,
  );
  const options: FormOptions = { ...given, query, launchContext: { ...sources, ...given.launchContext } };
  const form = createForm(plan, options);
  const observations = resources.filter(({ resourceType }) => resourceType === 'Observation');
  const patient = referenceOf(given.launchContext?.patient);
  populateContexts(form, compiled, options, issues);
  const measured = populateObservations(form, compiled, observations, patient, options, issues);
  const filled = new Set([...fromExpressions(form, compiled, issues), ...measured]);
  for (const { code, diagnostics, expression } of form.validate('draft'))
    if (code === 'expression-failed')
      issues.add({ severity: 'warning', code: 'processing', diagnostics, expression });

  if (shared?.overBudget) issues.add(tooCostly('warning', 'what they fill in is missing'));
  const { tree, program, language } = engineForm(form);
  const { paths } = project(tree, { language, program });
  const populated = [...filled].flatMap((id) => paths.get(id) ?? []);
  const subject = patient === undefined ? {} : { subject: { reference: patient } };
  const response = marked(
    { ...form.response({ status: 'in-progress', ...subject }) },
    'QuestionnaireResponse',
    new Set(populated),
  );
  if (!isResponse(response)) throw new TypeError('not a QuestionnaireResponse');
  return { response, outcome: outcomeOfOperation(issues.all), populated };
}
