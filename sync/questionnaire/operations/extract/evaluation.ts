import type { CompiledExpression, ExpressionEngine } from '../../model/contract.ts';
import { extensionsOf, isObject, type JsonObject, objectsOf, stringOf } from '../../model/fhir-json.ts';
import { EXTRACT_ALLOCATE_ID } from '../../model/sdc-extensions.ts';
import type { IssueList } from '../shared/operation-issues.ts';
import type { Place } from './response-places.ts';
import { type Digest, stableUrn } from './stable-id.ts';

export type Variables = Readonly<Record<string, unknown>>;

export interface Evaluation {
  /** Evaluates FHIRPath at a place; empty where it fails, which is reported. */
  at(place: Place, variables: Variables, source: string): readonly unknown[];
  /** The first result, as the text of a Bundle entry's element. */
  textAt(place: Place, variables: Variables, source: string | undefined): string | undefined;
  /** What a place adds: ids that are allocated there (SDC, extractAllocateId), and its own item. */
  variablesAt(place: Place, outer: Variables): Variables;
  urn(...name: readonly string[]): string;
}

export interface EvaluationSources {
  readonly engine: ExpressionEngine | undefined;
  readonly digest: Digest;
  readonly questionnaire: JsonObject;
  readonly response: JsonObject;
  readonly now: string | undefined;
  readonly issues: IssueList;
}

/** Contexts of templates multiply; each evaluation is bounded in time, and so is their number. */
const MAX_EVALUATIONS = 50_000;

/** What tells responses apart: id, identifier, or all that they say. */
function nameOf(response: JsonObject): string {
  const id = stringOf(response.id);
  if (id !== undefined) return id;
  return JSON.stringify(isObject(response.identifier) ? response.identifier : response);
}

export function createEvaluation(sources: EvaluationSources): Evaluation {
  const { engine, digest, questionnaire, response, now, issues } = sources;
  const name = nameOf(response);
  let evaluations = 0;
  const compiled = new Map<string, CompiledExpression | undefined>();

  function compile(source: string, place: Place): CompiledExpression | undefined {
    if (compiled.has(source)) return compiled.get(source);
    const result = engine?.compile(source);
    const reason =
      result === undefined
        ? 'no expressions can be evaluated here'
        : 'unusable' in result
          ? result.unusable
          : undefined;
    if (reason !== undefined) fail(place, reason);
    const usable = result === undefined || 'unusable' in result ? undefined : result;
    compiled.set(source, usable);
    return usable;
  }

  function fail(place: Place, reason: string): void {
    const where = place.item === undefined ? 'the form' : `linkId "${place.item.linkId}"`;
    issues.add({
      severity: 'error',
      code: 'processing',
      diagnostics: `an expression of the extraction can not be evaluated (${where}): ${reason}`,
      expression: place.item?.path ?? 'Questionnaire',
    });
  }

  function at(place: Place, variables: Variables, source: string): readonly unknown[] {
    evaluations += 1;
    if (evaluations > MAX_EVALUATIONS) {
      fail(place, 'the form asks for too many');
      return [];
    }
    const expression = compile(source, place);
    if (expression === undefined) return [];
    try {
      return expression.evaluate({
        resource: response,
        context: place.element,
        contextPath: place.item === undefined ? 'QuestionnaireResponse' : 'QuestionnaireResponse.item',
        variables: { questionnaire, qitem: place.source, ...variables },
        ...(now === undefined ? {} : { now }),
      });
    } catch {
      // What the engine says of it may quote an answer.
      fail(place, 'it failed on this response');
      return [];
    }
  }

  return {
    at,
    textAt(place, variables, source) {
      if (source === undefined) return undefined;
      const [first] = at(place, variables, source);
      return typeof first === 'string' && first !== '' ? first : undefined;
    },
    variablesAt(place, outer) {
      const allocated = extensionsOf(place.source, EXTRACT_ALLOCATE_ID).flatMap((extension) => {
        const variable = stringOf(extension.valueString);
        return variable === undefined ? [] : [[variable, stableUrn(digest, name, place.key, 'id', variable)]];
      });
      return { ...outer, ...Object.fromEntries(allocated) };
    },
    urn: (...parts) => stableUrn(digest, name, ...parts),
  };
}

/** The parts of a complex extension, by their short url. */
export function partOf(extension: JsonObject, url: string): JsonObject | undefined {
  return objectsOf(extension.extension).find((part) => part.url === url);
}
