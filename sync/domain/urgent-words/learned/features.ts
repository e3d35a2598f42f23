/** What a text is weighed by: its words, its pairs of words, and parts of words, which are alike however they are inflected or misspelled. */
/** Features share these: a table of weights that fits into a page, whatever is written. */
export const BUCKETS = 2 ** 17;
const SHORTEST_PART = 3;
const LONGEST_PART = 5;

/** FNV-1a, from 0 to `BUCKETS`. */
export function bucketOf(feature: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < feature.length; at += 1) {
    hash ^= feature.charCodeAt(at);
    hash = Math.imul(hash, 0x01000193);
  }
  // Its low bits alone hardly depend on the first letters.
  return ((hash >>> 15) ^ hash) & (BUCKETS - 1);
}

function partsOf(word: string): readonly string[] {
  const whole = `<${word}>`;
  const parts: string[] = [];
  for (let length = SHORTEST_PART; length <= LONGEST_PART; length += 1)
    for (let at = 0; at + length <= whole.length; at += 1) parts.push(whole.slice(at, at + length));
  return parts;
}

/** @param words folded. @returns each once. */
export function featuresOf(words: readonly string[]): readonly string[] {
  const features = words.flatMap((word, at) => {
    const next = words[at + 1];
    const afterNext = words[at + 2];
    return [
      `= ${word}`,
      ...(next === undefined ? [] : [`${word} ${next}`]),
      ...(afterNext === undefined ? [] : [`${word} _ ${afterNext}`]),
      ...partsOf(word),
    ];
  });
  return [...new Set(features)];
}
