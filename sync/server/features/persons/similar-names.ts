/** Whether two names may be one person's, written differently: a word more or less, an initial, a letter that was mistyped. Only ever a hint to people. */
import { nameTerms } from '../inbox/feature.ts';

/** One letter more, less, or another, or two that have changed places. */
function isOneSlip(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  if (long.length - short.length > 1) return false;
  let same = 0;
  while (same < short.length && short[same] === long[same]) same += 1;
  const [shortRest, longRest] = [short.slice(same), long.slice(same)];
  if (short.length < long.length) return shortRest === longRest.slice(1);
  const isSwapped = shortRest[0] === longRest[1] && shortRest[1] === longRest[0];
  return shortRest.slice(1) === longRest.slice(1) || (isSwapped && shortRest.slice(2) === longRest.slice(2));
}

const MIN_SLIP_LENGTH = 4;

function mayBeSame(one: string, other: string): boolean {
  if (one === other) return true;
  const shorter = one.length < other.length ? one : other;
  if (shorter.length === 1) return one[0] === other[0];
  return shorter.length >= MIN_SLIP_LENGTH && isOneSlip(one, other);
}

/** Every word of the shorter name has its like in the longer one. */
export function isSimilarName(one: string, other: string): boolean {
  const [few, many] = [nameTerms(one), nameTerms(other)].toSorted((a, b) => a.length - b.length);
  if (!few?.length || !many?.length) return false;
  return (
    few.every((word) => many.some((like) => mayBeSame(word, like))) && (few.length > 1 || many.length === 1)
  );
}
