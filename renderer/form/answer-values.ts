/**
 * Between what a person types and what FHIR stores. What can't be read is kept as the text that was typed, of type `string`, so
 * that the engine reports it and a restart shows it again.
 */
import type { Coding } from 'fhir/r4.js';
import type { AnswerOption, AnswerValue } from '../../sync/questionnaire/contract.ts';
import { matchesOption, sameAnswer } from '../../sync/questionnaire/values/values.ts';
import { type NumberHabits, readNumber } from '../design/controls/number-reading.ts';

export function numberAnswer(
  typed: string,
  type: 'integer' | 'decimal',
  decimalMark?: NumberHabits['decimalMark'],
): AnswerValue | undefined {
  const reading = readNumber(typed, { decimalMark, integer: type === 'integer' });
  if (reading.status !== 'number')
    return reading.status === 'empty' ? undefined : { type: 'string', value: typed };
  return {
    type: type === 'integer' && Number.isInteger(reading.value) ? 'integer' : 'decimal',
    value: reading.value,
  };
}

/** A decimal whose type says integer is a number all the same: the engine tells the difference. */
export function numberText(answer: AnswerValue | undefined, decimalMark: string): string {
  if (!answer) return '';
  if (answer.type === 'string') return answer.value;
  const value =
    answer.type === 'integer' || answer.type === 'decimal'
      ? answer.value
      : answer.type === 'Quantity'
        ? answer.value.value
        : undefined;
  return value === undefined ? '' : digitsOf(value).replace('.', decimalMark);
}

/** Without an exponent, which {@link readNumber} would not read again. */
function digitsOf(value: number): string {
  return value.toLocaleString('en', { useGrouping: false, maximumFractionDigits: 20 });
}

export function quantityAnswer(
  typed: string,
  unit: Coding | undefined,
  decimalMark?: NumberHabits['decimalMark'],
): AnswerValue | undefined {
  const reading = readNumber(typed, { decimalMark });
  if (reading.status !== 'number')
    return reading.status === 'empty' ? undefined : { type: 'string', value: typed };
  const { system, code, display } = unit ?? {};
  return {
    type: 'Quantity',
    value: {
      value: reading.value,
      ...((display ?? code) ? { unit: display ?? code } : {}),
      ...(system ? { system } : {}),
      ...(code ? { code } : {}),
    },
  };
}

export function textAnswer(typed: string, type: 'string' | 'uri'): AnswerValue | undefined {
  return typed.trim() === '' ? undefined : { type, value: typed };
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
