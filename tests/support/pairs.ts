/** Which combinations of several choices are tried: each two of them meet, or every one. */

type Choices = Readonly<Record<string, readonly unknown[]>>;
export type Combination<C extends Choices> = { readonly [Name in keyof C]: C[Name][number] };

/** Every combination, in the order of the choices. */
export function everyCombination<C extends Choices>(choices: C): readonly Combination<C>[] {
  let combinations: Readonly<Record<string, unknown>>[] = [{}];
  for (const [name, values] of Object.entries(choices))
    combinations = combinations.flatMap((before) => values.map((value) => ({ ...before, [name]: value })));
  return combinations as unknown as readonly Combination<C>[];
}

/**
 * A few combinations in which each value of a choice meets each value of every other. Always the same ones: each next is the
 * first of those that bring most new pairs.
 */
export function pairwise<C extends Choices>(choices: C): readonly Combination<C>[] {
  const indices = Object.fromEntries(
    Object.entries(choices).map(([name, values]) => [name, values.map((_, index) => index)]),
  );
  const candidates = everyCombination(indices).map((combination) => {
    const marks = Object.entries(combination).map(([name, index]) => `${name} ${index}`);
    return marks.flatMap((mark, from) => marks.slice(from + 1).map((other) => `${mark}, ${other}`));
  });
  const missing = new Set(candidates.flat());
  const chosen = new Set<number>();
  while (missing.size > 0) {
    const gains = candidates.map((pairs) => pairs.filter((pair) => missing.has(pair)).length);
    const best = gains.indexOf(Math.max(...gains));
    chosen.add(best);
    for (const pair of candidates[best] ?? []) missing.delete(pair);
  }
  return everyCombination(choices).filter((_, at) => chosen.has(at));
}
