import type { Coding } from 'fhir/r4.js';
import type { AnswerOption, AnswerValue } from '../model/contract.ts';
import { OPTION_EXCLUSIVE } from '../model/extensions.ts';
import { booleanExtension, isObject, type JsonObject, objectsOf } from '../model/fhir-json.ts';
import { readText, type Text, textIn, withDesignations } from './language.ts';
import { statedScore } from './scores.ts';
import { matchesOption, readValue } from './values.ts';

export interface PlanOption {
  readonly value: AnswerValue;
  readonly label: Text;
  readonly exclusive: boolean;
  readonly score: number | undefined;
  readonly initial: boolean;
}

/** The answers that an item offers. `unavailable`: a value set, or a part of it, is not at hand. */
export interface OptionSet {
  readonly status: 'ready' | 'unavailable';
  readonly options: readonly PlanOption[];
  /** Options that are Codings, by {@link codingKey}, so that large value sets cost no search. */
  readonly codings: ReadonlyMap<string, PlanOption>;
  /** Judges Codings that are not offered, where more is known of the set than its options. */
  readonly judge: ((coding: Coding) => Membership) | undefined;
}

/** The terminology port's three answers. */
export type Membership = 'member' | 'not-member' | 'unknown';

export function codingKey(coding: Pick<Coding, 'system' | 'code'>): string {
  return `${coding.system ?? ''}|${coding.code ?? ''}`;
}

export function optionSet(
  status: OptionSet['status'],
  options: readonly PlanOption[],
  judge?: OptionSet['judge'],
): OptionSet {
  const codings = new Map<string, PlanOption>();
  for (const option of options) {
    if (option.value.type !== 'Coding' || option.value.value.code === undefined) continue;
    const key = codingKey(option.value.value);
    if (!codings.has(key)) codings.set(key, option);
  }
  return { status, options, codings, judge };
}

export function findOption(set: OptionSet, answer: AnswerValue): PlanOption | undefined {
  if (answer.type === 'Coding' && answer.value.code !== undefined)
    return set.codings.get(codingKey(answer.value));
  return set.options.find((option) => matchesOption(answer, option.value));
}

export function membership(set: OptionSet, answer: AnswerValue): Membership {
  if (findOption(set, answer) !== undefined) return 'member';
  if (set.judge !== undefined && answer.type === 'Coding' && answer.value.code !== undefined)
    return set.judge(answer.value);
  return set.status === 'ready' ? 'not-member' : 'unknown';
}

/** What answers carry of an option's Coding: its identity and display, not the author's extensions. */
function plainCoding(source: JsonObject): Coding {
  const coding: Coding = {};
  for (const key of ['system', 'version', 'code', 'display'] as const) {
    const value = source[key];
    if (typeof value === 'string') coding[key] = value;
  }
  return coding;
}

function labelOf(value: AnswerValue): string {
  switch (value.type) {
    case 'Coding':
      return value.value.display ?? value.value.code ?? '';
    case 'Reference':
      return value.value.display ?? value.value.reference ?? '';
    case 'Quantity':
      return [value.value.value, value.value.unit ?? value.value.code]
        .filter((part) => part !== undefined)
        .join(' ');
    case 'Attachment':
      return value.value.title ?? '';
    default:
      return String(value.value);
  }
}

/** An option of a concept, from a ValueSet's expansion or compose, or from a CodeSystem. */
export function conceptOption(
  system: string | undefined,
  concept: JsonObject,
  score: number | undefined,
): PlanOption {
  const coding = plainCoding(system === undefined ? concept : { ...concept, system });
  const label = readText(concept, 'display') ?? { base: coding.code ?? '', translations: undefined };
  return {
    value: { type: 'Coding', value: coding },
    label: withDesignations(label, concept),
    exclusive: booleanExtension(concept, OPTION_EXCLUSIVE),
    score,
    initial: false,
  };
}

/** Reads item.answerOption. An option without a readable value is passed over; the shape check has reported it. */
export function answerOptions(
  item: JsonObject,
  scoreOf: (coding: Coding) => number | undefined,
): readonly PlanOption[] {
  return objectsOf(item.answerOption).flatMap((element): PlanOption[] => {
    const read = readValue(element);
    if (read.state !== 'read') return [];
    const raw = element.valueCoding;
    const value: AnswerValue =
      read.value.type === 'Coding' && isObject(raw)
        ? { type: 'Coding', value: plainCoding(raw) }
        : read.value;
    const text =
      value.type === 'Coding' && isObject(raw)
        ? readText(raw, 'display')
        : value.type === 'string'
          ? readText(element, 'valueString')
          : undefined;
    const known = value.type === 'Coding' ? scoreOf(value.value) : undefined;
    return [
      {
        value,
        label: text ?? { base: labelOf(value), translations: undefined },
        exclusive: booleanExtension(element, OPTION_EXCLUSIVE) || booleanExtension(raw, OPTION_EXCLUSIVE),
        score:
          statedScore(element) ??
          statedScore(raw) ??
          statedScore(element._valueString) ??
          statedScore(element._valueInteger) ??
          known,
        initial: element.initialSelected === true,
      },
    ];
  });
}

/** Options as a screen shows them, in one language. */
export function localizedOptions(
  set: OptionSet,
  language: string | undefined,
  formLanguage: string | undefined,
): readonly AnswerOption[] {
  return set.options.map(({ value, label, exclusive, score }) => ({
    value,
    label: textIn(label, language, formLanguage),
    exclusive,
    ...(score === undefined ? {} : { score }),
  }));
}
