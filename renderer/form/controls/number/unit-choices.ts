/** Which units a quantity may have. */
import type { Coding, Questionnaire, QuestionnaireItem } from 'fhir/r4.js';
import { objectsOf } from '../../../../sync/questionnaire/model/fhir-json.ts';
import { createTerminology } from '../../../../sync/questionnaire/value-sets/terminology.ts';
import { isUnitOpen, unitCodings, unitValueSet } from '../../values/item-extensions.ts';

export interface UnitChoices {
  readonly units: readonly Coding[];
  /** A unit that isn't listed may be written: by the form's wish, or because its list isn't on this device. */
  readonly isOpen: boolean;
  /** The list isn't on this device, or not all of it. */
  readonly isIncomplete: boolean;
}

/** unitOption and the units of unitValueSet; else the one of questionnaire-unit. */
export function unitChoices(item: QuestionnaireItem, questionnaire: Questionnaire): UnitChoices {
  const canonical = unitValueSet(item);
  const set =
    canonical === undefined
      ? undefined
      : createTerminology(objectsOf(questionnaire.contained)).valueSet(canonical);
  const ofSet =
    set?.options.flatMap(({ value, label }) =>
      value.type === 'Coding' ? { ...value.value, display: label.base } : [],
    ) ?? [];
  const own = unitCodings(item);
  const isIncomplete = set?.status === 'unavailable';
  return {
    units: [...own, ...ofSet.filter(({ code }) => own.every((unit) => unit.code !== code))],
    isOpen: isUnitOpen(item) || isIncomplete || (own.length === 0 && ofSet.length === 0),
    isIncomplete,
  };
}

/** As precise as somebody would write it down: what is offered is shown before it is taken. */
export function neat(value: number): number {
  const size = Math.abs(value);
  return size >= 1 ? Number(value.toFixed(size >= 100 ? 1 : 2)) : Number(value.toPrecision(3));
}
