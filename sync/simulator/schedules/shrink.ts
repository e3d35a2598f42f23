/** Shrinks a schedule for as long as it fails, down to what matters. */
import type { Action, Schedule } from './schedule.ts';

type Fails = (schedule: Schedule) => Promise<boolean>;

/** Runs that are spent on it. */
const MAX_TRIES = 600;

/** Leaves out ever smaller stretches of actions (after Zeller's ddmin). */
async function withFewerActions(schedule: Schedule, fails: Fails): Promise<Schedule> {
  let smallest = schedule;
  let tries = 0;
  for (let size = Math.ceil(schedule.actions.length / 2); size >= 1; ) {
    let shrunk = false;
    for (let from = 0; from < smallest.actions.length && tries < MAX_TRIES; ) {
      const candidate = { ...smallest, actions: smallest.actions.toSpliced(from, size) };
      tries += 1;
      if (await fails(candidate)) {
        smallest = candidate;
        shrunk = true;
      } else from += size;
    }
    if (size === 1 && !shrunk) break;
    size = size === 1 ? 1 : Math.floor(size / 2);
    if (tries >= MAX_TRIES) break;
  }
  return smallest;
}

function simplerActions(action: Action): readonly Action[] {
  return [0, 1_000]
    .filter((thenMs) => thenMs < action.thenMs)
    .map((thenMs): Action => ({ ...action, thenMs }));
}

async function withSimplerActions(schedule: Schedule, fails: Fails): Promise<Schedule> {
  let simplest = schedule;
  for (const index of schedule.actions.keys()) {
    const action = simplest.actions[index];
    for (const simpler of action ? simplerActions(action) : []) {
      const candidate = { ...simplest, actions: simplest.actions.with(index, simpler) };
      if (!(await fails(candidate))) continue;
      simplest = candidate;
      break;
    }
  }
  return simplest;
}

/** @param fails whether the schedule still breaks the same rule. */
export async function shrink(schedule: Schedule, fails: Fails): Promise<Schedule> {
  let smallest = await withFewerActions(schedule, fails);
  for (const change of [{ outlives: false }, { aheadDigits: '' }, { keysLate: false }, { processes: 1 }]) {
    const candidate = { ...smallest, ...change };
    if (await fails(candidate)) smallest = candidate;
  }
  return await withSimplerActions(smallest, fails);
}
