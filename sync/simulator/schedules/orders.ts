/** Orders in a schedule, drawn by a luck of their own: whether there are any decides nothing else of it. */
import { createChance } from '../base/chance.ts';
import { FAULT } from '../stand-ins/plain-judge.ts';
import type { Action, Schedule } from './schedule.ts';

/** One seed in so many has orders, where they aren't asked for. */
const EVERY_ORDERS = 3;

/** Of a few carts, so that a button is pressed twice, in two tabs, and once more after a restore. */
export function addOrders(schedule: Schedule, isAskedFor = false): Schedule {
  const { seed, devices, actions } = schedule;
  if (!isAskedFor && seed % EVERY_ORDERS !== 2) return schedule;
  const chance = createChance(`orders/${seed}`);
  const order = (): Action => ({
    ...{ do: 'order', device: chance.whole(0, devices.length - 1), tab: chance.whole(0, 2) },
    ...{
      cart: chance.whole(0, 3),
      shown: chance.weighted([
        [80, 0],
        [10, -1],
        [10, 500],
      ]),
    },
    note: chance.happens(0.1) ? FAULT : '',
    thenMs: Math.round(chance.fraction() ** 3 * 8_000),
  });
  return {
    ...schedule,
    actions: actions.flatMap((action) => {
      if (!chance.happens(0.3)) return [action];
      const first = order();
      // Pressed twice, or in another tab at once.
      const again = chance.happens(0.3) && 'tab' in first ? [{ ...first, tab: chance.whole(0, 2) }] : [];
      return [{ ...first, ...(again.length > 0 && { thenMs: chance.whole(0, 50) }) }, ...again, action];
    }),
  };
}
