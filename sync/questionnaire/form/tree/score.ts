import type { NodeId, Score } from '../../model/contract.ts';
import { addDecimals } from '../../values/decimal.ts';
import { findOption } from '../../values/options.ts';
import type { InstanceTree } from './instances.ts';

/** Adds up the ordinalValue or itemWeight of what was chosen, over enabled questions. Calculated items hold results, not answers. */
export function computeScore(tree: InstanceTree): Score {
  const byNode = new Map<NodeId, number>();
  let of = 0;
  const highest: number[] = [];
  for (const item of tree.plan.items) {
    const { options } = item;
    if (options === undefined || item.calculated) continue;
    const possible = options.options.flatMap((option) => option.score ?? []);
    if (possible.length === 0) continue;
    const most = item.repeats ? addDecimals(possible.filter((one) => one > 0)) : Math.max(...possible);
    for (const node of tree.instancesOf(item)) {
      if (!node.enabled) continue;
      of += 1;
      highest.push(most);
      const scores = node.answers.flatMap((answer) => findOption(options, answer)?.score ?? []);
      if (scores.length === 0) continue;
      byNode.set(node.id, addDecimals(scores));
    }
  }
  const total = addDecimals([...byNode.values()]);
  return { total, max: addDecimals(highest), answered: byNode.size, of, byNode };
}
