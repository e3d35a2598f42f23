/** Everything that a schedule plays in. */
import { createChance } from './chance.ts';
import type { Controls } from './controls.ts';
import { createSimulatedDevice, type SimulatedDevice } from './device.ts';
import { createMemoryDisk, type Disk } from './disk.ts';
import { createMonitor, type Monitor } from './monitor.ts';
import type { Schedule } from './schedule.ts';
import { createScheduler, type Scheduler } from './scheduler.ts';
import { createSite, type Site } from './site.ts';
import { createTrace, type Trace } from './trace.ts';
import { createViolations, type Violations } from './violation.ts';

export interface World {
  readonly schedule: Schedule;
  readonly scheduler: Scheduler;
  readonly site: Site;
  readonly devices: readonly SimulatedDevice[];
  readonly monitor: Monitor;
  readonly violations: Violations;
  readonly trace: Trace;
}

const START = Date.UTC(2026, 10, 20, 9);

export function createWorld(schedule: Schedule, controls: Controls): World {
  const chance = createChance(`world/${schedule.seed}`);
  const scheduler = createScheduler(START);
  const trace = createTrace(scheduler.now);
  const violations = createViolations();
  const monitor = createMonitor({
    violations,
    now: scheduler.now,
    aheadDigits: schedule.aheadDigits,
    trace: trace.add,
  });
  const site = createSite({ scheduler, chance, controls, monitor, processes: schedule.processes });
  const devices = schedule.devices.map(({ owner, skewMs }, index) => {
    const own = chance.fork(`device/${index}`);
    const disk: Disk = createMemoryDisk(scheduler, own.fork('disk'));
    return createSimulatedDevice({
      index,
      owner,
      skewMs,
      scheduler,
      chance: own,
      site,
      monitor,
      disk,
      parts: {
        keysLate: schedule.keysLate,
        wrapStore: controls.store ?? ((store) => store),
        wrapCrypto: controls.crypto ?? ((crypto) => crypto),
        onFault: (error) =>
          violations.add('fault', error instanceof Error ? (error.stack ?? error.message) : String(error)),
      },
    });
  });
  return { schedule, scheduler, site, devices, monitor, violations, trace };
}
