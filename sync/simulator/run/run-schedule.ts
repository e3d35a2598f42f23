/** Plays a schedule to its end, heals it, and says what was broken. */

import { lendMadeUpEdit } from '../../protocol/operations/testing/made-up-edit.ts';
import { lendMadeUpKinds } from '../../protocol/operations/testing/made-up-kind.ts';
import { RunawayError } from '../base/scheduler.ts';
import type { Violation } from '../base/violation.ts';
import { installVirtualTimers } from '../base/virtual-timers.ts';
import type { Schedule } from '../schedules/schedule.ts';
import { type Controls, NO_CONTROLS } from '../site/controls.ts';
import { check, checkOnce } from './check.ts';
import { passDays, reconnect } from './heal.ts';
import { perform } from './perform.ts';
import { createWorld, type World } from './world.ts';

export interface Outcome {
  readonly violations: readonly Violation[];
  /** The same for the same schedule, always. */
  readonly hash: string;
  readonly lines: readonly string[];
  readonly events: number;
  readonly counts: World['monitor']['counts'];
}

/** A page that nobody looks at for so long is hidden, and doesn't poll. */
const LOOKS_AWAY_MS = 10 * 60_000;
/** And one that nobody looks at for days is closed. */
const CLOSES_MS = 20 * 60 * 60_000;
/** Longer than what has been let go of is kept for. */
const LONG_DAYS = 16;

async function play(world: World): Promise<void> {
  const { schedule, scheduler, devices, trace, violations } = world;
  for (const device of devices) device.open();
  await scheduler.runFor(100);
  for (const action of schedule.actions) {
    trace.add(`do ${action.do}`);
    perform(action, world);
    if (action.thenMs > CLOSES_MS) for (const device of devices) device.killAll();
    const away = action.thenMs > LOOKS_AWAY_MS;
    if (away) for (const device of devices) for (const tab of device.tabs()) tab.tell('hidden');
    await scheduler.runFor(action.thenMs);
    if (violations.all().length > 0) return;
    if (away) for (const device of devices) for (const tab of device.tabs()) tab.tell('visible');
  }
}

/** What devices have let go of after weeks must be where an operator finds it. */
async function outliveTheServer(world: World): Promise<void> {
  await passDays(world, LONG_DAYS);
  await reconnect(world);
  await check(world);
  if (world.violations.all().length > 0) return;
  if (!world.site.restore(world.schedule.seed % 3, world.schedule.seed % 2 === 0, false)) return;
  await reconnect(world);
  if (world.violations.all().length === 0) await check(world);
}

export async function runSchedule(schedule: Schedule, controls: Controls = NO_CONTROLS): Promise<Outcome> {
  const lent = [
    ...(schedule.actions.some((action) => action.do === 'note') ? [lendMadeUpKinds()] : []),
    ...(schedule.persons === undefined ? [] : [lendMadeUpEdit()]),
  ];
  const world = createWorld(schedule, controls);
  const { violations, trace, scheduler, monitor } = world;
  const restoreTimers = controls.realSince === undefined ? installVirtualTimers(scheduler) : () => undefined;
  try {
    await play(world);
    await reconnect(world);
    // What was seen on the way is enough: what has gone wrong may never come to rest.
    if (violations.all().length > 0) checkOnce(world);
    else await check(world);
    if (schedule.outlives && violations.all().length === 0) await outliveTheServer(world);
  } catch (error) {
    if (error instanceof RunawayError) violations.add('runaway', error.message);
    else violations.add('fault', error instanceof Error ? (error.stack ?? error.message) : String(error));
  } finally {
    restoreTimers();
  }
  for (const device of world.devices) {
    device.killAll();
    device.dispose();
  }
  for (const takeBack of lent) takeBack();
  return {
    violations: violations.all(),
    hash: trace.hash(),
    lines: trace.lines(),
    events: scheduler.events(),
    counts: monitor.counts,
  };
}
