import type { Questionnaire, QuestionnaireItem } from 'fhir/r4.js';
import { rulesFor } from './answer-rules/rules.ts';
import { objectsOf } from './model/fhir-json.ts';
import { readCondition } from './plan/condition.ts';
import { conditionCircle, dependantOf, locate } from './plan/dependencies.ts';
import type { CompiledPlan, Dependant, EnableWhen, PlanItem } from './plan/plan.ts';
import { formExpressions, hasExpressions, itemExpressions } from './plan/plan-expressions.ts';
import {
  allowedTypes,
  hasComputedText,
  isCalculated,
  isHidden,
  itemControls,
  itemOptions,
  kindOf,
  readLimits,
} from './plan/plan-item.ts';
import { signatureKinds } from './plan/signature.ts';
import type { Terminology } from './value-sets/terminology.ts';
import { readText } from './values/language.ts';
import { readValue } from './values/values.ts';

/** What the passes after the first one fill in. */
type Draft = { -readonly [Key in keyof PlanItem]: PlanItem[Key] } & {
  dependants: Dependant[];
  children: Draft[];
};

function draftItems(
  source: readonly QuestionnaireItem[],
  parent: Draft | undefined,
  terminology: Terminology,
  all: Draft[],
): Draft[] {
  return source.map((item, position) => {
    const options = itemOptions(item, terminology);
    const draft: Draft = {
      index: all.length,
      linkId: item.linkId,
      kind: kindOf(item.type),
      type: item.type,
      item,
      parent,
      position,
      depth: parent === undefined ? 0 : parent.depth + 1,
      children: [],
      path: `${parent?.path ?? 'Questionnaire'}.item[${position}]`,
      text: readText({ ...item }, 'text'),
      textIsComputed: hasComputedText(item),
      required: item.required === true,
      repeats: item.repeats === true,
      readOnly: item.readOnly === true,
      hidden: isHidden(item) || parent?.hidden === true,
      calculated: isCalculated(item),
      controls: itemControls(item),
      options,
      initial: objectsOf(item.initial).flatMap((element) => {
        const read = readValue(element);
        return read.state === 'read' ? [read.value] : [];
      }),
      allowed: allowedTypes(item, options),
      limits: readLimits(item, terminology),
      enableWhen: undefined,
      dependants: [],
      expressions: itemExpressions({ ...item }),
      signatures: signatureKinds(item),
      rules: [],
    };
    draft.rules = rulesFor(draft);
    all.push(draft);
    // Items under a display can't be answered anywhere in a response (que-1), so they are not part of the plan.
    if (draft.kind !== 'display') draft.children = draftItems(item.item ?? [], draft, terminology, all);
    return draft;
  });
}

function linkConditions(draft: Draft, byLinkId: ReadonlyMap<string, Draft>): EnableWhen | undefined {
  const conditions = objectsOf(draft.item.enableWhen).flatMap((element) => readCondition(element) ?? []);
  if (conditions.length === 0) return undefined;
  return {
    behaviour: draft.item.enableBehavior === 'all' ? 'all' : 'any',
    conditions: conditions.map((condition) => {
      const target = byLinkId.get(condition.question);
      const locator = target && locate(draft, target);
      if (locator !== undefined && target !== undefined) target.dependants.push(dependantOf(draft, locator));
      return { ...condition, locator };
    }),
  };
}

/** 32-bit FNV-1a: tells forms without a url apart; no protection against anybody. */
function fingerprint(items: readonly PlanItem[]): string {
  let hash = 0x811c9dc5;
  for (const { linkId, type } of items) {
    for (const character of `${linkId}\u0000${type}\u0001`) {
      hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0;
    }
  }
  return `urn:form:${hash.toString(16)}:${items.length}`;
}

/** Whether quantities are compared anywhere: by a condition, a limit or an option. */
function needsUnits(items: readonly PlanItem[]): boolean {
  return items.some(
    ({ type, limits, options, enableWhen, expressions: { parts } }) =>
      limits.minValue?.type === 'Quantity' ||
      limits.maxValue?.type === 'Quantity' ||
      (type === 'quantity' && (parts.minValue !== undefined || parts.maxValue !== undefined)) ||
      enableWhen?.conditions.some(({ expected }) => expected.type === 'Quantity') ||
      options?.options.some(({ value }) => value.type === 'Quantity'),
  );
}

/** Builds the plan of a Questionnaire whose shape was found sound. */
export function buildPlan(questionnaire: Questionnaire, terminology: Terminology): CompiledPlan {
  const items: Draft[] = [];
  const children = draftItems(questionnaire.item ?? [], undefined, terminology, items);
  const byLinkId = new Map(items.map((item) => [item.linkId, item]));
  for (const draft of items) draft.enableWhen = linkConditions(draft, byLinkId);
  const expressions = formExpressions(questionnaire);
  const { url, version } = questionnaire;
  return {
    compiled: true,
    questionnaire,
    url,
    version,
    canonical: url === undefined ? fingerprint(items) : version === undefined ? url : `${url}|${version}`,
    language: questionnaire.language,
    items,
    children,
    byLinkId,
    expressions,
    signatures: signatureKinds(questionnaire),
    circle: conditionCircle(items),
    needs: {
      patterns: items.some((item) => item.kind === 'question' && item.limits.pattern !== undefined),
      expressions:
        expressions.variables.length + expressions.constraints.length > 0 ||
        items.some((item) => hasExpressions(item.expressions)),
      units: needsUnits(items),
    },
  };
}
