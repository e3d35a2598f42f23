/** The outbox as a patient sees it: what is on its way, what has arrived, and why something hasn't. */
import type { Bundle } from '../../protocol/bundle.ts';
import type { Submission } from '../../protocol/operations/operation.ts';
import type { Unsubscribe } from '../base/ports.ts';
import { uploadsDone } from '../blobs/blob-rows.ts';
import { aboutOf, type DeviceOwner, type OutboxRow } from '../store/rows.ts';
import type { Store } from '../store/store.ts';
import type { Status } from '../wire/status.ts';
import type { Delivery } from './delivery.ts';
import type { Outbox } from './outbox.ts';

export interface Deliveries {
  /** @throws StorageError: see {@link Outbox.submit}. */
  submit(draftId: string, submission: Submission): Promise<Delivery>;
  /** What no draft was written for. */
  send(submission: Submission, owner: DeviceOwner): Promise<Delivery>;
  list(): Promise<readonly Delivery[]>;
  copy: Outbox['copy'];
  watch(listener: (deliveries: readonly Delivery[]) => void): Unsubscribe;
  sendNow(): Promise<void>;
  /**
   * All of a session that is on this device and not safe at the clinic yet.
   * @throws StorageError `absent` where nothing is.
   */
  bundle(session: string): Promise<Bundle>;
}

/** @param uploaded whether all its photos have arrived. */
export function toDelivery(
  row: OutboxRow,
  status: Pick<Status, 'isSending' | 'obstacle' | 'uploadOf'>,
  uploaded = true,
): Delivery {
  const queued = row.state === 'queued';
  const sending = queued && status.isSending(row.opId);
  // While its photos are on their way the operation hasn't been tried: what an earlier try left behind is no reason any more.
  const reason = queued && !uploaded ? (status.obstacle() ?? 'photos') : row.why;
  const why = reason ?? (queued && !sending ? status.obstacle() : undefined);
  const upload = queued ? status.uploadOf(row.opId) : undefined;
  const { opId, session, subjectId, kind, owner, code, queuedAt } = row;
  return {
    opId,
    session,
    subjectId,
    kind,
    about: aboutOf(row),
    owner,
    code,
    queuedAt,
    state: sending ? 'sending' : row.state === 'receipt' ? 'received' : row.state,
    ...(why === undefined ? {} : { why }),
    ...(upload === undefined ? {} : { upload }),
    ...(row.receipt === undefined ? {} : { receipt: row.receipt }),
    ...(row.outcome === undefined ? {} : { outcome: row.outcome }),
    ...(row.reviewedAt === undefined ? {} : { reviewedAt: row.reviewedAt }),
    ...(row.acknowledgedAt === undefined ? {} : { acknowledgedAt: row.acknowledgedAt }),
    ...(row.consultation === undefined ? {} : { consultation: row.consultation }),
    ...(row.deletedAt === undefined ? {} : { deletedAt: row.deletedAt }),
    ...(row.reason === undefined ? {} : { reason: row.reason }),
  };
}

export function createDeliveries(dependencies: {
  readonly store: Store;
  readonly outbox: Outbox;
  readonly status: Status;
  readonly bundle: Deliveries['bundle'];
  /** Called when an operation has been queued. */
  readonly onQueued: () => void;
  /** Tells of each change, from any tab. */
  readonly watchChanges: (listener: () => void) => Unsubscribe;
  readonly sendNow: () => Promise<void>;
}): Deliveries {
  const { store, outbox, status, bundle, onQueued, watchChanges, sendNow } = dependencies;

  const list = () =>
    store.read(['outbox', 'uploads'], async (transaction) => {
      const rows = await transaction.all('outbox');
      const deliveries: Delivery[] = [];
      for (const row of rows.toSorted((one, other) => (one.opId < other.opId ? -1 : 1)))
        deliveries.push(toDelivery(row, status, await uploadsDone(transaction, row.blobs)));
      return deliveries;
    });

  return {
    async submit(draftId, submission) {
      const row = await outbox.submit(draftId, submission);
      onQueued();
      return toDelivery(row, status, row.blobs.length === 0);
    },
    async send(submission, owner) {
      const row = await outbox.send(submission, owner);
      onQueued();
      return toDelivery(row, status, row.blobs.length === 0);
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
    bundle,
  };
}
