/** Ends every trouble, and gives the protocol the time that it needs. */
import type { OutboxRow } from '../../client/store/rows.ts';
import type { SimulatedDevice } from '../devices/device.ts';
import { USUAL_SLOWEST_MS } from '../site/site.ts';
import { signEverybodyIn } from './persons.ts';
import type { World } from './world.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** The longest backoff is five minutes, and some waits come one after the other. */
const MAX_HEALING_MS = 75 * MINUTE_MS;
/** A form that no schedule has touched. */
const LAST_DRAFT = 1_000;
const EVERY_ITEM = 1_000;

export async function outboxOf(world: World, device: SimulatedDevice): Promise<readonly OutboxRow[]> {
  const reading = device.look().read(['outbox'], (transaction) => transaction.all('outbox'));
  await world.scheduler.runUntil(reading, MINUTE_MS);
  return await reading;
}

async function isSettled(world: World): Promise<boolean> {
  for (const row of world.site.database.tables.operations.values())
    if (row.outcome === 'received') return false;
  for (const device of world.devices) {
    if (device.isDestroyed()) continue;
    if ((await outboxOf(world, device)).some((row) => row.state === 'queued')) return false;
  }
  return true;
}

/** Faults off, everybody connects again, one page each. */
async function reconnect(world: World): Promise<void> {
  if (world.violations.all().length > 0) return;
  const { scheduler, site, devices, schedule } = world;
  for (let index = 0; index < schedule.processes; index += 1) {
    site.crash(index);
    site.start(index);
  }
  site.upgrade();
  site.setSlowest(USUAL_SLOWEST_MS);
  for (const device of devices) {
    device.setWeather({});
    device.setApart(false);
    device.breakLocks(false);
    device.setFaults(undefined);
    device.killAll();
    device.open();
  }
  // A restore that nobody was told of is discovered by the next push from any device.
  if (world.monitor.isUnannounced())
    for (const device of devices) void device.tab(0)?.submit(LAST_DRAFT + world.monitor.counts.restores, '');
  let step = MINUTE_MS / 4;
  let settled = false;
  for (let waited = 0; waited < MAX_HEALING_MS && !settled; waited += step) {
    await scheduler.runFor(step);
    if (world.violations.all().length > 0) return;
    settled = await isSettled(world);
    step = Math.min(2 * step, 5 * MINUTE_MS);
  }
  if (!settled)
    world.violations.add(
      'stuck',
      `not everything was delivered ${MAX_HEALING_MS / MINUTE_MS} minutes after the troubles`,
    );
  // Staff work through all of it, and the news reach the devices.
  await scheduler.runUntil(site.resolve(EVERY_ITEM), MINUTE_MS);
  await scheduler.runFor(MINUTE_MS / 60);
  for (const device of devices) device.tab(0)?.tell('online');
  await scheduler.runFor(MINUTE_MS / 4);
  await signEverybodyIn(world);
}

/** Everything is switched off for days, and backups are taken as every day. */
async function passDays(world: World, days: number): Promise<void> {
  const { scheduler, site, devices } = world;
  for (const device of devices) device.killAll();
  for (let day = 0; day < days; day += 1) {
    const backup = site.backup(MINUTE_MS);
    await scheduler.runUntil(backup, MINUTE_MS * 10);
    await scheduler.runFor(DAY_MS);
  }
}

export { passDays, reconnect };
