/** What the keys of the screen are, by field and language. A row is a string of keys parted by spaces, names of keys in braces. */

import { type Language, traitsOf } from '../../../sync/domain/languages.ts';

/** What a field asks for, from its `type` and `inputmode`. */
export type FieldKind = 'text' | 'email' | 'tel' | 'numeric' | 'decimal' | 'time';

/** Sets of keys that one field can be switched between. */
export type KeySet =
  | 'letters'
  | 'shifted'
  | 'accents'
  | 'accents-shifted'
  | 'symbols'
  | 'latin'
  | 'latin-shifted';

export type Rows = readonly string[];

/** In English's rows where a language has none of its own. */
const LATIN: Readonly<{ en: Rows } & Partial<Record<Language, Rows>>> = {
  en: ['q w e r t y u i o p', "a s d f g h j k l '", '{shift} z x c v b n m - {bksp}'],
  es: ['q w e r t y u i o p', 'a s d f g h j k l ñ', '{shift} z x c v b n m - {bksp}'],
};

/** Letters of names in the languages that clinics meet most; those of Spanish first. */
const ACCENTS: Rows = ['á é í ó ú ü ñ ç à è', 'ì ò ù â ê ô ä ö ë ï', '{shift} ã õ å ø ł š ž {bksp}'];

/** Standard Arabic's letters in the order of the keyboard, the rarer hamza forms on a set of their own: no key is narrower than a finger. */
const ARABIC: Rows = ['ض ص ث ق ف غ ع ه خ ح ج', 'ش س ي ب ل ا ت ن م ك ط', 'ء ظ ر ز و ة ى د ذ {bksp}'];
const ARABIC_RARE: Rows = ['أ إ آ ؤ ئ ء ى ة', 'پ چ ژ گ ڤ لا', '، ؛ ؟ - {bksp}'];

const EMAIL: Rows = [
  '1 2 3 4 5 6 7 8 9 0',
  'q w e r t y u i o p',
  'a s d f g h j k l _',
  'z x c v b n m - + {bksp}',
];
const SYMBOLS: Rows = ['1 2 3 4 5 6 7 8 9 0', '@ # & ( ) / : ; " %', ', . ? ! ¿ ¡ - + {bksp}'];

const PADS: Readonly<Record<'tel' | 'numeric' | 'decimal' | 'time', Rows>> = {
  tel: ['1 2 3 {bksp}', '4 5 6 +', '7 8 9 -', '0 {enter}'],
  numeric: ['1 2 3', '4 5 6', '7 8 9', '{bksp} 0 {enter}'],
  decimal: ['1 2 3', '4 5 6', '7 8 9', '{decimal} 0 {bksp} {enter}'],
  // AM and PM are chosen beside the field.
  time: ['1 2 3', '4 5 6', '7 8 9', ': 0 {bksp} {enter}'],
};

/** What is in braces names a key, and stays. */
const upper = (rows: Rows, language: Language): Rows =>
  rows.map((row) =>
    row
      .split(' ')
      .map((key) => (key.startsWith('{') ? key : key.toLocaleUpperCase(language)))
      .join(' '),
  );

/** @returns the sets of keys that a field has; `letters` is the one it shows first. */
export function layoutsFor(kind: FieldKind, language: Language): Readonly<Partial<Record<KeySet, Rows>>> {
  switch (kind) {
    case 'tel':
    case 'numeric':
    case 'decimal':
    case 'time':
      return { letters: PADS[kind] };
    case 'email':
      return {
        letters: [...EMAIL, '{symbols} @ . .com {enter}'],
        symbols: [...SYMBOLS, '{letters} .com {enter}'],
      };
    default:
      return traitsOf(language).script === 'arabic' ? arabicSets : latinSets(language);
  }
}

function latinSets(language: Language): Readonly<Partial<Record<KeySet, Rows>>> {
  const rows = LATIN[language] ?? LATIN.en;
  const foot = '{symbols} {accents} {space} . {enter}';
  return {
    letters: [...rows, foot],
    shifted: [...upper(rows, language), foot],
    accents: [...ACCENTS, '{letters} {space} . {enter}'],
    'accents-shifted': [...upper(ACCENTS, language), '{letters} {space} . {enter}'],
    symbols: [...SYMBOLS, '{letters} {space} {enter}'],
  };
}

const arabicSets: Readonly<Partial<Record<KeySet, Rows>>> = {
  letters: [...ARABIC, '{symbols} {accents} {latin} {space} {enter}'],
  accents: [...ARABIC_RARE, '{letters} {space} . {enter}'],
  latin: [...LATIN.en, '{letters} {symbols} {space} . {enter}'],
  'latin-shifted': [...upper(LATIN.en, 'en'), '{letters} {symbols} {space} . {enter}'],
  symbols: [...SYMBOLS, '{letters} {space} {enter}'],
};

/** The kind of a field, or undefined where it isn't typed into. */
export function kindOf(element: Element | null): FieldKind | undefined {
  if (element instanceof HTMLTextAreaElement)
    return element.readOnly || element.disabled ? undefined : 'text';
  if (!(element instanceof HTMLInputElement) || element.readOnly || element.disabled) return undefined;
  const { type, inputMode } = element;
  if (inputMode === 'none') return undefined;
  if (element.dataset.entry === 'time') return 'time';
  if (inputMode === 'numeric' || inputMode === 'decimal' || inputMode === 'tel' || inputMode === 'email')
    return inputMode;
  if (type === 'tel' || type === 'email') return type;
  if (type === 'number') return 'decimal';
  return ['text', 'search', 'url', 'password'].includes(type) ? 'text' : undefined;
}
