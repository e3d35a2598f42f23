import { describe, expect, test } from 'vitest';
import { foldText, hasPhrase, wordsOf } from './fold-text.ts';

describe('C46: Arabic is compared without what is often left out, before it is cut into words', () => {
  test.each([
    ['الصُّداع', 'الصداع'],
    ['أَرَق', 'ارق'],
    ['إقلاع', 'اقلاع'],
    ['آلام', 'الام'],
    ['قرحة', 'قرحه'],
    ['مستشفى', 'مستشفي'],
    ['التـــدخين', 'التدخين'],
    ['والتدخين', 'التدخين'],
    ['للسعال', 'السعال'],
    ['بالأرق', 'أرق'],
    ['٥٠ ملغ', '50 ملغ'],
  ])('%s is %s', (written, asked) => {
    expect(wordsOf(written)).toEqual(wordsOf(asked));
  });

  test('a mark inside of a word doesn’t cut it', () => {
    expect(wordsOf('الصُّداعُ النِّصفيّ')).toEqual(['صداع', 'نصفي']);
  });

  test('a short word keeps what looks like an article', () => {
    expect(wordsOf('ألم الدم')).toEqual(['الم', 'الدم']);
  });
});

test('accents, capitals, apostrophes of any kind and marks of direction are nothing', () => {
  expect(foldText('INFECCIÓN')).toBe('infeccion');
  expect(wordsOf('Men’s cigüeña\u200F, año-2')).toEqual(['mens', 'ciguena', 'ano', '2']);
  expect(wordsOf("men's")).toEqual(wordsOf('men\u02BCs'));
});

test('a phrase is found as words in a row, and never inside of a word', () => {
  const words = wordsOf('I can’t stop smoking at work');
  expect(hasPhrase(words, wordsOf('stop smoking'))).toBe(true);
  expect(hasPhrase(words, wordsOf('smoking stop'))).toBe(false);
  expect(hasPhrase(wordsOf('skilled'), ['kill'])).toBe(false);
  expect(hasPhrase(words, [])).toBe(false);
});
