/** Everything about kiosks behind the routes, made of its parts. */

import { clinicDay } from '../../base/clinic-day.ts';
import type { Sql } from '../../base/database/database.ts';
import type { BlobStore } from '../../core/blobs/blob-store.ts';
import type { OpenedOperation } from '../../core/judging/open-operation.ts';
import type { SealedOperation } from '../../core/sealing/open-envelope.ts';
import type { SealingKeys } from '../../core/sealing/sealing-keys.ts';
import type { VendorDirectory } from '../../packs/vendor-directory.ts';
import { type Appointments, createAppointments, type Deed } from '../day/appointments.ts';
import { type Arrivals, createArrivals } from '../day/arrivals.ts';
import { createCheckInList, type ReadCheckInList } from '../day/check-in-list.ts';
import { clinicHours } from '../day/clinic-hours.ts';
import { createDayKeys, type DayKeys } from '../day/day-keys.ts';
import { createPausedIntakes, type PausedIntakes } from '../intake/resume.ts';
import { type ChainWatch, createChainWatch } from './chain.ts';
import { markAlarmSeen } from './chain-alarms.ts';
import { createEnrolment, type Enrolment } from './enrolment.ts';
import { createHandOffs, type HandOffs } from './hand-offs.ts';
import { createHelpCalls, type HelpCalls } from './help.ts';
import { createKioskRegister, type KioskRegister } from './kiosk-register.ts';

export interface Kiosks {
  readonly enrolment: Enrolment;
  readonly register: KioskRegister;
  readonly chain: ChainWatch;
  readonly appointments: Appointments;
  readonly dayKeys: DayKeys;
  readonly readCheckInList: ReadCheckInList;
  readonly arrivals: Arrivals;
  readonly help: HelpCalls;
  readonly paused: PausedIntakes;
  readonly handOffs: HandOffs;
  readonly markAlarmSeen: (kiosk: string, alarm: string, deed: Deed) => Promise<boolean>;
  /** The clinic's day, `YYYY-MM-DD`. */
  today(vendor: string): string;
  /** Their screens look again. */
  tellStaff(vendor: string): void;
}

export interface KiosksDependencies {
  readonly sql: Sql;
  readonly now: () => Date;
  readonly vendors: VendorDirectory;
  readonly sealing: Pick<SealingKeys, 'rootOf' | 'manifestOf' | 'unsealer'>;
  readonly openOperation: (operation: SealedOperation) => Promise<OpenedOperation>;
  readonly blobs: Pick<BlobStore, 'read'>;
  readonly wake: (vendor: string, device: string) => void;
}

/** Whom the staff's screens listen to, beside the ids of devices, which are 43 letters. */
export const STAFF_NEWS = 'staff';

export function createKiosks(dependencies: KiosksDependencies): Kiosks {
  const { sql, now, vendors, sealing, openOperation, blobs, wake } = dependencies;
  const days = new Map<string, (instant: Date) => string>();
  function dayOf(vendor: string, at: Date): string {
    const zone = vendors.find(vendor)?.pack.timezone ?? 'UTC';
    const day = days.get(zone) ?? clinicDay(zone);
    days.set(zone, day);
    return day(at);
  }
  const tellStaff = (vendor: string) => wake(vendor, STAFF_NEWS);
  const dayKeys = createDayKeys(sql, sealing);
  const appointments = createAppointments(sql, dayKeys, now);
  return {
    enrolment: createEnrolment(sql, now, sealing),
    register: createKioskRegister(sql, now, sealing, (vendor) => clinicHours(vendors.find(vendor)?.pack)),
    chain: createChainWatch(sql, now, tellStaff),
    appointments,
    dayKeys,
    readCheckInList: createCheckInList(appointments, dayKeys),
    arrivals: createArrivals(sql, now, dayOf),
    help: createHelpCalls(sql, now),
    paused: createPausedIntakes({ sql, now, openOperation, unsealer: sealing.unsealer, blobs }),
    handOffs: createHandOffs(sql, now),
    markAlarmSeen: markAlarmSeen(sql, now),
    today: (vendor) => dayOf(vendor, now()),
    tellStaff,
  };
}
