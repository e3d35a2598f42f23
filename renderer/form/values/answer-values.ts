/**
 * Between what a person types and what FHIR stores. What can't be read is kept as the text that was typed, of type `string`, so
 * that the engine reports it and a restart shows it again.
 */
import type { Coding } from 'fhir/r4.js';
import type { AnswerOption, AnswerValue } from '../../../sync/questionnaire/model/contract.ts';
import {
  type DecimalText,
  decimalText,
  readDecimal,
  withPlaces,
} from '../../../sync/questionnaire/values/decimal.ts';
import {
  decimalAnswer,
  matchesOption,
  quantityNumber,
  quantityPlaces,
  sameAnswer,
} from '../../../sync/questionnaire/values/values.ts';
import { type NumberHabits, readNumber } from '../../design/controls/fields/number-reading.ts';

export function numberAnswer(
  typed: string,
  type: 'integer' | 'decimal',
  decimalMark?: NumberHabits['decimalMark'],
): AnswerValue | undefined {
  const reading = readNumber(typed, { decimalMark, integer: type === 'integer' });
  if (reading.status !== 'number')
    return reading.status === 'empty' ? undefined : { type: 'string', value: typed };
  if (type === 'integer' && Number.isInteger(reading.value)) return { type, value: reading.value };
  const decimal = readDecimal(reading.digits);
  // More digits than a number keeps: better asked again than rounded.
  return decimal === undefined
    ? { type: 'string', value: typed }
    : decimalAnswer(decimal.value, decimal.places);
}

/** A decimal whose type says integer is a number all the same: the engine tells the difference. */
export function numberText(answer: AnswerValue | undefined, decimalMark: string): string {
  if (!answer) return '';
  if (answer.type === 'string') return answer.value;
  const decimal = decimalOf(answer);
  return decimal === undefined ? '' : decimalText(decimal).replace('.', decimalMark);
}

/** The number of an answer, whichever type carries it, with the places that it was written with. */
export function decimalOf(answer: AnswerValue): DecimalText | undefined {
  if (answer.type === 'integer' || answer.type === 'decimal') return answer;
  if (answer.type !== 'Quantity' || answer.value.value === undefined) return undefined;
  return withPlaces(answer.value.value, quantityPlaces(answer.value));
}

export function quantityAnswer(
  typed: string,
  unit: Coding | undefined,
  decimalMark?: NumberHabits['decimalMark'],
): AnswerValue | undefined {
  const reading = readNumber(typed, { decimalMark });
  if (reading.status !== 'number')
    return reading.status === 'empty' ? undefined : { type: 'string', value: typed };
  const decimal = readDecimal(reading.digits);
  if (decimal === undefined) return { type: 'string', value: typed };
  const { system, code, display } = unit ?? {};
  return {
    type: 'Quantity',
    value: {
      ...quantityNumber(decimal.value, decimal.places),
      ...((display ?? code) ? { unit: display ?? code } : {}),
      ...(system ? { system } : {}),
      ...(code ? { code } : {}),
    },
  };
}

/** What no FHIR string may hold, and nobody sees: control characters and halves of characters, which a paste may bring along. */
const UNWRITABLE = /\p{Surrogate}|(?![\t\n\r\u007f-\u009f])\p{Cc}/gu;

export function textAnswer(typed: string, type: 'string' | 'uri'): AnswerValue | undefined {
  const value = typed.replaceAll(UNWRITABLE, '');
  return value.trim() === '' ? undefined : { type, value };
}

export function textOf(answer: AnswerValue | undefined): string {
  switch (answer?.type) {
    case 'string':
    case 'uri':
    case 'date':
    case 'dateTime':
    case 'time':
      return answer.value;
    case 'Coding':
      return answer.value.display ?? answer.value.code ?? '';
    case 'Reference':
      return answer.value.display ?? answer.value.reference ?? '';
    default:
      return '';
  }
}

/** Options have no ids in FHIR: their place in the list is one. */
export function optionId(
  options: readonly AnswerOption[],
  answer: AnswerValue | undefined,
): string | undefined {
  if (!answer) return undefined;
  const index = options.findIndex(
    (option) => matchesOption(answer, option.value) || sameAnswer(answer, option.value),
  );
  return index < 0 ? undefined : String(index);
}

export function optionOf(options: readonly AnswerOption[], id: string): AnswerOption | undefined {
  return options[Number(id)];
}

/**
 * Date and time of day as FHIR dateTime: with the offset that the device's zone has at that moment (FHIR R4, dateTime). A time that
 * can't be read, or has no whole date yet, is kept behind "T" as it was typed, for the engine to report.
 */
export function joinDateTime(date: string, time: string): string {
  if (time === '') return date;
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date) || !/^\d{2}:\d{2}:\d{2}$/.test(time)) return `${date}T${time}`;
  const moment = new Date(`${date}T${time}`);
  if (Number.isNaN(moment.getTime())) return `${date}T${time}`;
  const offset = -moment.getTimezoneOffset();
  const two = (value: number) => String(Math.floor(Math.abs(value))).padStart(2, '0');
  return `${date}T${time}${offset < 0 ? '-' : '+'}${two(offset / 60)}:${two(offset % 60)}`;
}

/** The parts as they were written, whatever zone the device is in now; "10:30" is no time of FHIR's, and stays what was typed. */
export function splitDateTime(value: string): { readonly date: string; readonly time: string } {
  const [date = '', ...rest] = value.split('T');
  const time = rest.join('T');
  return { date, time: /^\d{2}:\d{2}(:\d{2})?/.exec(time)?.[0] ?? time };
}
