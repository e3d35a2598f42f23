/** Everything that a schedule plays in. */
import { type Chance, createChance } from './chance.ts';
import type { Controls } from './controls.ts';
import { createSimulatedDevice, type SimulatedDevice } from './device.ts';
import { createDexieDisk } from './dexie-disk.ts';
import { createMemoryDisk, type Disk } from './disk.ts';
import { createFileDisk } from './file-disk.ts';
import { createMonitor, type Monitor } from './monitor.ts';
import type { DiskKind, Schedule } from './schedule.ts';
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

function createDisk(kind: DiskKind, name: string, scheduler: Scheduler, chance: Chance): Disk {
  if (kind === 'dexie') return createDexieDisk(name, scheduler, chance);
  return kind === 'file' ? createFileDisk(scheduler, chance) : createMemoryDisk(scheduler, chance);
}

const START = Date.UTC(2026, 10, 20, 9);

export function createWorld(schedule: Schedule, controls: Controls): World {
  const chance = createChance(`world/${schedule.seed}`);
  const scheduler = createScheduler(controls.realSince ?? START);
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
    const disk = createDisk(schedule.disk, `v:willow:store:${index}`, scheduler, own.fork('disk'));
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
