import { isObject, type JsonObject, objectsOf, stringOf } from '../../model/fhir-json.ts';
import type { CompiledPlan, PlanItem } from '../../plan/plan.ts';

/** One element of a response that holds only what is enabled, with the item that it answers. */
export interface Place {
  /** The item; undefined for the response itself. */
  readonly item: PlanItem | undefined;
  /** The Questionnaire, or its item. */
  readonly source: JsonObject;
  /** QuestionnaireResponse, or its item. */
  readonly element: JsonObject;
  /** The same place each time: linkIds from the root, with the instance and the answer that they stand under. */
  readonly key: string;
  /** FHIRPath of the element in the response. */
  readonly path: string;
  readonly answers: readonly AnswerPlace[];
  /** Of a group, or of the response. */
  readonly children: readonly Place[];
}

export interface AnswerPlace {
  readonly element: JsonObject;
  readonly key: string;
  readonly children: readonly Place[];
}

/** Pairs a response with its form. What has no place in the form is left out. */
export function placesOf(plan: CompiledPlan, response: JsonObject): Place {
  function children(
    element: JsonObject,
    key: string,
    path: string,
    parent: PlanItem | undefined,
  ): readonly Place[] {
    const seen = new Map<string, number>();
    return objectsOf(element.item).flatMap((child, position): Place[] => {
      const linkId = stringOf(child.linkId);
      const item = linkId === undefined ? undefined : plan.byLinkId.get(linkId);
      if (item === undefined || linkId === undefined || item.parent !== parent) return [];
      const instance = seen.get(linkId) ?? 0;
      seen.set(linkId, instance + 1);
      const own = `${key}/${linkId}[${instance}]`;
      const place = `${path}.item[${position}]`;
      return [
        {
          item,
          source: { ...item.item },
          element: child,
          key: own,
          path: place,
          children: children(child, own, place, item),
          answers: objectsOf(child.answer).map((answer, index) => ({
            element: answer,
            key: `${own}#${index}`,
            children: children(answer, `${own}#${index}`, `${place}.answer[${index}]`, item),
          })),
        },
      ];
    });
  }
  return {
    item: undefined,
    source: { ...plan.questionnaire },
    element: response,
    key: '',
    path: 'QuestionnaireResponse',
    answers: [],
    children: children(response, '', 'QuestionnaireResponse', undefined),
  };
}

/** Everything right below a place, under its answers as well. */
export function below(place: Place): readonly Place[] {
  return [...place.children, ...place.answers.flatMap((answer) => answer.children)];
}

export function hasContent(place: Place): boolean {
  return place.answers.length > 0 || place.children.length > 0;
}

/** value[x] of an answer: its type as FHIR writes it in the key (`Coding`, `DateTime`), and the JSON. */
export function answerValue(
  answer: JsonObject,
): { readonly suffix: string; readonly value: unknown } | undefined {
  const key = Object.keys(answer).find((name) => /^value[A-Z]/.test(name));
  return key === undefined ? undefined : { suffix: key.slice('value'.length), value: answer[key] };
}

/** The reference to a response: by id, or by its identifier. */
export function referenceTo(response: JsonObject): JsonObject | undefined {
  const id = stringOf(response.id);
  if (id !== undefined) return { reference: `QuestionnaireResponse/${id}` };
  return isObject(response.identifier)
    ? { type: 'QuestionnaireResponse', identifier: response.identifier }
    : undefined;
}
