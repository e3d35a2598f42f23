import type { Coding } from 'fhir/r4.js';
import { describe, expect, it } from 'vitest';
import { TRANSLATION } from '../model/extensions.ts';
import { UCUM } from './quantity.ts';
import { unitName } from './unit-name.ts';

const ucum = (code: string, display?: string): Coding => ({
  system: UCUM,
  code,
  ...(display === undefined ? {} : { display }),
});
const translated = (coding: Coding, translations: Readonly<Record<string, string>>): Coding => ({
  ...coding,
  _display: {
    extension: Object.entries(translations).map(([lang, content]) => ({
      url: TRANSLATION,
      extension: [
        { url: 'lang', valueCode: lang },
        { url: 'content', valueString: content },
      ],
    })),
  },
});
const english = (language: string) => ({ language, formLanguage: 'en' });
const days = ucum('d', 'days');

describe("a unit of time, in the reader's language", () => {
  it.each([
    ['min', 'minutes', 'minuto', 'minutos', 'دقيقة', 'دقائق'],
    ['h', 'hours', 'hora', 'horas', 'ساعة', 'ساعات'],
    ['d', 'days', 'día', 'días', 'يوم', 'أيام'],
    ['wk', 'weeks', 'semana', 'semanas', 'أسبوع', 'أسابيع'],
    ['mo', 'months', 'mes', 'meses', 'شهر', 'أشهر'],
    ['a', 'years', 'año', 'años', 'سنة', 'سنوات'],
  ])('is %s', (code, display, esOne, esMany, arOne, arMany) => {
    const unit = ucum(code, display);
    expect([1, 4, undefined].map((count) => unitName(unit, english('es'), count))).toEqual([
      esOne,
      esMany,
      esMany,
    ]);
    expect([1, 4, undefined].map((count) => unitName(unit, english('ar'), count))).toEqual([
      arOne,
      arMany,
      arMany,
    ]);
  });

  it('follows the number as Arabic counts - and says no second time what the figure beside it says', () => {
    expect([1, 2, 3, 11, 100].map((count) => unitName(days, english('ar'), count))).toEqual([
      'يوم',
      'يوم',
      'أيام',
      'يومًا',
      'يوم',
    ]);
  });

  it.each(['day', 'Days', ' day(s) '])('is known by the English word - "%s"', (display) => {
    expect(unitName(ucum('d', display), english('es'), 5)).toBe('días');
  });

  it('is known without a system, and in a form that says no language', () => {
    expect(unitName({ code: 'd', display: 'days' }, { language: 'es', formLanguage: undefined })).toBe(
      'días',
    );
  });

  it.each(['es-MX', 'es-u-nu-latn', 'ES', 'es_MX'])('is that of any region - %s', (language) => {
    expect(unitName(days, english(language))).toBe('días');
  });
});

describe('a unit that its author named', () => {
  it('is what the author says in a language - before any other name', () => {
    const unit = translated(days, { es: 'jornadas' });
    expect(unitName(unit, english('es'), 1)).toBe('jornadas');
    expect(unitName(unit, english('es-MX'), 1)).toBe('jornadas');
    expect(unitName(unit, english('en'), 1)).toBe('days');
    expect(unitName(unit, english('ar'), 4)).toBe('أيام');
  });

  it('is what the author says in a language - of any unit', () => {
    const tablets = translated({ code: '{tbl}', display: 'tablets' }, { es: 'comprimidos' });
    expect(unitName(tablets, english('es'), 2)).toBe('comprimidos');
    expect(unitName(tablets, english('ar'), 2)).toBe('tablets');
  });

  it("keeps its display in the form's own language", () => {
    expect(unitName(days, english('en'), 1)).toBe('days');
    expect(unitName(days, english('en-GB'), 1)).toBe('days');
    expect(unitName(days, { language: undefined, formLanguage: 'en' })).toBe('days');
    expect(unitName(days, { language: 'en', formLanguage: undefined }, 1)).toBe('days');
    expect(unitName(days, { language: 'es', formLanguage: 'es' }, 1)).toBe('days');
  });

  it.each([
    ['a word of another language', ucum('d', 'Tage'), 'Tage'],
    ['a sign', ucum('d', 'd'), 'd'],
    ['another unit than the code', ucum('d', 'weeks'), 'weeks'],
    ['a unit that is none of time', ucum('kg', 'kg'), 'kg'],
    ['a code that nobody knows', ucum('{visit}', 'visits'), 'visits'],
    ['a name that every object has', ucum('constructor', 'constructors'), 'constructors'],
    ['a code of another system', { system: 'http://example.org', code: 'd', display: 'days' }, 'days'],
    ['no code', { display: 'days' }, 'days'],
    ['no display', ucum('d'), 'd'],
    ['no display, and a code for machines', ucum('[in_i]'), 'in'],
  ])('keeps its display - %s', (_, unit, name) => {
    expect(unitName(unit, english('es'), 3)).toBe(name);
  });

  it('has none where there is none', () => {
    expect(unitName(undefined, english('es'))).toBeUndefined();
    expect(unitName({}, english('es'))).toBeUndefined();
  });

  it.each(['', '-', 'x-private', 'qq', 'not a language'])(
    'keeps its display where the language is none that is known here - "%s"',
    (language) => {
      expect(unitName(days, english(language), 3)).toBe('days');
    },
  );
});
