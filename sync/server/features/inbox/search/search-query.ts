/** What staff have typed into the search: a reference, a date of birth, words of a name, or several of them. */
import { languages } from '../../../../domain/languages.ts';
import { normaliseHumanCode } from '../../../../protocol/human-code.ts';
import { fold, plainDigits, searchWords } from './fold.ts';

/** Where a date of digits alone begins with the month. */
export type DateOrder = 'month-first' | 'day-first';

/** Of countries where a date of digits alone begins with the month. */
export const dateOrderOf = (region: string): DateOrder => (region === 'US' ? 'month-first' : 'day-first');

export interface SearchQuery {
  /** Dates of birth that may be meant, `YYYY-MM-DD`; empty where none was typed. */
  readonly dates: readonly string[];
  /** Folded beginnings of words. */
  readonly words: readonly string[];
  /** The whole as a reference; undefined where it can't be one. */
  readonly code: string | undefined;
  /** What was asked by, for the audit log: it says nothing of anybody. */
  readonly by: 'reference' | 'name' | 'birth-date' | 'name-and-birth-date' | 'nothing';
}

const MAX_WORDS = 6;
const CODE = /^[0-9A-HJKMNP-TV-Z]{2}-[0-9A-HJKMNP-TV-Z]{4}$/;
const BY_DIGITS = /(?<!\d)(\d{1,4})\s*[./-]\s*(\d{1,2})\s*[./-]\s*(\d{1,4})(?!\d)/;
const COMPACT = /(?<!\d)(\d{8})(?!\d)/;
const YEAR = /(?<!\d)(\d{4})(?!\d)/;
const DAY = /(?<!\d)(\d{1,2})(?!\d)/;

/** First letters of the months in the console's languages, folded: as the console writes dates of birth. */
const MONTHS: readonly (readonly string[])[] = Array.from({ length: 12 }, (_, month) => {
  const date = new Date(Date.UTC(2024, month, 15));
  return [...languages, 'ar-SY'].flatMap((language) =>
    (['long', 'short'] as const).map((form) =>
      fold(new Intl.DateTimeFormat(language, { month: form, timeZone: 'UTC' }).format(date)).replace(
        /[.\s]/g,
        '',
      ),
    ),
  );
});

function realDate(year: number, month: number, day: number): string | undefined {
  const date = new Date(Date.UTC(year, month - 1, day));
  const isReal =
    date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return isReal && year >= 1850 ? date.toISOString().slice(0, 10) : undefined;
}

interface Found {
  readonly dates: readonly string[];
  readonly rest: string;
}

function dated(
  parts: readonly (readonly [number, number, number])[],
  typed: string,
  match: string,
): Found | undefined {
  const dates = parts.flatMap(([year, month, day]) => realDate(year, month, day) ?? []);
  const [first] = dates;
  return first === undefined ? undefined : { dates: [first], rest: typed.replace(match, ' ') };
}

/** In the clinic's order; the other one where that is no date. */
function byDigits(typed: string, order: DateOrder): Found | undefined {
  const separated = BY_DIGITS.exec(typed);
  const compact = separated ? null : COMPACT.exec(typed);
  const [match = '', a = '', b = '', c = ''] = separated ?? [];
  if (separated && a.length === 4) return dated([[Number(a), Number(b), Number(c)]], typed, match);
  const ordered = (first: number, second: number, year: number): [number, number, number][] =>
    order === 'month-first'
      ? [
          [year, first, second],
          [year, second, first],
        ]
      : [
          [year, second, first],
          [year, first, second],
        ];
  if (separated)
    return c.length === 4 ? dated(ordered(Number(a), Number(b), Number(c)), typed, match) : undefined;
  const digits = compact?.[1];
  if (digits === undefined) return undefined;
  const [d1, d2, year] = [Number(digits.slice(0, 2)), Number(digits.slice(2, 4)), Number(digits.slice(4))];
  const iso: [number, number, number] = [
    Number(digits.slice(0, 4)),
    Number(digits.slice(4, 6)),
    Number(digits.slice(6)),
  ];
  return dated([...ordered(d1, d2, year), iso], typed, digits);
}

/** Such as "Feb 3, 1990" or "3 de febrero de 1990". */
function byMonthName(typed: string): Found | undefined {
  const year = YEAR.exec(typed)?.[1];
  const day = DAY.exec(typed)?.[1];
  if (year === undefined || day === undefined) return undefined;
  const words = fold(typed)
    .split(/[^\p{L}]+/u)
    .filter((word) => word.length >= 3);
  for (const word of words) {
    const month = MONTHS.findIndex((names) => names.some((name) => name.startsWith(word)));
    const date = month < 0 ? undefined : realDate(Number(year), month + 1, Number(day));
    if (date === undefined) continue;
    const rest = fold(typed)
      .replace(word, ' ')
      .replace(year, ' ')
      .replace(DAY, ' ')
      .replace(/(?<!\p{L})(de|del)(?!\p{L})/gu, ' ');
    return { dates: [date], rest };
  }
  return undefined;
}

/** @param order of the clinic's country. */
export function readSearch(typed: string, order: DateOrder): SearchQuery {
  const plain = plainDigits(typed).normalize('NFKC').trim();
  const normalised = normaliseHumanCode(plain);
  const code = CODE.test(normalised) && /^[\s\p{L}\p{N}-]+$/u.test(plain) ? normalised : undefined;
  const found = byDigits(plain, order) ?? byMonthName(plain);
  const words = searchWords(found?.rest ?? plain).slice(0, MAX_WORDS);
  const dates = found?.dates ?? [];
  const by =
    dates.length > 0
      ? words.length > 0
        ? 'name-and-birth-date'
        : 'birth-date'
      : code !== undefined && /\d/.test(plain)
        ? 'reference'
        : words.length > 0
          ? 'name'
          : 'nothing';
  return { dates, words, code, by };
}
