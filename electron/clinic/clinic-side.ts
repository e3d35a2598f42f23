/** The kiosk's conversation with its clinic (`../clinic`), put together. */

import type { KioskHost } from '../hosts/host.ts';
import type { IntakeKeeper } from '../intake/contract.ts';
import type { KioskLog } from '../log/events.ts';
import { type Arrivals, createArrivals } from './arrivals.ts';
import { type AssignmentStore, createAssignmentStore } from './assignments.ts';
import { type CheckIn, createCheckIn } from './check-in.ts';
import { type ClinicCalendar, createClinicCalendar } from './clinic-calendar.ts';
import { type ClinicServer, createClinicServer } from './server.ts';
import { createServerTime, type ServerTime } from './server-time.ts';
import { createSmallFiles, type SmallFiles } from './small-file.ts';

export interface ClinicSide {
  readonly server: ClinicServer;
  readonly time: ServerTime;
  readonly calendar: ClinicCalendar;
  readonly checkIn: CheckIn;
  readonly arrivals: Arrivals;
  readonly assignments: AssignmentStore;
}

export function createClinicSide(options: {
  readonly host: KioskHost;
  readonly intakes: IntakeKeeper;
  readonly files: SmallFiles;
  readonly log: KioskLog;
  readonly vendor: string;
  readonly rootKeys: readonly string[];
  readonly timeZone: string | undefined;
}): ClinicSide {
  const { host, intakes, files, log, vendor, rootKeys, timeZone } = options;
  const { clock } = host;
  const server = createClinicServer(intakes);
  const time = createServerTime(clock);
  const calendar = createClinicCalendar(timeZone);
  return {
    server,
    time,
    calendar,
    checkIn: createCheckIn({ vendor, today: () => calendar.day(time.now()), monotonic: clock.monotonic }),
    arrivals: createArrivals({
      ...{ server, files, now: time.now, after: clock.after },
      dayOf: calendar.day,
      onFault: (error) => log.fault('arrivals', error),
    }),
    assignments: createAssignmentStore({
      vendor,
      rootKeys,
      files,
      managed: createSmallFiles(host.disk, host.dataFolder),
      intakes,
      server,
      host,
      // A machine's clock that is years ahead would take its assignment from it, although the server answers.
      now: time.now,
      log,
    }),
  };
}
