/** How a unit is called by its reader. What is stored of it stays as the form says it. Pure. */
import { type JsonObject, stringOf } from '../model/fhir-json.ts';
import { readText, textIn } from './language.ts';
import { UCUM } from './quantity.ts';

/** UCUM's units of time that locales have names for (UCUM, table 5; ECMA-402, sanctioned single units). English adds an s. */
const TIMES: ReadonlyMap<string, string> = new Map([
  ['min', 'minute'],
  ['h', 'hour'],
  ['d', 'day'],
  ['wk', 'week'],
  ['mo', 'month'],
  ['a', 'year'],
]);

/** UCUM's codes in brackets are made for machines: what a code alone is called by. */
const SYMBOLS: ReadonlyMap<string, string> = new Map([
  ['[in_i]', 'in'],
  ['[ft_i]', 'ft'],
  ['[lb_av]', 'lb'],
  ['[oz_av]', 'oz'],
  ['[degF]', '°F'],
  ['Cel', '°C'],
  ['mm[Hg]', 'mmHg'],
]);

/** Plural in every language, also in those where more than ten takes the singular again, as in Arabic. */
const A_FEW = 3;
/** A number that no language has a word of its own for. */
const MANY = 100;

export interface UnitLanguages {
  /** BCP 47 of the texts as they are read. */
  readonly language: string | undefined;
  /** BCP 47 of the form's own texts. */
  readonly formLanguage: string | undefined;
}

const primary = (language: string): string => language.toLowerCase().split(/[-_]/)[0] ?? '';

/** The name of a unit of time whose display is the English word for it. */
function timeOf({ system, code }: JsonObject, display: string): string | undefined {
  const time = system === undefined || system === UCUM ? TIMES.get(stringOf(code) ?? '') : undefined;
  const word = display.trim().toLowerCase();
  return time !== undefined && [time, `${time}s`, `${time}(s)`].includes(word) ? time : undefined;
}

function localeName(time: string, language: string, count: number): string | undefined {
  if (!/^[a-z]{2,3}$/.test(language) || Intl.NumberFormat.supportedLocalesOf(language).length === 0)
    return undefined;
  const format = new Intl.NumberFormat(language, { style: 'unit', unit: time, unitDisplay: 'long' });
  const parts = format.formatToParts(count);
  // Arabic's words for one and two say the number themselves, and the figure stands beside them here.
  const counted = parts.some(({ type }) => type === 'integer') ? parts : format.formatToParts(MANY);
  return counted.find(({ type }) => type === 'unit')?.value;
}

/**
 * The author's translation; else the locale's own name of a unit of time that an author wrote in English; else the display, or the code.
 *
 * @param unit - a Coding, as its author wrote it
 * @param count - the number that it stands beside; the plural where there is none yet
 * @returns undefined where the unit has neither display nor code
 */
export function unitName(
  unit: object | undefined,
  { language, formLanguage }: UnitLanguages,
  count = A_FEW,
): string | undefined {
  const coding: JsonObject = { ...unit };
  const text = readText(coding, 'display');
  if (text === undefined) {
    const code = stringOf(coding.code);
    return code === undefined ? undefined : (SYMBOLS.get(code) ?? code);
  }
  const said = textIn(text, language, formLanguage);
  const time = said === text.base ? timeOf(coding, said) : undefined;
  if (time === undefined || language === undefined) return said;
  const reader = primary(language);
  // A form that doesn't say is taken for English, as everywhere else.
  return reader === primary(formLanguage ?? 'en') ? said : (localeName(time, reader, count) ?? said);
}
