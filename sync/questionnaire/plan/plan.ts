import type { Questionnaire, QuestionnaireItem, QuestionnaireItemEnableWhen } from 'fhir/r4.js';
import type { AnswerValue, Issue, IssueCode, Plan, Units } from '../model/contract.ts';
import type { Text } from '../values/language.ts';
import type { OptionSet } from '../values/options.ts';
import type { ValueType } from '../values/values.ts';
import type { FormExpressions, ItemExpressions } from './plan-expressions.ts';
import type { SignatureKind } from './signature.ts';

export type Kind = 'group' | 'question' | 'display';

/** What an item's extensions and maxLength bound. */
export interface Limits {
  readonly minLength: number | undefined;
  readonly maxLength: number | undefined;
  readonly minValue: AnswerValue | undefined;
  readonly maxValue: AnswerValue | undefined;
  readonly maxDecimalPlaces: number | undefined;
  readonly pattern: string | undefined;
  readonly entryFormat: string | undefined;
  readonly minOccurs: number | undefined;
  readonly maxOccurs: number | undefined;
  readonly mimeTypes: readonly string[];
  /** Bytes. */
  readonly maxSize: number | undefined;
  readonly units: readonly UnitOption[];
  readonly unitSet: OptionSet | undefined;
  /** SDC unitOpen: which other units go, beside those listed. */
  readonly unitOpen: 'optionsOnly' | 'optionsOrType' | 'optionsOrString';
  /** SDC unitSupplementalSystem: where other coded units come from; undefined where any system will do. */
  readonly unitSystem: string | undefined;
  readonly referenceTypes: readonly string[];
}

export interface UnitOption {
  readonly system: string | undefined;
  readonly code: string | undefined;
  readonly display: string | undefined;
}

/**
 * How to get from an item to the nearest instance of the question that its condition reads: over `up` owners of containers (or,
 * where the question is an ancestor, over that many parents), then down by positions among siblings.
 */
export interface Locator {
  readonly target: PlanItem;
  readonly ancestor: boolean;
  readonly up: number;
  readonly path: readonly number[];
  /** Instances before the reader count from the last, instances after it from the first. */
  readonly fromLast: boolean;
}

/** One condition in enableWhen form, judged alike for items and for the rules of vendors. */
export interface Condition {
  readonly question: string;
  readonly operator: QuestionnaireItemEnableWhen['operator'];
  readonly expected: AnswerValue;
}

export interface LocatedCondition extends Condition {
  /** Undefined where the question can't be read from here: missing, the item itself, or inside it. Reads as unanswered. */
  readonly locator: Locator | undefined;
}

export interface EnableWhen {
  readonly behaviour: 'all' | 'any';
  readonly conditions: readonly LocatedCondition[];
}

/** An item whose conditions read another: climb `up` containers from the question, then down to every instance. */
export interface Dependant {
  readonly reader: PlanItem;
  readonly ancestor: boolean;
  readonly up: number;
  readonly path: readonly number[];
}

export interface PlanItem {
  /** In document order. */
  readonly index: number;
  readonly linkId: string;
  readonly kind: Kind;
  readonly type: QuestionnaireItem['type'];
  readonly item: QuestionnaireItem;
  readonly parent: PlanItem | undefined;
  /** Among the children of its parent. */
  readonly position: number;
  readonly depth: number;
  readonly children: readonly PlanItem[];
  /** FHIRPath of the item in the Questionnaire. */
  readonly path: string;
  readonly text: Text | undefined;
  readonly textIsComputed: boolean;
  readonly required: boolean;
  readonly repeats: boolean;
  readonly readOnly: boolean;
  readonly hidden: boolean;
  readonly calculated: boolean;
  /** questionnaire-itemControl codes. */
  readonly controls: readonly string[];
  readonly options: OptionSet | undefined;
  readonly initial: readonly AnswerValue[];
  readonly allowed: readonly ValueType[];
  readonly limits: Limits;
  readonly enableWhen: EnableWhen | undefined;
  readonly dependants: readonly Dependant[];
  readonly expressions: ItemExpressions;
  /** Kinds of signature that the item asks for (questionnaire-signatureRequired). */
  readonly signatures: readonly SignatureKind[];
  readonly rules: readonly Rule[];
}

export interface CompiledPlan extends Plan {
  readonly compiled: true;
  readonly items: readonly PlanItem[];
  readonly children: readonly PlanItem[];
  readonly byLinkId: ReadonlyMap<string, PlanItem>;
  readonly language: string | undefined;
  /** Of the form as a whole. */
  readonly expressions: FormExpressions;
  readonly signatures: readonly SignatureKind[];
  /** The linkIds of one circle of conditions; empty where there is none. {@link Program.circle} knows those of expressions too. */
  readonly circle: readonly string[];
  /** url|version, or a fingerprint of the linkIds where the form has no url. */
  readonly canonical: string;
  readonly questionnaire: Questionnaire;
}

/** What a rule judges: the answers of one question, or how often a group is filled in at one place. */
export interface Subject {
  readonly item: PlanItem;
  readonly answers: readonly AnswerValue[];
  /** Answers of a question; instances with content of a group. */
  readonly count: number;
  /** The item's compiled pattern, or why it can't be run. */
  readonly pattern: ((text: string) => boolean) | { readonly unusable: string } | undefined;
  /** Units to compare quantities by; without them, only identical codes compare. */
  readonly units?: Units | undefined;
}

export interface Finding {
  readonly code: IssueCode;
  readonly severity: Issue['severity'];
  readonly diagnostics: string;
  readonly parameters?: Issue['parameters'];
  /** Index of the answer at fault; undefined for the item as a whole. */
  readonly answer?: number;
  /** The answer as such is at fault (it is one too many, say), not its value. */
  readonly wholeAnswer?: true;
}

export interface Rule {
  /** The standard's section that the rule enforces. */
  readonly section: string;
  /** `missing` binds only in a final response, `count` as an error only there (SDC, Validation Expectations). */
  readonly concern: 'missing' | 'count' | 'value';
  applies(item: Omit<PlanItem, 'rules'>): boolean;
  check(subject: Subject): readonly Finding[];
}

/** Recovers the engine's own view of a plan. Throws a TypeError for an object that `compileQuestionnaire` didn't make. */
export function compiledPlan(plan: Plan): CompiledPlan {
  if ('compiled' in plan && 'items' in plan && plan.compiled === true) return plan as CompiledPlan;
  throw new TypeError('not a plan of compileQuestionnaire');
}

/** Whether `ancestor` stands above `item`. */
export function isAncestor(ancestor: PlanItem, item: PlanItem): boolean {
  for (let above = item.parent; above !== undefined; above = above.parent)
    if (above === ancestor) return true;
  return false;
}
