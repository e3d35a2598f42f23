/** What a new day brings and takes: demo appointments come, and what was of a day that is over goes. */
import type { Sql } from '../../base/database/database.ts';
import type { Turn } from '../../core/jobs/turns.ts';
import type { VendorDirectory } from '../../packs/vendor-directory.ts';
import type { Appointments } from './appointments.ts';
import type { DayKeys } from './day-keys.ts';
import { demoAppointmentsOf } from './demo-appointments.ts';

const DAY_MS = 86_400_000;

/** `YYYY-MM-DD` of the day before. */
export function dayBefore(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) - DAY_MS).toISOString().slice(0, 10);
}

export function createDayTurn(dependencies: {
  readonly sql: Sql;
  readonly appointments: Appointments;
  readonly dayKeys: DayKeys;
  readonly vendors: VendorDirectory;
  readonly today: (vendor: string) => string;
}): Turn {
  const { sql, appointments, dayKeys, vendors, today } = dependencies;
  return async () => {
    for (const { pack } of vendors.all) {
      const vendor = pack.slug;
      const day = today(vendor);
      // Yesterday's are still there for staff who ask this morning; what is older goes, with its key.
      const oldest = dayBefore(day);
      await sql`delete from appointments where vendor = ${vendor} and day < ${oldest}`;
      await sql`delete from arrivals where vendor = ${vendor} and day < ${oldest}`;
      await sql`delete from day_keys where vendor = ${vendor} and day < ${oldest}`;
      dayKeys.forget(vendor, oldest);
      await appointments.addDemo(vendor, day, demoAppointmentsOf(pack));
    }
  };
}
