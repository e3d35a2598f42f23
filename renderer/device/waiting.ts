import type { Connection, Delivery, StorageReport } from '../platform/contract/contract.ts';
import { isWaiting } from './provider/is-waiting.ts';

/** What the banner has to say; the screens translate it. Pure, so that the words can be tested against the state. */
export interface BannerState {
  readonly connection: 'offline' | 'online';
  /** Operations that the vendor doesn't have yet. */
  readonly waiting: number;
  /** Why they aren't there yet; what needs the patient first. */
  readonly why: Delivery['why'] | undefined;
  /** Nothing can be kept here: "saved" would be a lie. */
  readonly keepsNothing: boolean;
  /** Whose copy can be saved. */
  readonly sessions: readonly string[];
  /** How much of the photos and documents has arrived, of all that is waiting; undefined where there are none. */
  readonly upload: number | undefined;
  /** Waits for so long that another way should be thought of. */
  readonly long: boolean;
}

/** After a day a saved copy is more than a precaution. */
export const LONG_WAIT_MS = 24 * 3_600_000;

export function waitsLong(delivery: Pick<Delivery, 'queuedAt'>, now: Date): boolean {
  return now.getTime() - Date.parse(delivery.queuedAt) >= LONG_WAIT_MS;
}

/** Of all bytes that are to be uploaded, how many have arrived: 0 to 1. */
export function uploadShare(deliveries: readonly Delivery[]): number | undefined {
  const uploads = deliveries.flatMap(({ upload }) => upload ?? []);
  const total = uploads.reduce((sum, upload) => sum + upload.total, 0);
  return total === 0 ? undefined : uploads.reduce((sum, upload) => sum + upload.done, 0) / total;
}

/** Undefined where there is nothing to say. */
export function bannerState(
  connection: Connection,
  deliveries: readonly Delivery[] | undefined,
  report: StorageReport | undefined,
  now: Date,
): BannerState | undefined {
  const waiting = (deliveries ?? []).filter(isWaiting);
  const offline = connection.state === 'offline';
  if (!offline && waiting.length === 0) return undefined;
  return {
    connection: offline ? 'offline' : 'online',
    waiting: waiting.length,
    why:
      waiting.find((delivery) => delivery.state === 'attention')?.why ??
      waiting.find((delivery) => delivery.why !== undefined)?.why,
    keepsNothing: report?.mode === 'memory',
    sessions: [...new Set(waiting.map(({ session }) => session))],
    upload: uploadShare(waiting),
    long: waiting.some((delivery) => waitsLong(delivery, now)),
  };
}
