/**
 * Compares the scores that a form computes by its own expressions with the sum of the ordinals of the answers. Authors often
 * write an expression for a flat form and then group its questions: it then reads none of them, and silently gives 0.
 */

import type { QuestionnaireResponse } from 'fhir/r4.js';
import fhirpath from 'fhirpath';
import r4 from 'fhirpath/fhir-context/r4';
import type { Form, FormOptions, NodeId, Plan } from '../../../sync/questionnaire/model/contract.ts';
import { completeForm } from './complete-response.ts';
import { type IndexedItem, isObject, type JsonObject, objectsOf, textOf } from './form-index.ts';

export interface ScoreDifference {
  readonly linkId: string;
  /** What the form's expression gives; undefined where it can't be evaluated. */
  readonly own: number | undefined;
  /** The sum of the ordinals of the same answers. */
  readonly sum: number;
  readonly why: string;
}

const CALCULATED = 'sdc-questionnaire-calculatedExpression';
const scoreShape = /\b(?:weight|ordinal)\s*\(\s*\)|ordinalValue|itemWeight/;

/** The calculated items whose expression adds up ordinals, with it. */
export function scoreExpressions(
  index: ReadonlyMap<string, IndexedItem>,
): readonly { readonly linkId: string; readonly expression: string }[] {
  return [...index.values()].flatMap(({ linkId, item }) => {
    const extension = objectsOf(item.extension).find((candidate) =>
      String(candidate.url).endsWith(CALCULATED),
    );
    const expression = isObject(extension?.valueExpression)
      ? textOf(extension.valueExpression.expression)
      : undefined;
    return expression !== undefined && scoreShape.test(expression) ? [{ linkId, expression }] : [];
  });
}

type Evaluated =
  | { readonly ok: true; readonly value: number }
  | { readonly ok: false; readonly problem: string };

function evaluate(questionnaire: JsonObject, response: QuestionnaireResponse, expression: string): Evaluated {
  try {
    const resource = structuredClone(response);
    const result: unknown = fhirpath.evaluate(resource, expression, { resource, questionnaire }, r4, {
      async: false,
    });
    const [first]: unknown[] = Array.isArray(result) ? result : [result];
    const value = isObject(first) ? first.value : first;
    if (value === undefined) return { ok: true, value: 0 };
    return typeof value === 'number' ? { ok: true, value } : { ok: false, problem: 'it gives no number' };
  } catch (error) {
    return { ok: false, problem: error instanceof Error ? error.message : String(error) };
  }
}

type ResponseItem = NonNullable<QuestionnaireResponse['item']>[number];
type ResponseAnswer = NonNullable<ResponseItem['answer']>[number];

const ORDINAL = 'http://hl7.org/fhir/StructureDefinition/ordinalValue';

type ScoreOf = (linkId: string, answer: ResponseAnswer) => number | undefined;

/** The ordinals of the form's options, as the engine reads them from wherever the form states them. */
function scoresIn(form: Form): ScoreOf {
  const scores = new Map<string, number>();
  const keyOf = (linkId: string, system: string | undefined, code: string | undefined) =>
    JSON.stringify([linkId, system ?? '', code ?? '']);
  const walk = (id: NodeId) => {
    const node = form.read(id);
    for (const { value, score } of node?.options ?? []) {
      if (node && value.type === 'Coding' && score !== undefined)
        scores.set(keyOf(node.linkId, value.value.system, value.value.code), score);
    }
    node?.children.forEach(walk);
  };
  form.root.forEach(walk);
  return (linkId, { valueCoding }) =>
    valueCoding ? scores.get(keyOf(linkId, valueCoding.system, valueCoding.code)) : undefined;
}

/** Writes each ordinal onto its answer, so that weight() finds it without a terminology server. */
function withOrdinals(items: readonly ResponseItem[], scoreOf: ScoreOf): ResponseItem[] {
  return items.map((entry) => {
    const answers = entry.answer?.map((answer): ResponseAnswer => {
      const score = scoreOf(entry.linkId, answer);
      return {
        ...answer,
        ...(answer.valueCoding && score !== undefined
          ? { valueCoding: { ...answer.valueCoding, extension: [{ url: ORDINAL, valueDecimal: score }] } }
          : {}),
        ...(answer.item ? { item: withOrdinals(answer.item, scoreOf) } : {}),
      };
    });
    return {
      ...entry,
      ...(answers ? { answer: answers } : {}),
      ...(entry.item ? { item: withOrdinals(entry.item, scoreOf) } : {}),
    };
  });
}

function withoutItems(answer: ResponseAnswer): ResponseAnswer {
  const { item: _nested, ...alone } = answer;
  return alone;
}

/** Every item at the top level, as the author of the expression may have imagined the form. */
function flatten(items: readonly ResponseItem[]): ResponseItem[] {
  return items.flatMap(({ item, ...rest }) => [
    ...(rest.answer ? [{ ...rest, answer: rest.answer.map(withoutItems) }] : []),
    ...flatten(item ?? []),
    ...flatten((rest.answer ?? []).flatMap((answer) => answer.item ?? [])),
  ]);
}

function explain(
  questionnaire: JsonObject,
  response: QuestionnaireResponse,
  expression: string,
  own: Evaluated,
  sum: number,
): string {
  if (!own.ok) return `the expression can not be evaluated: ${own.problem}`;
  const flat = evaluate(questionnaire, { ...response, item: flatten(response.item ?? []) }, expression);
  if (flat.ok && flat.value === sum) {
    return 'the expression reads only items at the top level, and so misses the questions that are nested in groups';
  }
  return 'the expression reads other answers, or weighs them otherwise, than the ordinals of the form say';
}

/**
 * One entry per score expression that doesn't come to the ordinal sum when every question is answered with its highest option. An
 * expression that finds no answers gives nothing, which counts as 0.
 */
export function compareScores(
  plan: Plan,
  index: ReadonlyMap<string, IndexedItem>,
  tools: FormOptions,
): readonly ScoreDifference[] {
  const expressions = scoreExpressions(index);
  if (expressions.length === 0 || !isObject(plan.questionnaire)) return [];
  const questionnaire: JsonObject = plan.questionnaire;
  const form = completeForm(plan, 'highest', tools);
  const sum = form.score().total;
  const answered = form.response({ status: 'completed' });
  const response = { ...answered, item: withOrdinals(answered.item ?? [], scoresIn(form)) };
  return expressions.flatMap(({ linkId, expression }) => {
    const own = evaluate(questionnaire, response, expression);
    if (own.ok && own.value === sum) return [];
    return [
      {
        linkId,
        own: own.ok ? own.value : undefined,
        sum,
        why: explain(questionnaire, response, expression, own, sum),
      },
    ];
  });
}
