/**
 * Danger that is told without any of the words for it: "he hasn't moved since lunch and his lips look funny". Learned from lines that were written for it
 * (`build/urgent-words`), because no list of phrases has them all: of 150 dangers that nobody had read, the list found 72.
 */
import { wordsOf } from '../../words/fold-text.ts';
import { bucketOf, featuresOf } from './features.ts';
import { learned } from './weights.ts';

/** Of a whole text. `npm run bench -- assistant` says how many dangers it finds, and how many ordinary questions it stops. */
const WHOLE = -0.5;
/** Of a part of one: a person who also asks about opening hours is in no less danger. Fewer words say less for certain. */
const PART = { words: 10, step: 3, threshold: 0.5 };

let table: Int8Array | undefined;

/** Unpacked when the first text is read: a page that reads none doesn't pay for it. */
function weights(): Int8Array {
  table ??= Int8Array.from(atob(learned.weights), (character) => character.charCodeAt(0));
  return table;
}

/** @returns how much more the words sound like danger than like any other question: 0 is as much. */
function urgencyOf(words: readonly string[]): number {
  const features = featuresOf(words);
  if (features.length === 0) return -Infinity;
  const own = weights();
  const sum = features.reduce((total, feature) => total + (own[bucketOf(feature)] ?? 0), 0);
  return learned.bias + (sum * learned.scale) / Math.sqrt(features.length);
}

export function soundsUrgent(text: string): boolean {
  const words = wordsOf(text);
  if (urgencyOf(words) > WHOLE) return true;
  for (let at = 0; at + PART.words < words.length + PART.step; at += PART.step)
    if (urgencyOf(words.slice(at, at + PART.words)) > PART.threshold) return true;
  return false;
}
