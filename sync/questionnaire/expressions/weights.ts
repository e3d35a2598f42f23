import type { Coding } from 'fhir/r4.js';
import type { AnswerValue } from '../model/contract.ts';
import { isObject, type JsonObject, objectsOf, stringOf } from '../model/fhir-json.ts';
import { createTerminology } from '../value-sets/terminology.ts';
import { answerOptions, findOption, type OptionSet, optionSet } from '../values/options.ts';
import { statedScore } from '../values/scores.ts';
import { readValue, typedValue } from '../values/values.ts';
import { type DataNode, isDataNode } from './library-values.ts';

/** The score of an answer to a question; of a Coding wherever it stands, where the question isn't known. */
export type ScoreOf = (linkId: string | undefined, answer: AnswerValue) => number | undefined;

/** Deeper than forms go; ends a hostile one. */
const MAX_DEPTH = 100;

/**
 * The scores that a Questionnaire states (SDC, FHIRPath Supplements, weight()): on its options, in the value sets and code systems that
 * it contains.
 */
export function scoresOf(questionnaire: unknown): ScoreOf {
  if (!isObject(questionnaire)) return () => undefined;
  const terminology = createTerminology(objectsOf(questionnaire.contained));
  const items = new Map<string, JsonObject>();
  const collect = (list: unknown, depth: number): void => {
    if (depth > MAX_DEPTH) return;
    for (const item of objectsOf(list)) {
      const linkId = stringOf(item.linkId);
      if (linkId !== undefined && !items.has(linkId)) items.set(linkId, item);
      collect(item.item, depth + 1);
    }
  };
  collect(questionnaire.item, 0);
  const sets = new Map<string, OptionSet | undefined>();
  const optionsOf = (linkId: string): OptionSet | undefined => {
    if (!sets.has(linkId)) {
      const item = items.get(linkId);
      const valueSet = stringOf(item?.answerValueSet);
      sets.set(
        linkId,
        item === undefined
          ? undefined
          : objectsOf(item.answerOption).length > 0
            ? optionSet('ready', answerOptions(item, terminology.scoreOf))
            : valueSet === undefined
              ? undefined
              : terminology.valueSet(valueSet),
      );
    }
    return sets.get(linkId);
  };
  const anywhere = (coding: Coding): number | undefined => {
    for (const linkId of items.keys()) {
      const set = optionsOf(linkId);
      const score = set && findOption(set, { type: 'Coding', value: coding })?.score;
      if (score !== undefined) return score;
    }
    return undefined;
  };
  return (linkId, answer) => {
    const set = linkId === undefined ? undefined : optionsOf(linkId);
    const score = set && findOption(set, answer)?.score;
    if (score !== undefined || answer.type !== 'Coding') return score;
    return terminology.scoreOf(answer.value) ?? (linkId === undefined ? anywhere(answer.value) : undefined);
  };
}

const ANSWER = 'QuestionnaireResponse.item.answer';

function answerScore(answer: DataNode, scoreOf: ScoreOf): number | undefined {
  if (!isObject(answer.data)) return undefined;
  const read = readValue(answer.data);
  if (read.state !== 'read') return undefined;
  const { parentResNode: item } = answer;
  const linkId = isDataNode(item) && isObject(item.data) ? stringOf(item.data.linkId) : undefined;
  return statedScore(read.value.value) ?? scoreOf(linkId, read.value);
}

/** The score of one node: stated on itself (ordinalValue, itemWeight), else what the form gives for this answer. */
export function nodeScore(node: unknown, scoreOf: ScoreOf): number | undefined {
  if (!isDataNode(node)) {
    const coding = isObject(node) ? typedValue('Coding', node) : undefined;
    return coding === undefined ? undefined : (statedScore(node) ?? scoreOf(undefined, coding));
  }
  const stated = statedScore(node.data) ?? statedScore(node._data);
  if (stated !== undefined) return stated;
  if (node.path === ANSWER) return answerScore(node, scoreOf);
  const parent = node.parentResNode;
  if (isDataNode(parent) && parent.path === ANSWER) return answerScore(parent, scoreOf);
  const coding = node.path === 'Coding' ? typedValue('Coding', node.data) : undefined;
  return coding === undefined ? undefined : scoreOf(undefined, coding);
}
