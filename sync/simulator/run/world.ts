/** Everything that a schedule plays in. */
import { type Chance, createChance } from '../base/chance.ts';
import { createScheduler, type Scheduler } from '../base/scheduler.ts';
import { createTrace, type Trace } from '../base/trace.ts';
import { createViolations, type Violations } from '../base/violation.ts';
import { createSimulatedDevice, type SimulatedDevice } from '../devices/device.ts';
import { createDexieDisk } from '../disks/dexie-disk.ts';
import { createMemoryDisk, type Disk } from '../disks/disk.ts';
import { createFileDisk } from '../disks/file-disk.ts';
import type { DiskKind, Schedule } from '../schedules/schedule.ts';
import type { Controls } from '../site/controls.ts';
import { createMonitor, type Monitor } from '../site/monitor.ts';
import { createSite, type Site } from '../site/site.ts';

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
  const { processes, persons = 0, pageRows = 3 } = schedule;
  const site = createSite({ scheduler, chance, controls, monitor, processes, persons, pageRows });
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
      persons: persons > 0,
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
