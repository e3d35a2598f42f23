import { createFormCore } from './form/form-core.ts';
import { checkOptions } from './form/open-form.ts';
import { type ReadPlaces, readResponse } from './form/read-response.ts';
import type { InstanceTree, NodeRecord } from './form/tree/instances.ts';
import { nodesIn } from './form/tree/instances.ts';
import { project } from './form/tree/projection.ts';
import { computeScore } from './form/tree/score.ts';
import type { Issue, NodeId, ValidateResponse } from './model/contract.ts';
import { isObject } from './model/fhir-json.ts';
import { type CompiledPlan, compiledPlan } from './plan/plan.ts';
import { signaturesOf } from './plan/signature.ts';
import { displayIssues, elementIssues } from './rules/element-issues.ts';
import type { Places } from './rules/issues.ts';
import type { Mode } from './rules/judging.ts';
import { operationOutcome } from './rules/outcome.ts';
import { responseIssues } from './rules/response-rules.ts';
import { judgeTree } from './rules/validation.ts';
import { isDateTime } from './values/temporal.ts';

/** SDC, Validation Expectations: only enabled items occur in a response. An empty shell of a disabled one is tolerated. */
function disabledAnswered(nodes: Iterable<NodeRecord>, places: ReadPlaces, mode: Mode): readonly Issue[] {
  const issues: Issue[] = [];
  for (const node of nodes) {
    const { id, item } = node;
    const expression = places.items.get(id);
    if (node.enabled || !places.filled.has(id) || expression === undefined) continue;
    issues.push({
      code: 'disabled-answered',
      severity: mode === 'draft' ? 'warning' : 'error',
      parameters: {},
      diagnostics: `the item is disabled and must have no content (linkId "${item.linkId}")`,
      node: id,
      linkId: item.linkId,
      expression,
    });
  }
  return issues;
}

/** Whether a rule of the form has said of an answer already that its value is none of its type. */
function isSaid({ code, expression }: Issue, issues: readonly Issue[]): boolean {
  return (
    code === 'type' &&
    issues.some(
      (said) =>
        said.code === code &&
        said.severity === 'error' &&
        (said.expression === expression || said.expression.startsWith(`${expression}.value`)),
    )
  );
}

function momentOf(response: unknown): string | undefined {
  const authored = isObject(response) ? response.authored : undefined;
  return typeof authored === 'string' && isDateTime(authored) ? authored : undefined;
}

/**
 * Judges a QuestionnaireResponse of any JSON shape: its structure, then every answer by the same rules as the open form.
 *
 * @returns every issue with the FHIRPath of its element, the same as a FHIR OperationOutcome, and the ordinal score
 * @throws TypeError where the form has patterns or expressions and the means to run them were not given
 */
export const validateResponse: ValidateResponse = (plan, response, mode, options = {}) => {
  const compiled: CompiledPlan = compiledPlan(plan);
  checkOptions(compiled, options);
  const subjects: unknown = compiled.questionnaire.subjectType;
  const subjectTypes = Array.isArray(subjects) ? subjects.filter((type) => typeof type === 'string') : [];
  const issues: Issue[] = [...responseIssues(compiled, response)];
  let places: ReadPlaces = {
    items: new Map(),
    answers: new Map(),
    filled: new Set(),
    signatures: new Map(),
  };
  const fill = (tree: InstanceTree) => {
    places = readResponse(tree, response, ({ linkId, node, diagnostics, ...finding }) => {
      issues.push({
        ...finding,
        parameters: {},
        diagnostics: linkId === undefined ? diagnostics : `${diagnostics} (linkId "${linkId}")`,
        ...(linkId === undefined ? {} : { linkId }),
        ...(node === undefined ? {} : { node }),
      });
    });
  };
  // now() is the moment at which the person answered, wherever and whenever that is judged.
  const now = options.now ?? momentOf(response);
  const judged = now === undefined ? options : { ...options, now };
  const form = createFormCore(compiled, judged, fill, { opening: 'judge' });
  const { tree, program, units } = form;
  const signed = signaturesOf(response);
  issues.push(...disabledAnswered(nodesIn(tree.root), places, mode));
  const found: Places = {
    item: (node) => places.items.get(node.id),
    answer: (node, index) => places.answers.get(node.id)?.[index],
  };
  issues.push(...displayIssues(tree, program, found));
  issues.push(
    ...judgeTree({
      tree,
      mode,
      received: true,
      pattern: form.pattern,
      program,
      units,
      language: options.language,
      signatures: (node) => (node === undefined ? signed : (places.signatures.get(node.id) ?? [])),
      present: project(tree, { language: options.language, program }).paths satisfies ReadonlyMap<
        NodeId,
        unknown
      >,
      places: found,
    }),
  );
  issues.push(...elementIssues(response, subjectTypes).filter((issue) => !isSaid(issue, issues)));
  return {
    issues,
    outcome: operationOutcome(issues),
    score: computeScore(tree),
    overBudget: form.overBudget,
  };
};
