/**
 * Words of a person who may be in danger, in a question or a message. What is found only ever adds a panel with numbers to call: it blocks nothing, and finding
 * nothing doesn't mean that nothing is wrong. Whoever writes may mix languages, so every text is held against all of them.
 *
 * The phrases are our own. No clinician has reviewed them yet, which `lexiconReview` says: one who speaks the language must before anyone relies on them.
 */

import type { EmergencyKind } from '../emergency/emergency-line.ts';
import { type Language, languages } from '../languages.ts';
import { arabicClitic } from '../words/arabic-clitic.ts';
import { wordsOf } from '../words/fold-text.ts';
import { findPatterns } from './patterns/find-patterns.ts';
import { arabic } from './phrases/arabic.ts';
import { english } from './phrases/english.ts';
import { spanish } from './phrases/spanish.ts';
import {
  type Certainty,
  helpFor,
  type PhraseTable,
  type UrgentKind,
  urgentKinds,
} from './phrases/urgent-kinds.ts';
import { softeningOf } from './softening.ts';

export const lexiconReview: {
  readonly version: string;
  readonly reviewedOn: Readonly<Record<Language, string | null>>;
} = {
  version: '2026-11-27',
  reviewedOn: { en: null, es: null, ar: null },
};

export const lexicon: Readonly<Record<Language, PhraseTable>> = { en: english, es: spanish, ar: arabic };

export interface UrgentFinding {
  /** The most certain first; none where it only sounds like danger. */
  readonly kinds: readonly UrgentKind[];
  readonly certainty: Certainty;
  /** Whose lines to show, in this order. */
  readonly help: readonly EmergencyKind[];
  /** Direct: "You may be in danger." Careful where it is denied, long ago, of somebody else, or said of other things, too. Either way it is shown. */
  readonly wording: 'direct' | 'careful';
}

interface Phrase {
  readonly kind: UrgentKind;
  readonly certainty: Certainty;
  /** Each a set of words, any of which may be there. */
  readonly words: readonly ReadonlySet<string>[];
}

/** Words that may come between two of a phrase: "kill all of myself". */
const MAX_BETWEEN = 2;

/** "Noooo" is "no", and "killl" is "kill": on both sides, so that real double letters are no different. */
const collapse = (word: string) => (/\d/.test(word) ? word : word.replace(/(.)\1+/gu, '$1'));
const tokensOf = (text: string): readonly string[] => wordsOf(text).map(collapse);

/** "Will" is written so, too. */
const ARABIC_PREFIX = arabicClitic(3, 'س');
/** "Mum’s" is read as "mums". */
const LATIN_S = /(?<=\p{Script=Latin}{3})s$/u;
/** The word as it is, and without what Arabic writes before it, or English after it. */
function formsOf(word: string): readonly string[] {
  const once = word.replace(ARABIC_PREFIX, '');
  return [...new Set([word, word.replace(LATIN_S, ''), once, once.replace(ARABIC_PREFIX, '')])];
}

const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** Every phrase of a language, as written: for counts and reviews. */
export const phrasesOf = (language: Language): readonly string[] =>
  urgentKinds.flatMap((kind) => Object.values(lexicon[language][kind]).flatMap(linesOf));

function wordsOfPhrase(line: string): Phrase['words'] {
  return line
    .split(' ')
    .map((word) => new Set(word.split('/').flatMap((each) => tokensOf(each))))
    .filter((choices) => choices.size > 0);
}

/** By the first word. Built when the first text is read: a page that reads none doesn't pay for it. */
let index: ReadonlyMap<string, readonly Phrase[]> | undefined;
function phrasesByFirstWord(): ReadonlyMap<string, readonly Phrase[]> {
  if (index) return index;
  const built = new Map<string, Phrase[]>();
  for (const language of languages)
    for (const kind of urgentKinds)
      for (const certainty of ['certain', 'possible'] as const)
        for (const line of linesOf(lexicon[language][kind][certainty])) {
          const phrase: Phrase = { kind, certainty, words: wordsOfPhrase(line) };
          for (const word of phrase.words[0] ?? []) built.set(word, [...(built.get(word) ?? []), phrase]);
        }
  index = built;
  return built;
}

/** @returns the place of the phrase's last word, or undefined where it isn't said from `at` on */
function endOf(phrase: Phrase, tokens: readonly (readonly string[])[], at: number): number | undefined {
  let place = at;
  for (const choices of phrase.words.slice(1)) {
    const next = tokens
      .slice(place + 1, place + 2 + MAX_BETWEEN)
      .findIndex((forms) => forms.some((form) => choices.has(form)));
    if (next === -1) return undefined;
    place += 1 + next;
  }
  return place;
}

/** Names of things that hold an urgent word. */
const NAMES = [
  'poison ivy',
  'poison oak',
  'dead sea',
  'plan b',
  'heart burn',
  'suicide squad',
  'cut myself shaving',
  ...[
    'risk of a heart attack',
    'risk of heart attack',
    'risk of a stroke',
    'risk of stroke',
    'risk of blood clots',
  ],
  ...['riesgo de infarto', 'riesgo de derrame', 'خطر الجلطة', 'خطر السكتة'],
  ...[
    'swallow tablets',
    'swallow pills',
    'swallow big tablets',
    'swallow large tablets',
    'swallow big pills',
    'swallow capsules',
  ],
  ...['tragar pastillas', 'tragar las pastillas', 'tragar pastillas grandes', 'tragar cápsulas'],
  'stroke order',
  ...['blood pressure', 'blood test', 'blood tests', 'blood work', 'blood thinner', 'blood thinners'],
  ...['blood sugar', 'blood type', 'blood clot', 'blood clots', 'blood flow', 'hair falling', 'hair fell'],
  ...['presión de la sangre', 'análisis de sangre', 'azúcar en la sangre', 'cae el pelo', 'cae el cabello'],
  ...[
    'doy pecho',
    'doy el pecho',
    'dar pecho',
    'dar el pecho',
    'dando pecho',
    'dando el pecho',
    'dar de pecho',
  ],
  ...['speak english', 'speak spanish', 'speak arabic', 'talk to', 'talk with', 'speak to', 'speak with'],
  ...['hablar inglés', 'hablar español', 'hablar con', 'hablar por', 'hablar de', 'hablar en'],
  ...['ضغط الدم', 'تحليل دم', 'تحاليل دم', 'فحص دم', 'سكر الدم', 'فصيلة الدم'],
].map(tokensOf);

/** Lines of an older message, quoted in a reply: whoever wrote them has been answered. */
const withoutQuotes = (text: string) => text.replaceAll(/^[ \t]*>.*$/gm, ' ');

function readTokens(text: string): readonly string[] {
  const tokens = tokensOf(withoutQuotes(text));
  return tokens.map((token, at) =>
    NAMES.some((name) => name.some((_, offset) => name.every((word, i) => tokens[at - offset + i] === word)))
      ? ''
      : token,
  );
}

interface Match {
  readonly kind: UrgentKind;
  readonly certainty: Certainty;
  readonly wording: UrgentFinding['wording'];
}

function matchesIn(tokens: readonly string[]): readonly Match[] {
  const forms = tokens.map(formsOf);
  const phrases = phrasesByFirstWord();
  const said = forms.flatMap((own, at) =>
    [...new Set(own.flatMap((form) => phrases.get(form) ?? []))].flatMap((phrase) => {
      const end = endOf(phrase, forms, at);
      return end === undefined ? [] : [{ kind: phrase.kind, certainty: phrase.certainty, start: at, end }];
    }),
  );
  return [...said, ...findPatterns(forms, tokensOf)].map((match) => {
    const isCareful = match.certainty === 'possible' || softeningOf(tokens, match) !== undefined;
    return { ...match, wording: isCareful ? 'careful' : 'direct' };
  });
}

/** @returns undefined where no phrase of the lexicon is said, which is no sign that all is well. */
export function findUrgentWords(text: string): UrgentFinding | undefined {
  const matches = matchesIn(readTokens(text)).toSorted(
    (one, other) =>
      Number(one.wording === 'careful') - Number(other.wording === 'careful') ||
      Number(one.certainty === 'possible') - Number(other.certainty === 'possible'),
  );
  const first = matches[0];
  if (!first) return undefined;
  const kinds = [...new Set(matches.map(({ kind }) => kind))];
  return {
    kinds,
    certainty: first.certainty,
    help: [...new Set(kinds.flatMap(helpFor))],
    wording: first.wording,
  };
}

/** Where nothing says what the danger is. */
export const SOUNDS_URGENT: UrgentFinding = {
  kinds: [],
  certainty: 'possible',
  help: ['emergency', 'crisis', 'advice'],
  wording: 'careful',
};

/** In a question nothing is quoted, whatever its lines begin with. */
const withoutMarks = (text: string) => text.replaceAll(/^[ \t]*>+/gm, ' ');

/**
 * Of a question that somebody asks: also danger that is told without a phrase of the lexicon. What is found by a phrase doesn't wait for the weights.
 * @returns undefined is no sign that all is well.
 * @throws where the weights can't be loaded
 */
export async function findDanger(text: string): Promise<UrgentFinding | undefined> {
  const found = findUrgentWords(withoutMarks(text));
  if (found) return found;
  const { soundsUrgent } = await import('./learned/sounds-urgent.ts');
  return soundsUrgent(text) ? SOUNDS_URGENT : undefined;
}
