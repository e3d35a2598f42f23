import { describe, expect, test } from 'vitest';
import { languages } from '../languages.ts';
import { urgentKinds } from './phrases/urgent-kinds.ts';
import { findUrgentWords, lexicon, lexiconReview, phrasesOf } from './urgent-words.ts';

const kindsIn = (text: string) => findUrgentWords(text)?.kinds ?? [];

test.each(languages)('%s has enough phrases of every kind, none twice', (language) => {
  const phrases = phrasesOf(language);
  expect(phrases.length).toBeGreaterThanOrEqual(250);
  expect(phrases.filter((phrase, at) => phrases.indexOf(phrase) !== at)).toEqual([]);
  for (const kind of urgentKinds) expect(lexicon[language][kind].certain.trim()).not.toBe('');
});

test.each(languages)('each phrase of %s is found as it is written, first choices and last', (language) => {
  const missed = phrasesOf(language).filter((phrase) =>
    [0, -1].some((choice) => {
      const said = phrase.split(' ').map((word) => word.split('/').at(choice));
      return findUrgentWords(said.join(' ')) === undefined;
    }),
  );
  expect(missed).toEqual([]);
});

test('says that nobody has reviewed it yet', () => {
  expect(lexiconReview.reviewedOn).toEqual({ en: null, es: null, ar: null });
});

describe('C18: words, never parts of them', () => {
  test.each([
    'I’m a skilled worker',
    'Which painkillers do you sell?',
    'The methods are therapeutic',
    'la matrícula del curso',
    'suicidology',
    'poison ivy on my arm',
  ])('%s', (text) => {
    expect(findUrgentWords(text)).toBeUndefined();
  });

  test.each(['two suicides in my family', 'suicidal', 'suicidios'])('%s', (text) => {
    expect(kindsIn(text)).toEqual(['suicide']);
  });
});

describe('C19: however it is typed', () => {
  test.each([
    'I don’t want to live',
    "I don't want to live",
    'I donʼt want to live',
    'i dont want to live',
    'I DON’T WANT TO LIIIIVE',
    'I want to\nreally just die',
    'Ｉ ｗａｎｔ ｔｏ ｄｉｅ',
    'NO QUIERO VIVIR',
    'no quiero ya vivir',
    'أُريدُ أنْ أمــــوت',
    'اريد الموت',
    'والله أريد أن أموت',
  ])('%s', (text) => {
    expect(kindsIn(text)).toContain('suicide');
  });

  test('two words may come between two of a phrase, and no more', () => {
    expect(kindsIn('kill all of myself')).toEqual(['suicide']);
    expect(kindsIn('kill the weeds that I planted myself')).toEqual([]);
  });
});

test('every text is held against all languages: people write in the one they think in', () => {
  expect(kindsIn('hola, I need help: me quiero morir')).toEqual(['suicide']);
  expect(kindsIn('please: لا أستطيع التنفس')).toEqual(['breathing']);
});

describe('what is said around it softens the words, and never hides the panel', () => {
  test.each([
    ['I want to kill myself', 'direct'],
    ['I would never kill myself', 'careful'],
    ['I tried to kill myself ten years ago', 'careful'],
    ['my friend says she wants to die', 'careful'],
    ['no me quiero morir', 'careful'],
    ['قبل سنوات فكرت في الانتحار', 'careful'],
    ['my chest hurts', 'careful'],
    ['my dad can’t breathe', 'direct'],
    ['my husband hits me', 'direct'],
  ])('%s: %s', (text, wording) => {
    expect(findUrgentWords(text)).toMatchObject({ wording });
  });
});

test('what an older message said is left out of a reply that quotes it', () => {
  expect(findUrgentWords('> I want to die\nThank you, I feel better')).toBeUndefined();
  expect(kindsIn('> How are you?\nI want to die')).toEqual(['suicide']);
});

test('the most certain comes first, with whom to turn to', () => {
  expect(findUrgentWords('my chest hurts and I want to kill myself')).toEqual({
    kinds: ['suicide', 'heart'],
    certainty: 'certain',
    help: ['crisis', 'emergency', 'advice'],
    wording: 'direct',
  });
});

test('a message of the greatest length is read to its end', () => {
  const long = 'my chest is fine and my heart is fine '.repeat(110).slice(0, 4000);
  expect(findUrgentWords(long)).toBeUndefined();
  expect(kindsIn(`${long} I want to die`)).toEqual(['suicide']);
});
