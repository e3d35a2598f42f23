/** Which control asks a question: by the item's type, then by its itemControl, then by how many options there are. Pure. */
import type { NodeState } from '../../../sync/questionnaire/model/contract.ts';
import { itemControlCodes, numericLimit } from './item-extensions.ts';

export type ControlKey =
  | 'boolean'
  | 'checkbox'
  | 'choice'
  | 'multi-choice'
  | 'select'
  | 'combobox'
  | 'multi-combobox'
  | 'number'
  | 'slider'
  | 'quantity'
  | 'date'
  | 'date-time'
  | 'time'
  | 'text'
  | 'attachment'
  | 'reference';

/** Rows are read at a glance up to here; beyond it a list that can be filtered is quicker. */
export const MAX_ROWS = 9;
/** A list that drops down without a filter is scrolled through. */
export const MAX_DROPPED = 30;
/** Several answers are easier to tick than to look up for longer. */
export const MAX_TICKED_ROWS = 20;

export type AskedItem = Pick<NodeState, 'item' | 'repeats' | 'options' | 'optionsStatus'>;

export function chooseControl({ item, repeats, options, optionsStatus }: AskedItem): ControlKey {
  const controls = itemControlCodes(item);
  if (optionsStatus === 'ready' || options.length > 0) {
    const rows = controls.includes('radio-button') || controls.includes('check-box');
    const filtered = controls.includes('autocomplete') || controls.includes('lookup');
    const dropDown = controls.includes('drop-down');
    if (repeats)
      return !rows && (filtered || dropDown || options.length > MAX_TICKED_ROWS)
        ? 'multi-combobox'
        : 'multi-choice';
    if (dropDown && !filtered && options.length <= MAX_DROPPED) return 'select';
    return !rows && (filtered || options.length > MAX_ROWS) ? 'combobox' : 'choice';
  }
  switch (item.type) {
    case 'boolean':
      return controls.includes('check-box') ? 'checkbox' : 'boolean';
    case 'integer':
    case 'decimal':
      return controls.includes('slider') &&
        numericLimit(item, 'minValue') !== undefined &&
        numericLimit(item, 'maxValue') !== undefined
        ? 'slider'
        : 'number';
    case 'quantity':
      return 'quantity';
    case 'date':
      return 'date';
    case 'dateTime':
      return 'date-time';
    case 'time':
      return 'time';
    case 'attachment':
      return 'attachment';
    case 'reference':
      return 'reference';
    default:
      return 'text';
  }
}

/** Controls that take all answers of a repeating question at once; the others are shown once per answer. */
export function takesAllAnswers(control: ControlKey): boolean {
  return control === 'multi-choice' || control === 'multi-combobox' || control === 'attachment';
}
