import type { NodeId, Score } from '../contract.ts';
import { findOption } from '../values/options.ts';
import type { InstanceTree } from './instances.ts';

/** Sums of weights such as 0.1 and 0.2 must not show the binary rounding. */
function rounded(value: number): number {
  return Number(value.toPrecision(12));
}

/** Adds up the ordinalValue or itemWeight of what was chosen, over enabled questions. Calculated items hold results, not answers. */
export function computeScore(tree: InstanceTree): Score {
  const byNode = new Map<NodeId, number>();
  let of = 0;
  let total = 0;
  for (const item of tree.plan.items) {
    const { options } = item;
    if (options === undefined || item.calculated) continue;
    if (!options.options.some((option) => option.score !== undefined)) continue;
    for (const node of tree.instancesOf(item)) {
      if (!node.enabled) continue;
      of += 1;
      const scores = node.answers.flatMap((answer) => findOption(options, answer)?.score ?? []);
      if (scores.length === 0) continue;
      const sum = scores.reduce((left, right) => left + right, 0);
      byNode.set(node.id, rounded(sum));
      total += sum;
    }
  }
  return { total: rounded(total), answered: byNode.size, of, byNode };
}
