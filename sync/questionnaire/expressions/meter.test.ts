import { expect, it } from 'vitest';
import { createMeter } from './meter.ts';

it('reads each node of an expression once: a row of a hundred "or" is a hundred deep', () => {
  let reads = 0;
  const orExpression = (children: readonly object[]) => ({
    type: 'OrExpression',
    get children() {
      reads += 1;
      return children;
    },
  });
  const row = [orExpression([])];
  for (let index = 1; index < 100; index++) row.push(orExpression(row.slice(-1)));
  const meter = createMeter(new Map(), new WeakMap(), 1000);
  // As the library does: what is inside comes first.
  for (const node of row) meter.step([], [], node);
  expect(reads).toBe(100);
});
