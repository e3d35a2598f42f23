import type { Connection, Delivery, StorageReport } from '../platform/contract.ts';

/** What the banner has to say; the screens translate it. Pure, so that the words can be tested against the state. */
export interface BannerState {
  readonly connection: 'offline' | 'online';
  /** Operations that the vendor doesn't have yet. */
  readonly waiting: number;
  /** Some of them need the patient or an update before they can go. */
  readonly stuck: Delivery['why'] | undefined;
  /** Nothing can be kept here: "saved" would be a lie. */
  readonly keepsNothing: boolean;
}

const underWay: readonly Delivery['state'][] = ['queued', 'sending', 'attention'];

export function isWaiting(delivery: Delivery): boolean {
  return underWay.includes(delivery.state);
}

/** Undefined where there is nothing to say. */
export function bannerState(
  connection: Connection,
  deliveries: readonly Delivery[] | undefined,
  report: StorageReport | undefined,
): BannerState | undefined {
  const waiting = (deliveries ?? []).filter(isWaiting);
  const offline = connection.state === 'offline';
  if (!offline && waiting.length === 0) return undefined;
  return {
    connection: offline ? 'offline' : 'online',
    waiting: waiting.length,
    stuck: waiting.find((delivery) => delivery.state === 'attention')?.why,
    keepsNothing: report?.mode === 'memory',
  };
}
