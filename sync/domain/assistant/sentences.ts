/**
 * What a model writes, held against the passages it was given, sentence by sentence. A sentence is shown only if its sources are among them and say what it says: its
 * words, and every number, dose, address and medicine in it. Everything else is dropped before anyone sees it.
 */
import { z } from 'zod/mini';
import { concepts } from '../discovery/concepts.ts';
import { foldText, hasPhrase, wordsOf } from '../words/fold-text.ts';
import { speaksToMachines } from './instructions.ts';
import type { Passage } from './passage.ts';
import { contentOf } from './retrieve.ts';

export const modelSentenceSchema = z.object({
  text: z.string().check(z.minLength(1), z.maxLength(400)),
  sources: z.array(z.string().check(z.maxLength(200))).check(z.minLength(1), z.maxLength(6)),
});
export type ModelSentence = z.infer<typeof modelSentenceSchema>;

export type Refusal =
  | 'form'
  | 'sources'
  | 'markup'
  | 'address'
  | 'number'
  | 'medicine'
  | 'negation'
  | 'words';

/** How many of its words of content the sources must have. */
const SUPPORT = 0.7;

const MARKUP = /[<>`*_#[\]{}|\\]|\p{Cc}|[\u202A-\u202E\u2066-\u2069\u200B]/u;
const ADDRESS = /\b[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}\b|\S+@\S+|:\/\//gi;
/** A number with all that is written with it: "+1 202-555-0143", "$24.00", "08:00". */
const NUMBER = /[$£€]?\d+(?:[.,:/-]\d+)*/g;
const DOSE =
  /(\d+(?:[.,]\d+)?)\s*(mg|mcg|µg|dollars?|pounds?|dolares|libras|دولار|دولارا|g|kg|ml|l|iu|%|tablets?|pills?|drops?|puffs?|times|hours?|days?|weeks?|pastillas?|tabletas?|gotas?|veces|horas?|dias?|semanas?|ملغ|غ|مل|قرص|اقراص|حبه|حبوب|مرات|ساعه|ساعات|يوم|ايام)(?![\p{L}\p{N}])/giu;
const NUMBER_WORDS = new Set(
  wordsOf(`two three four five six seven eight nine ten eleven twelve twenty thirty forty fifty sixty hundred thousand double triple half twice
    dos tres cuatro cinco seis siete ocho nueve diez once doce veinte treinta cuarenta cincuenta cien mil doble triple mitad
    اثنان اثنين ثلاثة ثلاث أربعة أربع خمسة خمس ستة سبعة ثمانية تسعة عشرة عشرين ثلاثين خمسين مئة مائة ألف ضعف نصف مرتين`),
);
const NEGATIONS = new Set(
  wordsOf(`no not never none nobody cannot cant dont doesnt isnt arent wont without unless neither
    nunca jamás sin tampoco ninguno ninguna
    لا ليس ليست لم لن دون بدون غير`),
);

const medicines = concepts
  .filter(({ kind }) => kind === 'substance')
  .flatMap(({ name, synonyms }) => [...Object.values(name), ...Object.values(synonyms).flat()])
  .map((each) => wordsOf(String(each)));

const matches = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([match]) => match);
const dosesIn = (text: string) =>
  [...text.matchAll(DOSE)].map(([, number, unit]) => `${number} ${unit}`.toLowerCase());
const sentencesOf = (text: string) => text.split(/(?<=[.!?؟])\s+/);
const isNegated = (text: string) => wordsOf(text).some((word) => NEGATIONS.has(word));

/** The same word, or one that begins like it: "pharmacy" and "pharmacies". */
function isAlike(one: string, other: string): boolean {
  if (one === other) return true;
  const shared = Math.min(one.length, other.length);
  return shared >= 4 && one.slice(0, Math.max(4, shared - 2)) === other.slice(0, Math.max(4, shared - 2));
}
function support(words: readonly string[], source: string): number {
  const known = [...new Set(contentOf(source))];
  return words.filter((word) => known.some((each) => isAlike(word, each))).length / Math.max(1, words.length);
}

/** @returns why it isn't shown, or undefined */
export function refusalOf(sentence: ModelSentence, passages: readonly Passage[]): Refusal | undefined {
  const cited = sentence.sources.map((id) => passages.find((passage) => passage.id === id));
  const known = cited.filter((passage) => passage !== undefined);
  if (known.length < cited.length) return 'sources';
  const source = foldText(known.map(({ title, text }) => `${title}. ${text}`).join(' '));
  const text = foldText(sentence.text);
  if (MARKUP.test(sentence.text) || speaksToMachines(sentence.text)) return 'markup';
  if (matches(text, ADDRESS).some((address) => !source.includes(address))) return 'address';
  const numbers = new Set(matches(source, NUMBER));
  if (matches(text, NUMBER).some((number) => !numbers.has(number))) return 'number';
  const doses = new Set(dosesIn(source));
  if (dosesIn(text).some((dose) => !doses.has(dose))) return 'number';
  const sourceWords = wordsOf(source);
  const words = wordsOf(text);
  if (words.some((word) => NUMBER_WORDS.has(word) && !sourceWords.includes(word))) return 'number';
  if (medicines.some((name) => hasPhrase(words, name) && !hasPhrase(sourceWords, name))) return 'medicine';
  const content = contentOf(text);
  // Each part by itself: what is true must not carry along what isn't.
  const parts = sentencesOf(text).map(contentOf);
  if (content.length === 0 || parts.some((part) => part.length > 0 && support(part, source) < SUPPORT))
    return 'words';
  // "Isn't enough" must not become "is enough": the sentence of the source that says the most of it decides.
  const nearest = known
    .flatMap((passage) => [passage.title, ...sentencesOf(passage.text)])
    .toSorted((one, other) => support(content, other) - support(content, one))[0];
  return nearest !== undefined && isNegated(nearest) !== isNegated(sentence.text) ? 'negation' : undefined;
}

/** Reads `{"sentences":[{…},{…}]}` as it arrives: each object of the list as soon as it is whole. Anything that isn't this gives nothing. */
export function createSentenceReader(): (chunk: string) => readonly ModelSentence[] {
  let text = '';
  let at = 0;
  let start = -1;
  let depth = 0;
  let inString = false;
  let inList = false;
  return (chunk) => {
    text += chunk;
    const whole: ModelSentence[] = [];
    for (; at < text.length; at += 1) {
      const letter = text[at];
      if (inString) {
        if (letter === '\\') at += 1;
        else if (letter === '"') inString = false;
      } else if (letter === '"') inString = true;
      else if (letter === '[' && !inList && /"sentences"\s*:\s*$/.test(text.slice(Math.max(0, at - 40), at)))
        inList = true;
      else if (letter === '{' && inList) {
        if (depth === 0) start = at;
        depth += 1;
      } else if (letter === '}' && inList && depth > 0) {
        depth -= 1;
        if (depth === 0) whole.push(...readSentence(text.slice(start, at + 1)));
      }
    }
    return whole;
  };
}

function readSentence(json: string): readonly ModelSentence[] {
  try {
    const read = z.safeParse(modelSentenceSchema, JSON.parse(json));
    return read.success ? [read.data] : [];
  } catch {
    return [];
  }
}
