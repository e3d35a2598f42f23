/** How long the rest of a form takes somebody, by how long they took so far. */

/** Fewer say too little about a person. */
const MIN_ANSWERS = 3;
/** After the questions: how to reach them, what they agree to, and a last look. */
const MINUTES_AFTER = 1;

function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = sorted.length / 2;
  return ((sorted[Math.ceil(middle) - 1] ?? 0) + (sorted[Math.floor(middle)] ?? 0)) / 2;
}

/**
 * @param seconds for each question so far. The median: a telephone that rang in between says nothing about the next question.
 * @param left how many questions are to come, the one at hand included
 * @param shown what was said at the question before: it falls freely, and grows by one, where it was wrong by two
 * @returns whole minutes; undefined while nothing can be said
 */
export function minutesLeft(
  seconds: readonly number[],
  left: number,
  shown: number | undefined,
): number | undefined {
  if (seconds.length < MIN_ANSWERS) return undefined;
  const minutes = MINUTES_AFTER + Math.round((median(seconds) * left) / 60);
  if (shown === undefined || minutes <= shown) return minutes;
  return minutes > shown + 1 ? shown + 1 : shown;
}
