/** What a kiosk knows and says of the day: who is expected, and who has come. See `sync/protocol/api/kiosk.ts`. */
import { arrivalRequestSchema } from '../../../protocol/api/kiosk.ts';
import { kioskOf, vendorOf } from '../../http/access/access.ts';
import { bodyOf } from '../../http/device-requests.ts';
import { KIOSK_BASE, type KioskScope, kioskOnly } from '../../http/kiosk-scope.ts';
import type { Arrivals } from './arrivals.ts';
import type { ReadCheckInList } from './check-in-list.ts';

export interface CheckInRoutesDependencies {
  readonly arrivals: Arrivals;
  readonly readCheckInList: ReadCheckInList;
  readonly today: (vendor: string) => string;
  readonly tellStaff: (vendor: string) => void;
}

export function addCheckInRoutes(
  { routes, answer }: KioskScope,
  { arrivals, readCheckInList, today, tellStaff }: CheckInRoutesDependencies,
): void {
  routes.get(`${KIOSK_BASE}/check-in-list`, kioskOnly, async (request, reply) => {
    const vendor = vendorOf(request).pack.slug;
    return answer(reply, await readCheckInList(vendor, kioskOf(request).id, today(vendor)));
  });

  routes.post(`${KIOSK_BASE}/arrivals`, kioskOnly, async (request, reply) => {
    const vendor = vendorOf(request).pack.slug;
    const arrival = bodyOf(request, arrivalRequestSchema);
    const queueNumber = await arrivals.take(vendor, kioskOf(request).id, arrival);
    tellStaff(vendor);
    return answer(reply, { queueNumber });
  });
}
