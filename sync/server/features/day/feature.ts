/** The clinic's day: who is expected, who has come, and what staff see of it as Today. */
import { clinicDay } from '../../../domain/time/clinic-day.ts';
import { type Core, type Feature, type OpenedFeature, serviceNamed } from '../../core/feature.ts';
import { unfinishedIntakes } from '../intake/feature.ts';
import { createAppointments } from './appointments.ts';
import { createArrivals } from './arrivals.ts';
import { createCheckInList } from './check-in-list.ts';
import { addDayRoutes } from './console-routes.ts';
import { createDayKeys } from './day-keys.ts';
import { createDayTurn } from './day-turn.ts';
import { addCheckInRoutes } from './kiosk-routes.ts';
import { createTodayView } from './today-view.ts';

declare module '../../core/audit/audit-log.ts' {
  interface AuditActions {
    readonly 'appointments-imported': true;
    readonly 'appointment-added': true;
    readonly 'appointment-removed': true;
  }
}

export { clinicHours } from './clinic-hours.ts';

export interface ClinicDay {
  /** Changes with the list of those who are expected today. */
  checkInVersion(vendor: string): Promise<string>;
}
export const theDay = serviceNamed<ClinicDay>('the day');

function open(core: Core): OpenedFeature {
  const { sql, now, vendors, sealing, listings, tellStaff } = core;
  const dayOf = (vendor: string, at: Date) => clinicDay(vendors.find(vendor)?.pack.timezone ?? 'UTC')(at);
  const today = (vendor: string) => dayOf(vendor, now());
  const dayKeys = createDayKeys(sql, sealing);
  const appointments = createAppointments(sql, dayKeys, now);
  const arrivals = createArrivals(sql, now, dayOf);
  const unfinished = unfinishedIntakes.of(core);
  const readToday = createTodayView({ now, vendors, appointments, arrivals, unfinished, today });
  const readCheckInList = createCheckInList(appointments, dayKeys);
  theDay.provide(core, { checkInVersion: (vendor) => appointments.versionOf(vendor, today(vendor)) });
  return {
    addConsoleRoutes: (console) =>
      addDayRoutes(console, { appointments, unfinished, readToday, today, tellStaff, listings }),
    addKioskRoutes: (scope) => addCheckInRoutes(scope, { arrivals, readCheckInList, today, tellStaff }),
    turn: createDayTurn({ sql, appointments, dayKeys, vendors, today }),
  };
}

export const day: Feature = { name: 'day', open };
