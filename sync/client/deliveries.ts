/** The outbox as a patient sees it: what is on its way, what has arrived, and why something hasn't. */
import type { IntakeSubmit, SafetyAlert } from '../protocol/payloads.ts';
import type { Operation } from '../protocol/wire.ts';
import type { Delivery } from './delivery.ts';
import type { Device } from './device.ts';
import type { Outbox } from './outbox.ts';
import type { Store, Unsubscribe } from './ports.ts';
import { toOperation } from './sender.ts';
import type { Status } from './status.ts';
import { StorageError } from './storage-error.ts';
import type { DeviceOwner, OutboxRow } from './store/rows.ts';

/** What is handed to the clinic when no network comes: the operation as it would be pushed. Media type {@link BUNDLE_MEDIA_TYPE}. */
export interface Bundle {
  readonly bundle: 1;
  readonly vendor: string;
  readonly deviceId: string;
  readonly operation: Operation;
}
export const BUNDLE_MEDIA_TYPE = 'application/vnd.carefront.intake+json';

export interface Deliveries {
  submit(draftId: string, payload: IntakeSubmit): Promise<Delivery>;
  alert(payload: SafetyAlert, owner: DeviceOwner): Promise<Delivery>;
  list(): Promise<readonly Delivery[]>;
  copy(opId: string): Promise<IntakeSubmit | undefined>;
  watch(listener: (deliveries: readonly Delivery[]) => void): Unsubscribe;
  sendNow(): Promise<void>;
  /** @throws StorageError `absent` where its envelope is no longer here. */
  bundle(opId: string): Promise<Bundle>;
}

export function toDelivery(row: OutboxRow, status: Pick<Status, 'isSending' | 'obstacle'>): Delivery {
  const sending = row.state === 'queued' && status.isSending(row.opId);
  const why = row.why ?? (row.state === 'queued' && !sending ? status.obstacle() : undefined);
  const { opId, session, subjectId, kind, questionnaireSlug, owner, code, queuedAt } = row;
  return {
    opId,
    session,
    subjectId,
    kind,
    questionnaireSlug,
    owner,
    code,
    queuedAt,
    state: sending ? 'sending' : row.state === 'receipt' ? 'received' : row.state,
    ...(why === undefined ? {} : { why }),
    ...(row.receipt === undefined ? {} : { receipt: row.receipt }),
    ...(row.outcome === undefined ? {} : { outcome: row.outcome }),
    ...(row.reviewedAt === undefined ? {} : { reviewedAt: row.reviewedAt }),
    ...(row.acknowledgedAt === undefined ? {} : { acknowledgedAt: row.acknowledgedAt }),
  };
}

export function createDeliveries(dependencies: {
  readonly vendor: string;
  readonly store: Store;
  readonly outbox: Outbox;
  readonly device: Device;
  readonly status: Status;
  /** Called when an operation has been queued. */
  readonly onQueued: () => void;
  /** Tells of each change, from any tab. */
  readonly watchChanges: (listener: () => void) => Unsubscribe;
  readonly sendNow: () => Promise<void>;
}): Deliveries {
  const { vendor, store, outbox, device, status, onQueued, watchChanges, sendNow } = dependencies;

  const list = async () => {
    const rows = await store.read(['outbox'], (transaction) => transaction.all('outbox'));
    return rows
      .toSorted((one, other) => (one.opId < other.opId ? -1 : 1))
      .map((row) => toDelivery(row, status));
  };

  return {
    async submit(draftId, payload) {
      const row = await outbox.submit(draftId, payload);
      onQueued();
      return toDelivery(row, status);
    },
    async alert(payload, owner) {
      const row = await outbox.alert(payload, owner);
      onQueued();
      return toDelivery(row, status);
    },
    list,
    copy: outbox.copy,
    watch(listener) {
      let over = false;
      let reading = false;
      let stale = false;
      const refresh = async () => {
        if (reading) {
          stale = true;
          return;
        }
        reading = true;
        try {
          do {
            stale = false;
            const deliveries = await list();
            if (!over) listener(deliveries);
          } while (stale && !over);
        } catch {
          // The store can't be read just now: the listener keeps what it had, and the next change asks again.
        } finally {
          reading = false;
        }
      };
      const stop = watchChanges(() => void refresh());
      void refresh();
      return () => {
        over = true;
        stop();
      };
    },
    sendNow,
    async bundle(opId) {
      const row = await store.read(['outbox'], (transaction) => transaction.get('outbox', opId));
      const operation = row?.kept ? await toOperation(row, outbox) : undefined;
      if (operation === undefined) throw new StorageError(row?.kept ? 'unreadable' : 'absent');
      const { deviceId } = await device.identity();
      return { bundle: 1, vendor, deviceId, operation };
    },
  };
}
