import type { Delivery } from '../../../platform/contract/contract.ts';

export type AlertStage = 'recording' | 'failed' | 'waiting' | 'arrived' | 'acknowledged';

/** The newest alert of this session that nobody has acknowledged, else the newest: "seen" is said of all of them or not at all. */
export function alertOf(deliveries: readonly Delivery[] | undefined, session: string): Delivery | undefined {
  const alerts = (deliveries ?? []).filter(
    (delivery) => delivery.kind === 'safety.alert' && delivery.session === session,
  );
  const newest = alerts.toSorted((one, other) => other.queuedAt.localeCompare(one.queuedAt));
  return newest.find(({ acknowledgedAt }) => acknowledgedAt === undefined) ?? newest[0];
}

/** Nothing is claimed before it is true: "seen" only when a person there has acknowledged it. */
export function alertStage(alert: Delivery | undefined, failed: boolean): AlertStage {
  if (!alert) return failed ? 'failed' : 'recording';
  if (alert.acknowledgedAt !== undefined) return 'acknowledged';
  return alert.receipt || alert.state === 'received' || alert.state === 'held' ? 'arrived' : 'waiting';
}
