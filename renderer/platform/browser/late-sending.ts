/**
 * What seals and sends, in a chunk of its own: a page first shows a question that can be answered. It is loaded a moment later, with the first answer at the
 * latest, and at once where something waits to be sent; from then on a form can be finished without a network and without a worker. Where it can't
 * be fetched, a submission rejects, its draft stays as it is, and it is tried again.
 */
import type { Clock, Signals, Unsubscribe } from '../../../sync/client/base/ports.ts';
import { whenIdle } from '../../base/when-idle.ts';
import type { Delivery, Platform } from '../contract/contract.ts';
import type { Sending } from '../sending/sending.ts';

export const RETRY_MS = 5_000;
/** A cheap phone shows a form's first question by then. */
export const LATER_MS = 2_000;

export interface LateSending {
  /** Loads it if need be. @throws where it can't be fetched now */
  ready(): Promise<Sending>;
  current(): Sending | undefined;
  /** Begins once it is there. */
  follow(begin: (sending: Sending) => Unsubscribe): Unsubscribe;
  /** Loads it when the page has time, and again where that failed. */
  plan(isUrgent: boolean): void;
  /** @returns whether there was anything to stop */
  stop(): Promise<boolean>;
}

export function createLateSending(options: {
  readonly load: () => Promise<Sending>;
  readonly clock: Clock;
  readonly signals: Signals;
}): LateSending {
  const { load, clock, signals } = options;
  let current: Sending | undefined;
  let loading: Promise<Sending> | undefined;
  let over = false;
  let urgent = false;
  let cancel: Unsubscribe = () => undefined;
  const waiting = new Set<() => void>();

  const open = async () => {
    const sending = await load();
    if (!over) await sending.start();
    current = sending;
    for (const begin of waiting) begin();
    waiting.clear();
    return sending;
  };
  const ready = () => {
    loading ??= open().catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };
  const attempt = () => {
    if (over || current) return;
    ready().catch(() => {
      cancel();
      if (!over) cancel = clock.setTimer(RETRY_MS, attempt);
    });
  };
  const stopListening = signals.listen((signal) => {
    if (signal === 'online') attempt();
  });

  return {
    ready,
    current: () => current,
    follow(begin) {
      let stop: Unsubscribe = () => waiting.delete(hand);
      const hand = () => {
        if (current) stop = begin(current);
      };
      if (current) hand();
      else waiting.add(hand);
      return () => stop();
    },
    plan(isUrgent) {
      if (over || loading || urgent) return;
      cancel();
      urgent = isUrgent;
      if (isUrgent) cancel = whenIdle(attempt);
      else {
        const timer = setTimeout(() => {
          cancel = whenIdle(attempt);
        }, LATER_MS);
        cancel = () => clearTimeout(timer);
      }
    },
    async stop() {
      over = true;
      cancel();
      stopListening();
      const sending = await loading?.catch(() => undefined);
      await sending?.stop();
      return sending !== undefined;
    },
  };
}

/** @param onQueued something has been finished */
export function deliveriesOf(late: LateSending, onQueued: () => void): Platform['deliveries'] {
  const sender = async () => (await late.ready()).deliveries;
  const queued = (delivery: Delivery) => {
    onQueued();
    return delivery;
  };
  return {
    submit: async (...given) => queued(await (await sender()).submit(...given)),
    send: async (...given) => queued(await (await sender()).send(...given)),
    list: async () => (await sender()).list(),
    copy: async (...given) => (await sender()).copy(...given),
    watch: (listener) => late.follow(({ deliveries }) => deliveries.watch(listener)),
    sendNow: async () => (await sender()).sendNow(),
    saveCopy: async (session) => (await late.ready()).saveCopy(session),
  };
}

export function blobsOf(late: LateSending): Platform['blobs'] {
  const blobs = async () => (await late.ready()).blobs;
  return {
    keep: async (file) => (await blobs()).keep(file),
    read: async (name) => (await blobs()).read(name),
    drop: async (name) => (await blobs()).drop(name),
  };
}
