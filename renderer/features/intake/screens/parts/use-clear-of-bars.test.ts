import { expect, test } from 'vitest';
import { scrollToClear } from './use-clear-of-bars.ts';

const edges = { top: 60, bottom: 500 };

test.each([
  ['in sight', { top: 100, bottom: 150 }, 0],
  ['below the bar at the foot', { top: 480, bottom: 540 }, 40],
  ['behind the bar at the head', { top: 20, bottom: 70 }, -40],
  ['taller than the room between: its start is shown', { top: 300, bottom: 900 }, 240],
])('a control %s', (_where, box, by) => {
  expect(scrollToClear(box, edges)).toBe(by);
});
