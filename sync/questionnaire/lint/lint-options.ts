import { REGEX } from '../model/extensions.ts';
import { extensionOf } from '../model/fhir-json.ts';
import type { Limits, PlanItem } from '../plan/plan.ts';
import { expressionsOf } from '../plan/plan-item.ts';
import { codingKey, type PlanOption } from '../values/options.ts';
import { type Remark, remark } from './lint-codes.ts';

const CHOICES: readonly string[] = ['choice', 'open-choice'];
const VALUE_LIMITS: readonly (keyof Limits)[] = [
  'minLength',
  'maxLength',
  'minValue',
  'maxValue',
  'maxDecimalPlaces',
  'pattern',
];

function keyOf({ value }: PlanOption): string {
  return value.type === 'Coding' && value.value.code !== undefined
    ? codingKey(value.value)
    : `${value.type} ${JSON.stringify(value.value)}`;
}

function labelOf({ label }: PlanOption): string {
  return label.base.trim().replace(/\s+/g, ' ').toLocaleLowerCase('en');
}

function twice(options: readonly PlanOption[], of: (option: PlanOption) => string): number {
  return options.length - new Set(options.map(of)).size;
}

function listRemarks({ options, item }: PlanItem): readonly Remark[] {
  if (options === undefined || item.answerOption === undefined) return [];
  const distinct = [...new Map(options.options.map((option) => [keyOf(option), option])).values()];
  const labels = distinct.filter((option) => labelOf(option) !== '');
  return [
    ...(distinct.length < options.options.length
      ? remark(
          'option-code-twice',
          `${options.options.length - distinct.length} of the options stand there twice, by system and code`,
          'Give every option its own code.',
        )
      : []),
    ...(twice(labels, labelOf) > 0
      ? remark(
          'option-label-twice',
          `${twice(labels, labelOf)} of the options read the same as another`,
          'Give every option its own label.',
        )
      : []),
  ];
}

/** The answers that an item offers. */
export function optionRemarks(planItem: PlanItem): readonly Remark[] {
  const { type, item, options, limits } = planItem;
  const remarks: Remark[] = [...listRemarks(planItem)];
  const choice = CHOICES.includes(type);
  if (choice && options === undefined && expressionsOf(item).length === 0) {
    remarks.push(...remark('no-options', 'a choice without options', 'Give answerOption or answerValueSet.'));
  }
  if (options?.status === 'unavailable') {
    remarks.push(
      ...remark(
        'value-set-unavailable',
        `the value set ${item.answerValueSet ?? ''} is not at hand, or not all of it`,
        'Contain it with an expansion; until then answers are not checked against it.',
      ),
    );
  }
  const limited =
    VALUE_LIMITS.some((name) => limits[name] !== undefined) || extensionOf(item, REGEX) !== undefined;
  if ((choice || options !== undefined) && limited) {
    remarks.push(
      ...remark(
        'constraint-on-choice',
        'a choice has limits of its value',
        'Limit the options instead (SDC).',
      ),
    );
  }
  return remarks;
}
