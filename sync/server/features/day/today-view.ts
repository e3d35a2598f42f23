/** The day as the desk sees it. */
import { type ArrivalView, type Today, walkInViewSchema } from '../../../protocol/api/day.ts';
import { readRows } from '../../../protocol/api/rows.ts';
import type { VendorDirectory } from '../../packs/vendor-directory.ts';
import type { UnfinishedIntakes } from '../intake/feature.ts';
import type { Appointments } from './appointments.ts';
import type { Arrival, Arrivals } from './arrivals.ts';

export type ReadToday = (vendor: string) => Promise<Today>;

export function createTodayView(dependencies: {
  readonly now: () => Date;
  readonly vendors: VendorDirectory;
  readonly appointments: Appointments;
  readonly arrivals: Arrivals;
  readonly unfinished: Pick<UnfinishedIntakes, 'list'>;
  readonly today: (vendor: string) => string;
}): ReadToday {
  const { now, vendors, appointments, arrivals, unfinished, today } = dependencies;

  return async (vendor) => {
    const day = today(vendor);
    const [read, arrived, stored] = await Promise.all([
      appointments.read(vendor, day),
      arrivals.list(vendor, day),
      unfinished.list(vendor),
    ]);
    const pack = vendors.find(vendor)?.pack;
    const viewOf = ({ queueNumber, at, kioskName, language, caseId }: Arrival): ArrivalView => ({
      queueNumber,
      at,
      language,
      caseId,
      kiosk: kioskName,
    });
    // Somebody whose appointment can't be shown has one all the same.
    const known = new Set([...read.rows, ...read.unshown].map(({ id }) => id));
    const walkIns = readRows(
      arrived.filter((each) => !each.appointments.some((id) => known.has(id))),
      walkInViewSchema,
      (arrival) => ({ id: arrival.id, ...viewOf(arrival) }),
    );
    const unshown = [...read.unshown, ...walkIns.unshown, ...stored.unshown];
    return {
      day,
      timeZone: pack?.timezone ?? 'UTC',
      appointments: read.rows.map((one) => {
        const arrival = arrived.find((each) => each.appointments.includes(one.id));
        return { ...one, arrival: arrival ? viewOf(arrival) : null };
      }),
      walkIns: walkIns.rows,
      paused: stored.rows,
      ...(unshown.length > 0 ? { unshown } : {}),
      forms: (pack?.questionnaires ?? []).map(({ slug, title }) => ({ slug, title })),
      serverTime: now().toISOString(),
    };
  };
}
