/** The end of a patient's session: what is unfinished goes to the clinic or is deleted, and every key of theirs is forgotten. */
import type { DraftContent } from '../../renderer/platform/contract/contract.ts';
import { type StorageError, toStorageError } from '../../sync/client/base/storage-error.ts';
import type { SyncClient } from '../../sync/client/client.ts';
import type { IntakePaused } from '../../sync/protocol/operations/payloads/intake-paused.ts';
import type { Claims } from './claims.ts';
import type { ForgetfulStore } from './forgetful-store.ts';
import type { PatientAlerts } from './patient-alerts.ts';
import type { Pauses } from './pause.ts';

export interface EndSessionDependencies {
  readonly client: SyncClient<DraftContent>;
  readonly store: ForgetfulStore;
  readonly pauses: Pauses;
  /** A draft that was to be deleted is still on the disk: to be deleted when that works again. */
  readonly onDiscardFailed: (draftId: string) => void;
  /** `complete`: nothing of theirs is left to be done. */
  readonly onEnded: (complete: boolean) => void;
}

export interface SessionToEnd {
  readonly own: Claims;
  /** Drafts that were handed in or paused. */
  readonly gone: ReadonlySet<string>;
  readonly alerts: PatientAlerts;
}

/** Does every step, whichever fails. @throws the first failure, at the end */
export async function endSession(
  { client, store, pauses, onDiscardFailed, onEnded }: EndSessionDependencies,
  { own, gone, alerts }: SessionToEnd,
  by: 'discard' | IntakePaused['reason'],
): Promise<void> {
  const { parts } = client;
  let failure: StorageError | undefined;
  const attempt = async (work: () => Promise<unknown>) => {
    try {
      await work();
      return true;
    } catch (error) {
      failure ??= toStorageError(error);
      return false;
    }
  };
  for (const payload of alerts.pending()) await attempt(() => alerts.send(payload));
  for (const draftId of own.drafts) {
    const kept = by !== 'discard' && !gone.has(draftId);
    if (kept && (await attempt(() => pauses.pause(draftId, by))) === false) continue;
    // What is left of it are photos that no operation needs.
    const discarded = await attempt(() => client.drafts.discard(draftId));
    if (!discarded && by === 'discard') onDiscardFailed(draftId);
  }
  for (const subjectId of own.subjects) {
    parts.keys.forget(subjectId);
    await attempt(() => store.forget(subjectId));
  }
  for (const draftId of own.drafts) parts.drafts.forget(draftId);
  await attempt(() => pauses.clear());
  onEnded(failure === undefined);
  if (failure !== undefined) throw failure;
}
