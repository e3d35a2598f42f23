import type { Questionnaire, QuestionnaireItem } from 'fhir/r4.js';
import { readCondition } from './condition.ts';
import type { CompileQuestionnaire, QuestionnaireFault } from './contract.ts';
import { dependantOf, evaluationOrder, locate } from './dependencies.ts';
import { CQF_CALCULATED_VALUE } from './extensions.ts';
import { extensionsOf, isObject, type JsonObject, objectsOf } from './fhir-json.ts';
import { readText } from './language.ts';
import { lintPlan } from './lint.ts';
import type { CompiledPlan, Dependant, EnableWhen, PlanItem } from './plan.ts';
import {
  allowedTypes,
  expressionsOf,
  hasComputedText,
  isCalculated,
  isHidden,
  itemControls,
  itemOptions,
  kindOf,
  readLimits,
} from './plan-item.ts';
import { rulesFor } from './rules.ts';
import { isQuestionnaire, shapeFaults } from './shape.ts';
import { createTerminology, type Terminology } from './terminology.ts';
import { readValue } from './values.ts';

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
      rank: 0,
      cyclic: false,
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

function needsExpressions(questionnaire: Questionnaire, items: readonly PlanItem[]): boolean {
  if (expressionsOf(questionnaire).length > 0) return true;
  return items.some(
    ({ item, textIsComputed }) =>
      textIsComputed ||
      expressionsOf(item).length > 0 ||
      extensionsOf({ extension: item.extension?.flatMap(shadowExtensions) }, CQF_CALCULATED_VALUE).length > 0,
  );
}

/** Extensions on the shadow of an extension's value, such as `_valueDate` of a computed maxValue. */
function shadowExtensions(extension: object): readonly JsonObject[] {
  return Object.entries(extension).flatMap(([key, value]) =>
    key.startsWith('_value') && isObject(value) ? objectsOf(value.extension) : [],
  );
}

/** Builds the plan of a Questionnaire whose shape was found sound. */
export function buildPlan(questionnaire: Questionnaire, supporting: readonly unknown[] = []): CompiledPlan {
  const terminology = createTerminology([
    ...objectsOf(questionnaire.contained),
    ...supporting.filter(isObject),
  ]);
  const items: Draft[] = [];
  const children = draftItems(questionnaire.item ?? [], undefined, terminology, items);
  const byLinkId = new Map(items.map((item) => [item.linkId, item]));
  for (const draft of items) draft.enableWhen = linkConditions(draft, byLinkId);
  const order = evaluationOrder(items, (item) => [
    ...new Set(item.enableWhen?.conditions.flatMap(({ locator }) => locator?.target ?? []) ?? []),
  ]);
  for (const draft of items) {
    draft.rank = order.ranks.get(draft) ?? 0;
    draft.cyclic = order.cyclic.has(draft);
  }
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
    circle: order.circle,
    needs: {
      patterns: items.some((item) => item.kind === 'question' && item.limits.pattern !== undefined),
      expressions: needsExpressions(questionnaire, items),
    },
  };
}

/** What {@link openQuestionnaire} finds. */
export type OpenedQuestionnaire =
  | { readonly ok: true; readonly plan: CompiledPlan }
  | { readonly ok: false; readonly faults: readonly QuestionnaireFault[] };

/**
 * {@link compileQuestionnaire} without its warnings: for screens that only fill in a form, and needn't load what judges it.
 *
 * @param supporting - ValueSets and CodeSystems to use beside the contained ones, FHIR JSON
 */
export function openQuestionnaire(
  questionnaire: unknown,
  supporting: readonly unknown[] = [],
): OpenedQuestionnaire {
  if (!isQuestionnaire(questionnaire)) return { ok: false, faults: shapeFaults(questionnaire) };
  return { ok: true, plan: buildPlan(questionnaire, supporting) };
}

/**
 * Compiles a Questionnaire of any JSON shape into a plan that any number of open responses share.
 *
 * Refused is only what can't be run: malformed structure, unknown types, linkIds missing or twice. What publishing would refuse
 * but a person can still answer comes back as warnings; `lintQuestionnaire` with `publish` judges by the stricter rule.
 *
 * @param supporting - ValueSets and CodeSystems to use beside the contained ones, FHIR JSON
 */
export const compileQuestionnaire: (
  questionnaire: unknown,
  supporting?: readonly unknown[],
) => ReturnType<CompileQuestionnaire> = (questionnaire, supporting = []) => {
  const opened = openQuestionnaire(questionnaire, supporting);
  if (!opened.ok) return opened;
  const warnings: readonly QuestionnaireFault[] = lintPlan(opened.plan, 'open').filter(
    ({ severity }) => severity !== 'information',
  );
  return { ...opened, warnings };
};
