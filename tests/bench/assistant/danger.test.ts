import { expect, test } from 'vitest';
import { readHeldOut, scoreDanger } from './danger.ts';

/** What the last change reached: one that finds fewer dangers, or asks more people about danger without a reason, fails. */
const BOUNDS = { found: 146, foundAmongOthers: 141, raised: 37 };

test('nine in ten dangers that nobody has read open the panel, in each language, and one in eight other questions', async () => {
  const [all, ...each] = await scoreDanger(await readHeldOut());
  expect(all?.found).toBeGreaterThanOrEqual(BOUNDS.found);
  expect(all?.foundAmongOthers).toBeGreaterThanOrEqual(BOUNDS.foundAmongOthers);
  expect(all?.raised).toBeLessThanOrEqual(BOUNDS.raised);
  expect(each.filter(({ found, dangers }) => found < 0.9 * dangers)).toEqual([]);
});
