import type { Quantity } from 'fhir/r4.js';
import type { AnswerValue } from '../model/contract.ts';
import type { Limits, PlanItem, Rule, UnitOption } from '../plan/plan.ts';
import { isTextOf } from '../values/language.ts';
import { findOption, membership } from '../values/options.ts';
import { error, perAnswer, textOf } from './per-answer.ts';

function isFreeText(answer: AnswerValue, item: PlanItem): boolean {
  return item.type === 'open-choice' && answer.type === 'string';
}

const options = perAnswer(
  'FHIR R4 Questionnaire.item.answerOption, answerValueSet',
  (item) => item.options !== undefined,
  (answer, { item }) => {
    if (item.options === undefined || !item.allowed.includes(answer.type)) return undefined;
    const found = membership(item.options, answer);
    if (found === 'member') return undefined;
    if (isFreeText(answer, item)) {
      const text = textOf(answer) ?? '';
      return item.options.options.some((option) => isTextOf(option.label, text))
        ? {
            ...error('open-text-is-option', 'the free text is the text of an option; choose the option'),
            severity: 'warning',
          }
        : undefined;
    }
    return found === 'unknown'
      ? {
          ...error(
            'option-not-checked',
            'the value set is not at hand, so that the answer was not checked against it',
          ),
          severity: 'warning',
        }
      : error('not-an-option', 'the answer is not among the options');
  },
);

/** Whether SDC's unitOpen lets in a unit that isn't listed: coded ones of the system that it names, or uncoded text. */
function isOpenUnit({ system, code, unit }: Quantity, { unitOpen, unitSystem }: Limits): boolean {
  switch (unitOpen) {
    case 'optionsOnly':
      return false;
    case 'optionsOrType':
      return (
        code !== undefined && system !== undefined && (unitSystem === undefined || system === unitSystem)
      );
    case 'optionsOrString':
      return code === undefined && unit !== undefined;
  }
}

function isListedUnit({ system, code, unit }: Quantity, listed: readonly UnitOption[]): boolean {
  return listed.some(
    (option) =>
      (option.system === undefined || option.system === system) &&
      (option.code === undefined ? option.display === unit : option.code === code),
  );
}

const units = perAnswer(
  'FHIR R4 extensions questionnaire-unitOption, -unitValueSet, -unit; SDC unitOpen, unitSupplementalSystem',
  (item) => item.limits.units.length > 0 || item.limits.unitSet !== undefined,
  (answer, { item: { limits } }) => {
    if (answer.type !== 'Quantity') return undefined;
    const { system, code } = answer.value;
    if (isListedUnit(answer.value, limits.units) || isOpenUnit(answer.value, limits)) return undefined;
    const names = limits.units.map((option) => option.display ?? option.code ?? '').join(', ');
    const refused = error('unit-not-allowed', 'the unit of the quantity is not among the units allowed', {
      units: names,
    });
    if (limits.unitSet === undefined || code === undefined) return refused;
    const coding: AnswerValue = {
      type: 'Coding',
      value: { ...(system === undefined ? {} : { system }), code },
    };
    switch (membership(limits.unitSet, coding)) {
      case 'member':
        return undefined;
      case 'not-member':
        return refused;
      case 'unknown':
        return {
          ...error(
            'option-not-checked',
            'the value set of units is not at hand, so that the unit was not checked',
          ),
          severity: 'warning',
        };
    }
  },
);

const exclusive: Rule = {
  section: 'FHIR R4 extension questionnaire-optionExclusive',
  concern: 'value',
  applies: (item) => item.options?.options.some((option) => option.exclusive) === true,
  check: ({ item, answers }) =>
    answers.length < 2
      ? []
      : answers.flatMap((answer, index) =>
          item.options !== undefined && findOption(item.options, answer)?.exclusive === true
            ? [
                {
                  ...error('option-exclusive', 'an exclusive option must be the only answer'),
                  answer: index,
                  wholeAnswer: true as const,
                },
              ]
            : [],
        ),
};

/** About what an item offers: its options, and the units of its quantities. */
export const OPTION_RULES: readonly Rule[] = [options, exclusive, units];
