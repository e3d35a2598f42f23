/** What somebody must know about a form before offering it. */
import type { ScoreScale } from '../../sync/domain/intake/offered-questionnaire.ts';
import type { SafetyRule } from '../../sync/domain/safety/safety-rule.ts';
import type { Form, FormOptions, NodeId, Plan } from '../../sync/questionnaire/model/contract.ts';
import { completeForm } from './form/complete-response.ts';
import {
  askedQuestions,
  hasExtension,
  type IndexedItem,
  isObject,
  objectsOf,
  textOf,
} from './form/form-index.ts';
import { compareScores } from './form/score-expressions.ts';
import { formLanguageOf } from './parts/check-form.ts';

export interface ReportFinding {
  readonly severity: 'warning' | 'information';
  readonly code:
    | 'effective-period-ended'
    | 'not-active'
    | 'score-expression'
    | 'score-steps'
    | 'score-scale'
    | 'expressions'
    | 'calculated'
    | 'safety-rule-missing'
    | 'safety-rule';
  readonly linkId?: string;
  readonly message: string;
}

export interface FormReport {
  readonly title: string;
  readonly canonical: string;
  readonly version: string | undefined;
  readonly language: string;
  /** Questions that are asked. */
  readonly questions: number;
  /** Number of items by type, groups and displays included. */
  readonly types: Readonly<Record<string, number>>;
  /** Lowest and highest ordinal sum, where options have scores. */
  readonly score:
    | { readonly lowest: number; readonly highest: number; readonly questions: number }
    | undefined;
  readonly loinc: readonly string[];
  readonly findings: readonly ReportFinding[];
}

const EXPRESSION = /(?:Expression|\/variable|questionnaire-constraint|targetConstraint|cqf-calculatedValue)$/;
/** PHQ-9 item 9 in LOINC; its panel and its total. */
const SELF_HARM_CODE = '44260-8';
const PHQ9_CODES = new Set(['44249-1', '44261-6']);
const selfHarmWords =
  /suicid|self[- ]?harm|harm(?:ing)? (?:your|my)self|hurt(?:ing)? (?:your|my)self|\bdead\b|(?:end|take|taking|ending) (?:your|my) (?:own )?life|not want(?:ing)? to (?:be alive|live)|hacerse daño|quitarse la vida|no querer vivir|انتحار|إيذاء نفس/i;

function codesOf(
  element: unknown,
): readonly { readonly system: string | undefined; readonly code: string }[] {
  if (!isObject(element)) return [];
  return objectsOf(element.code).flatMap((coding) => {
    const code = textOf(coding.code);
    return code === undefined ? [] : [{ system: textOf(coding.system), code }];
  });
}

function loincOf(form: unknown, items: readonly IndexedItem[]): readonly string[] {
  const all = [form, ...items.map(({ item }) => item)].flatMap(codesOf);
  return [
    ...new Set(all.filter(({ system }) => system === 'http://loinc.org').map(({ code }) => code)),
  ].sort();
}

function scoredNodes(form: Form, ids: readonly NodeId[]): readonly NodeId[] {
  return ids.flatMap((id) => {
    const node = form.read(id);
    return [
      ...(node?.options.some((option) => option.score !== undefined) ? [id] : []),
      ...scoredNodes(form, node?.children ?? []),
    ];
  });
}

function scoreOf(
  plan: Plan,
  tools: FormOptions,
): Pick<FormReport, 'score'> & { readonly uneven: ReadonlyMap<string, readonly string[]> } {
  const high = completeForm(plan, 'highest', tools);
  const nodes = scoredNodes(high, high.root);
  if (nodes.length === 0) return { score: undefined, uneven: new Map() };
  const uneven = new Map<string, string[]>();
  for (const id of nodes) {
    const node = high.read(id);
    const scores = [...new Set((node?.options ?? []).map((option) => option.score ?? 0))].sort(
      (a, b) => a - b,
    );
    const steps = new Set(scores.slice(1).map((score, at) => score - (scores[at] ?? 0)));
    const scale = scores.join(', ');
    if (node && steps.size > 1) uneven.set(scale, [...(uneven.get(scale) ?? []), node.linkId]);
  }
  const lowest = completeForm(plan, 'lowest', tools).score().total;
  return { score: { lowest, highest: high.score().total, questions: nodes.length }, uneven };
}

/** Items that ask about harming oneself: by LOINC code, by the shape of the PHQ-9, or by their words. */
export function selfHarmItems(form: unknown, items: readonly IndexedItem[]): readonly string[] {
  const isPhq9 =
    codesOf(form).some(({ code }) => PHQ9_CODES.has(code)) ||
    items.some(({ item }) => codesOf(item).some(({ code }) => PHQ9_CODES.has(code)));
  const choices = items.filter(({ type }) => type === 'choice');
  const ninth = isPhq9 && choices.length >= 9 ? choices[8]?.linkId : undefined;
  const found = items.filter(({ linkId, type, item }) => {
    if (type === 'group' || type === 'display') return false;
    return (
      linkId === ninth ||
      codesOf(item).some(({ code }) => code === SELF_HARM_CODE) ||
      selfHarmWords.test(textOf(item.text) ?? '')
    );
  });
  return found.map(({ linkId }) => linkId);
}

function safetyFindings(
  selfHarm: readonly string[],
  canonical: string,
  rules: readonly SafetyRule[],
): readonly ReportFinding[] {
  return selfHarm.map((linkId): ReportFinding => {
    const rule = rules.find(
      (one) =>
        one.questionnaire === canonical &&
        one.outcome === 'URGENT' &&
        one.conditions.some((condition) => condition.question === linkId),
    );
    if (rule)
      return {
        severity: 'information',
        code: 'safety-rule',
        linkId,
        message: `asks about self-harm; the rule ${rule.id} opens the ${rule.panel ?? 'emergency'} panel`,
      };
    return {
      severity: 'warning',
      code: 'safety-rule-missing',
      linkId,
      message: `asks about self-harm, and no URGENT rule of this vendor reads it: add one on ${canonical} before patients see the form`,
    };
  });
}

function periodFindings(form: unknown, now: Date): readonly ReportFinding[] {
  const end = isObject(form) && isObject(form.effectivePeriod) ? textOf(form.effectivePeriod.end) : undefined;
  if (end === undefined || !(Date.parse(end) < now.getTime())) return [];
  return [
    {
      severity: 'warning',
      code: 'effective-period-ended',
      message: `the form's effective period ended on ${end.slice(0, 10)}: answers will carry a warning; look for a newer version`,
    },
  ];
}

/** A form may have hundreds: a few names are enough to find the rest. */
function few(names: readonly string[]): string {
  const shown = names.slice(0, 5).join(', ');
  return names.length > 5 ? `${shown} and ${names.length - 5} more` : shown;
}

function expressionKinds(element: unknown): readonly string[] {
  const urls = (isObject(element) ? objectsOf(element.extension) : []).map((extension) =>
    String(extension.url),
  );
  return [
    ...new Set(
      urls
        .filter((url) => EXPRESSION.test(url))
        .map((url) => url.split('/').at(-1)?.replace('sdc-questionnaire-', '') ?? url),
    ),
  ];
}

function expressionFindings(form: unknown, items: readonly IndexedItem[]): readonly ReportFinding[] {
  const byKind = new Map<string, string[]>();
  const note = (element: unknown, name: string) => {
    for (const kind of expressionKinds(element)) byKind.set(kind, [...(byKind.get(kind) ?? []), name]);
  };
  note(form, 'the form');
  for (const { linkId, item } of items) note(item, linkId);
  const findings = [...byKind].map(
    ([kind, names]): ReportFinding => ({
      severity: 'warning',
      code: 'expressions',
      message: `${kind} can not be evaluated yet: ${few(names)}`,
    }),
  );
  const calculated = items
    .filter(({ item }) => hasExtension(item, 'sdc-questionnaire-calculatedExpression'))
    .map(({ linkId }) => linkId);
  if (calculated.length === 0) return findings;
  return [
    ...findings,
    {
      severity: 'information',
      code: 'calculated',
      message: `filled by the form, never asked: ${few(calculated)}`,
    },
  ];
}

/** Scales that skip a step are a common slip of the person who typed a form. */
function stepFindings(uneven: ReadonlyMap<string, readonly string[]>): readonly ReportFinding[] {
  return [...uneven].map(([scale, linkIds]) => ({
    severity: 'warning',
    code: 'score-steps',
    message: `the options score ${scale}, which is not evenly spaced: check it against the source (${few(linkIds)})`,
  }));
}

/** Names and bands belong to one way of scoring. */
function scaleFindings(score: FormReport['score'], scale: ScoreScale | undefined): readonly ReportFinding[] {
  if (scale === undefined || score?.highest === scale.max) return [];
  return [
    {
      severity: 'warning',
      code: 'score-scale',
      message: `its scale goes up to ${scale.max}, the form's options to ${score?.highest ?? 'nothing'}: the clinic sees the sum without the scale's name and bands`,
    },
  ];
}

export interface ReportOptions {
  readonly canonical: string;
  readonly scales: readonly ScoreScale[];
  readonly rules: readonly SafetyRule[];
  readonly now: Date;
  /** What the form needs beside the engine. */
  readonly tools: FormOptions;
}

/** @param plan the form, compiled without faults. */
export function reportForm(
  plan: Plan,
  index: ReadonlyMap<string, IndexedItem>,
  { canonical, scales, rules, now, tools }: ReportOptions,
): FormReport {
  const form: unknown = plan.questionnaire;
  const items = [...index.values()];
  const types: Record<string, number> = {};
  for (const { type } of items) types[type] = (types[type] ?? 0) + 1;
  const { score, uneven } = scoreOf(plan, tools);
  const { status } = plan.questionnaire;
  const differences = compareScores(plan, index, tools).map(
    ({ linkId, own, sum, why }): ReportFinding => ({
      severity: 'warning',
      code: 'score-expression',
      linkId,
      message: `with the highest answers the form's own score is ${own ?? 'nothing'}, the sum of the ordinals is ${sum}: ${why}. The clinic sees the sum of the ordinals`,
    }),
  );
  return {
    title: plan.questionnaire.title ?? plan.questionnaire.name ?? 'Questionnaire',
    canonical,
    version: plan.version,
    language: formLanguageOf(form),
    questions: askedQuestions(index).length,
    types,
    score,
    loinc: loincOf(form, items),
    findings: [
      ...safetyFindings(selfHarmItems(form, items), canonical, rules),
      ...periodFindings(form, now),
      ...(status === 'active'
        ? []
        : [{ severity: 'warning', code: 'not-active', message: `the form's status is ${status}` } as const]),
      ...differences,
      ...stepFindings(uneven),
      ...scaleFindings(
        score,
        scales.find(({ questionnaire }) => questionnaire === canonical),
      ),
      ...expressionFindings(form, items),
    ],
  };
}
