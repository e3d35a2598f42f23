/** `digits`: the number as it was written, with a point and Latin digits. `empty`: nothing typed. `unreadable`: something that is no number; the text stays with the caller. */
export type NumberReading =
  | { readonly status: 'number'; readonly value: number; readonly digits: string }
  | { readonly status: 'empty' | 'unreadable' };

const ZEROS = [0x0660, 0x06f0];

/** Arabic-Indic and Persian digits, with their decimal and thousands marks, as Latin ones. */
export function latinDigits(text: string): string {
  return text
    .replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => {
      const code = digit.charCodeAt(0);
      const zero = ZEROS.find((start) => code >= start && code <= start + 9) ?? code;
      return String(code - zero);
    })
    .replaceAll('\u066b', '.')
    .replaceAll('\u066c', '');
}

export interface NumberHabits {
  /** The reader's own: it decides what "1,234" is, and nothing else. */
  readonly decimalMark?: '.' | ',' | undefined;
  /** Only a whole number is asked for. */
  readonly integer?: boolean | undefined;
}

const numeric = (digits: string): NumberReading => ({ status: 'number', value: Number(digits), digits });

/** One mark, with three digits behind it: thousands to some people, a decimal to others. */
const EITHER_WAY = /^[-+]?[1-9]\d{0,2}([.,])\d{3}$/;

/** A space or an apostrophe parts thousands before three digits only: "5'11" is a height, and "5 11" isn't 511. */
const THOUSANDS = /(?<=\d)[\s\u00a0\u202f'\u2019](?=\d{3}(?!\d))/g;

const plainly = (typed: string) =>
  latinDigits(typed)
    .trim()
    .replaceAll(THOUSANDS, '')
    .replace('\u2212', '-')
    .replace(/^([-+])\s+/, '$1');

/** Whether the same signs mean another number elsewhere: what was understood should then be shown. */
export function isAmbiguousNumber(typed: string): boolean {
  return EITHER_WAY.test(plainly(typed));
}

/**
 * Reads a number as people type it, whatever the page's language: "72,5", "72.5", "٧٢٫٥", " 72 ", "−3".
 * A single comma or point is the decimal mark, except where it parts thousands unmistakably ("1,234.5", "1.234,5", "12 345"),
 * or where the reader's habits say that it does ("1,234" in English, "1.234" in Spanish).
 */
export function readNumber(typed: string, { decimalMark, integer }: NumberHabits = {}): NumberReading {
  const text = plainly(typed);
  if (text === '') return { status: 'empty' };
  const mark = EITHER_WAY.exec(text)?.[1];
  if (mark !== undefined && (integer || (decimalMark !== undefined && mark !== decimalMark)))
    return numeric(text.replace(mark, ''));
  const lastComma = text.lastIndexOf(',');
  const lastPoint = text.lastIndexOf('.');
  const decimalAt = Math.max(lastComma, lastPoint);
  const decimal = decimalAt >= 0 ? text.charAt(decimalAt) : '';
  const other = decimal === ',' ? '.' : ',';
  const whole = decimalAt >= 0 ? text.slice(0, decimalAt) : text;
  if (decimal !== '' && whole.includes(decimal)) return { status: 'unreadable' };
  const grouped = whole.includes(other)
    ? /^[-+]?\d{1,3}([.,]\d{3})+$/.test(whole)
      ? whole.replaceAll(other, '')
      : undefined
    : whole;
  if (grouped === undefined) return { status: 'unreadable' };
  const plain = decimalAt >= 0 ? `${grouped}.${text.slice(decimalAt + 1)}` : grouped;
  if (!/^[-+]?(\d+\.?\d*|\.\d+)$/.test(plain)) return { status: 'unreadable' };
  return numeric(plain);
}
