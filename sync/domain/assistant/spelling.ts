/** A word that is one letter away from one that is known is read as that one; a number never is. */

/** In a short word one letter makes another word; in Arabic, whose words are short, sooner. */
const MIN_LENGTH = { latin: 5, arabic: 6 };

/** Whether one letter is missing, too many, another one, or swapped with the next. */
export function isOneOff(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  if (long.length - short.length > 1 || short === long) return false;
  let at = 0;
  while (at < short.length && short[at] === long[at]) at += 1;
  const rest = (word: string, from: number) => word.slice(from);
  if (short.length < long.length) return rest(short, at) === rest(long, at + 1);
  if (rest(short, at + 1) === rest(long, at + 1)) return true;
  return (
    short[at] === long[at + 1] && short[at + 1] === long[at] && rest(short, at + 2) === rest(long, at + 2)
  );
}

/**
 * @param known the most likely first
 * @returns what corrects a folded word
 */
export function createSpelling(known: Iterable<string>): (word: string) => string {
  const words = new Set(known);
  const byBeginning = new Map<string, string[]>();
  for (const word of words) {
    const key = word.slice(0, 1);
    const list = byBeginning.get(key);
    if (list) list.push(word);
    else byBeginning.set(key, [word]);
  }
  return (word) => {
    const least = MIN_LENGTH[/\p{Script=Arabic}/u.test(word) ? 'arabic' : 'latin'];
    if (word.length < least || /\d/.test(word) || words.has(word)) return word;
    const near = byBeginning.get(word.slice(0, 1)) ?? [];
    return near.find((each) => each.length >= least && isOneOff(word, each)) ?? word;
  };
}
