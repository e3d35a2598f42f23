/** Safety rules against the forms that they read. */
import type { SafetyRule } from '../../../sync/domain/safety/safety-rule.ts';
import { type IndexedItem, isObject } from '../form/form-index.ts';
import { type Faults, jsonPath } from '../read/faults.ts';

/** Which answer[x] a condition on an item of this type may compare with. */
const answers: Readonly<Record<string, readonly string[]>> = {
  boolean: ['answerBoolean'],
  integer: ['answerInteger'],
  decimal: ['answerDecimal'],
  quantity: ['answerQuantity'],
  date: ['answerDate'],
  dateTime: ['answerDateTime'],
  time: ['answerTime'],
  string: ['answerString'],
  text: ['answerString'],
  choice: ['answerCoding'],
  'open-choice': ['answerCoding', 'answerString'],
  reference: ['answerReference'],
};
const ordered = new Set([
  'answerInteger',
  'answerDecimal',
  'answerQuantity',
  'answerDate',
  'answerDateTime',
  'answerTime',
  'answerString',
]);
const jsonTypes: Readonly<Record<string, 'boolean' | 'number' | 'string' | 'object'>> = {
  answerBoolean: 'boolean',
  answerInteger: 'number',
  answerDecimal: 'number',
  answerQuantity: 'object',
  answerDate: 'string',
  answerDateTime: 'string',
  answerTime: 'string',
  answerString: 'string',
  answerCoding: 'object',
  answerReference: 'object',
};
const fields = new Set(['question', 'operator', '$comment', ...Object.keys(jsonTypes)]);

type Condition = SafetyRule['conditions'][number];

function checkAnswer(
  condition: Condition,
  item: IndexedItem | undefined,
  where: string,
  faults: Faults,
): void {
  for (const name of Object.keys(condition).filter((key) => !fields.has(key))) {
    faults.error(
      'unknown-field',
      `${where}.${name}`,
      'no field of this name is known here',
      `Use one of ${Object.keys(jsonTypes).join(', ')}.`,
    );
  }
  const keys = Object.keys(condition).filter((key) => Object.hasOwn(jsonTypes, key));
  const [key] = keys;
  if (keys.length !== 1 || key === undefined) {
    faults.error(
      'rule-answer',
      where,
      keys.length === 0
        ? 'the condition compares with nothing'
        : 'the condition compares with more than one answer',
      'Give exactly one answer[x], as "answerBoolean": true.',
    );
    return;
  }
  const value = condition[key];
  if (
    typeof value !== jsonTypes[key] ||
    value === null ||
    (key === 'answerInteger' && !Number.isInteger(value))
  ) {
    faults.error(
      'rule-answer',
      `${where}.${key}`,
      `${key} holds no ${key.slice(6).toLowerCase()}`,
      `Write a ${jsonTypes[key]} value of that type.`,
    );
    return;
  }
  if (condition.operator === 'exists') {
    if (key !== 'answerBoolean')
      faults.error(
        'rule-answer',
        where,
        'exists compares with answerBoolean',
        'Write "answerBoolean": true, or false.',
      );
    return;
  }
  if (['<', '<=', '>', '>='].includes(condition.operator) && !ordered.has(key)) {
    faults.error('rule-operator', `${where}.operator`, `${key} has no order`, 'Use = or !=.');
  }
  if (!item) return;
  const optionKeys = item.options?.map((option) => option.key) ?? [];
  const fitting = [
    ...new Set([...(answers[item.type] ?? []), ...(item.type.endsWith('choice') ? optionKeys : [])]),
  ];
  if (!fitting.includes(key)) {
    faults.error(
      'rule-type',
      `${where}.${key}`,
      `${key} does not fit ${JSON.stringify(item.linkId)}, which is of type ${item.type}`,
      fitting.length > 0 ? `Use ${fitting.join(' or ')}.` : 'Such an item has no answer to compare with.',
    );
    return;
  }
  if (key === 'answerCoding' && isObject(value)) checkOption(value, item, `${where}.${key}`, faults);
}

function checkOption(
  coding: { readonly [key: string]: unknown },
  item: IndexedItem,
  where: string,
  faults: Faults,
): void {
  if (!item.options) return;
  const fits = item.options.some(
    (option) =>
      option.code === coding.code && (coding.system === undefined || option.system === coding.system),
  );
  if (fits) return;
  const codes = item.options.map((option) => option.code).filter((code) => code !== undefined);
  faults.error(
    'rule-option',
    where,
    `${JSON.stringify(coding.code)} is not an option of ${JSON.stringify(item.linkId)}, or of another system`,
    `Its codes are ${codes.slice(0, 12).join(', ')}.`,
  );
}

/** `!=` holds where nothing is answered (R5 reading), so that a rule of it alone fires on an empty form. */
function checkUnanswered(rule: SafetyRule, path: readonly PropertyKey[], faults: Faults): void {
  const firesEmpty = (condition: Condition) =>
    condition.operator === '!=' || (condition.operator === 'exists' && condition.answerBoolean === false);
  const empty =
    rule.behavior === 'all' ? rule.conditions.every(firesEmpty) : rule.conditions.some(firesEmpty);
  if (!empty) return;
  faults.error(
    'rule-fires-empty',
    jsonPath([...path, 'conditions']),
    'the rule holds before anything is answered',
    'Add a condition with "exists" and "answerBoolean": true, and the behavior "all".',
  );
}

/**
 * @param forms the pack's forms by canonical.
 * @param path where the rule is in its file.
 */
export function checkRule(
  rule: SafetyRule,
  forms: ReadonlyMap<string, ReadonlyMap<string, IndexedItem>>,
  path: readonly PropertyKey[],
  faults: Faults,
): void {
  const canonical = rule.questionnaire.split('|')[0] ?? '';
  const at = (...more: readonly PropertyKey[]) => jsonPath([...path, ...more]);
  if (rule.questionnaire.includes('|')) {
    faults.error(
      'rule-canonical',
      at('questionnaire'),
      'the canonical has a version',
      'Write it without "|" and version: a rule holds for every version.',
    );
  }
  if (rule.outcome === 'URGENT' && rule.panel === undefined)
    faults.error(
      'rule-panel',
      at('panel'),
      'an URGENT rule opens no panel',
      'Add "panel": "crisis" or "emergency".',
    );
  if (rule.outcome !== 'URGENT' && rule.panel !== undefined)
    faults.error(
      'rule-panel',
      at('panel'),
      'only URGENT rules open a panel',
      'Remove panel, or make the outcome URGENT.',
    );
  if (rule.outcome === 'STOP' && (rule.alternatives ?? []).length === 0) {
    faults.warning(
      'rule-alternatives',
      at('alternatives'),
      'a stop without alternatives leaves the patient alone',
      'Say what else the patient can do.',
    );
  }
  if (rule.outcome !== 'STOP' && rule.alternatives !== undefined)
    faults.error(
      'rule-alternatives',
      at('alternatives'),
      'only STOP rules show alternatives',
      'Remove them, or make the outcome STOP.',
    );
  const form = forms.get(canonical);
  for (const [index, condition] of rule.conditions.entries()) {
    const item = form?.get(condition.question);
    if (form && !item)
      faults.error(
        'unknown-link-id',
        at('conditions', index, 'question'),
        `the form has no item ${JSON.stringify(condition.question)}`,
        'Correct the linkId.',
      );
    checkAnswer(condition, item, at('conditions', index), faults);
  }
  checkUnanswered(rule, path, faults);
}
