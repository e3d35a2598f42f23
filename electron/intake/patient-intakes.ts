/**
 * The intakes of the one patient who is here. What isn't theirs is absent; once they have gone every verb rejects, and no key of theirs is left.
 */

import type { DraftContent } from '../../renderer/platform/contract/contract.ts';
import type { Clock, Unsubscribe } from '../../sync/client/base/ports.ts';
import { StorageError, toStorageError } from '../../sync/client/base/storage-error.ts';
import type { SyncClient } from '../../sync/client/client.ts';
import type { IntakePaused } from '../../sync/protocol/operations/intake-paused.ts';
import type { IntakeAnswers } from '../../sync/protocol/operations/intake-submit.ts';
import { intakeSubmission } from '../../sync/protocol/operations/intake-submit.ts';
import type { SafetyAlert } from '../../sync/protocol/operations/safety-alert.ts';
import { alertSubmission } from '../../sync/protocol/operations/safety-alert.ts';
import { createClaims } from './claims.ts';
import type { PatientIntakes } from './contract.ts';
import type { ForgetfulStore } from './forgetful-store.ts';
import type { Pauses } from './pause.ts';

/** So long a patient who pauses waits to hear whether the clinic has it. */
export const SENT_WAIT_MS = 5_000;

export interface PatientIntakesDependencies {
  readonly client: SyncClient<DraftContent>;
  readonly store: ForgetfulStore;
  readonly pauses: Pauses;
  readonly clock: Pick<Clock, 'setTimer'>;
  /** A draft that was to be deleted is still on the disk: to be deleted when that works again. */
  readonly onDiscardFailed: (draftId: string) => void;
  /** `complete`: nothing of theirs is left to be done. */
  readonly onEnded: (complete: boolean) => void;
}

export function createPatientIntakes(dependencies: PatientIntakesDependencies): PatientIntakes {
  const { client, store, pauses, clock } = dependencies;
  const { parts } = client;
  const own = createClaims(store);
  /** Handed in or paused: a save that comes late must not bring it back. */
  const gone = new Set<string>();
  /** Alerts that are met and not queued. */
  const waiting = new Map<string, SafetyAlert>();
  const running = new Set<Promise<unknown>>();
  const stops = new Set<Unsubscribe>();
  let ending: Promise<void> | undefined;

  const check = () => {
    if (ending !== undefined) throw new StorageError('closed');
  };
  function verb<Arguments extends readonly unknown[], Result>(
    work: (...args: Arguments) => Promise<Result>,
  ): (...args: Arguments) => Promise<Result> {
    return async (...args) => {
      check();
      const run = work(...args);
      running.add(run);
      try {
        return await run;
      } finally {
        running.delete(run);
      }
    };
  }

  const mine = (draftId: string) => {
    if (!own.drafts.has(draftId)) throw new StorageError('absent');
  };
  const isMyBlob = async (sha256: string) => {
    const row = await store.read(['blobs'], (transaction) => transaction.get('blobs', sha256));
    return row !== undefined && own.drafts.has(row.draftId);
  };
  const myDeliveries = async () =>
    (await client.deliveries.list()).filter(({ session }) => own.sessions.has(session));

  async function save(content: DraftContent): Promise<void> {
    if (gone.has(content.draftId)) throw new StorageError('taken-over');
    // Whatever the page says: nobody's own device.
    await client.drafts.save({ ...content, owner: 'shared' });
  }

  async function alert(name: string, payload: SafetyAlert) {
    waiting.set(name, payload);
    try {
      await own.claim({ session: payload.session, subjectId: payload.patient.id });
      const delivery = await client.deliveries.send(alertSubmission(payload), 'shared');
      waiting.delete(name);
      return delivery;
    } catch (error) {
      // Somebody else's: nobody waits for it here.
      if (toStorageError(error).code === 'absent') waiting.delete(name);
      throw error;
    }
  }

  async function isSent(opId: string): Promise<boolean> {
    let cancel: Unsubscribe = () => undefined;
    const late = new Promise<void>((resolve) => {
      cancel = clock.setTimer(SENT_WAIT_MS, resolve);
    });
    await Promise.race([client.deliveries.sendNow().catch(() => undefined), late]);
    cancel();
    const row = await store.read(['outbox'], (transaction) => transaction.get('outbox', opId));
    return row?.receipt !== undefined;
  }

  async function finish(by: 'discard' | IntakePaused['reason']): Promise<void> {
    for (const stop of stops) stop();
    await Promise.allSettled(running);
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
    for (const [name, payload] of waiting) await attempt(() => alert(name, payload));
    for (const draftId of own.drafts) {
      const kept = by !== 'discard' && !gone.has(draftId);
      if (kept && (await attempt(() => pauses.pause(draftId, by))) === false) continue;
      // What is left of it are photos that no operation needs.
      const discarded = await attempt(() => client.drafts.discard(draftId));
      if (!discarded && by === 'discard') dependencies.onDiscardFailed(draftId);
    }
    for (const subjectId of own.subjects) {
      parts.keys.forget(subjectId);
      await attempt(() => store.forget(subjectId));
    }
    for (const draftId of own.drafts) parts.drafts.forget(draftId);
    await attempt(() => pauses.clear());
    dependencies.onEnded(failure === undefined);
    if (failure !== undefined) throw failure;
  }

  return {
    drafts: {
      list: verb(async () => (await client.drafts.list()).filter(({ draftId }) => own.drafts.has(draftId))),
      open: verb(async (draftId: string) =>
        own.drafts.has(draftId) ? await client.drafts.open(draftId) : { status: 'absent' as const },
      ),
      save: verb(async (content: DraftContent) => {
        await own.claim(content);
        await save(content);
      }),
      discard: verb(async (draftId: string) => {
        mine(draftId);
        await client.drafts.discard(draftId);
      }),
      keepDefinition: verb(client.drafts.keepDefinition),
      definition: verb(client.drafts.definition),
    },
    blobs: {
      keep: verb(async (file: Parameters<PatientIntakes['blobs']['keep']>[0]) => {
        const { draftId, subjectId } = file;
        if (gone.has(draftId)) throw new StorageError('taken-over');
        await own.claim({ draftId, subjectId });
        return await client.blobs.keep(file);
      }),
      adopt: verb(async (file: Parameters<PatientIntakes['blobs']['adopt']>[0]) => {
        mine(file.draftId);
        return await client.blobs.adopt(file);
      }),
      read: verb(async (sha256: string) =>
        (await isMyBlob(sha256)) ? await client.blobs.read(sha256) : undefined,
      ),
      drop: verb(async (sha256: string) => {
        if (await isMyBlob(sha256)) await client.blobs.drop(sha256);
      }),
    },
    submit: verb(async (draftId: string, payload: IntakeAnswers) => {
      mine(draftId);
      const delivery = await client.deliveries.submit(draftId, intakeSubmission(payload));
      gone.add(draftId);
      return delivery;
    }),
    alert: verb((payload: SafetyAlert) => {
      const { session, hit } = payload;
      return alert(`${session} ${hit.rule} ${hit.at}`, payload);
    }),
    list: verb(myDeliveries),
    watch(listener) {
      check();
      const stop = client.deliveries.watch((deliveries) =>
        listener(deliveries.filter(({ session }) => own.sessions.has(session))),
      );
      stops.add(stop);
      return () => {
        stops.delete(stop);
        stop();
      };
    },
    pause: verb(async (draftId: string, reason: IntakePaused['reason']) => {
      mine(draftId);
      const row = await pauses.pause(draftId, reason);
      if (row === undefined) throw new StorageError('absent');
      gone.add(draftId);
      return { code: row.code, sent: await isSent(row.opId) };
    }),
    adopt: verb(async (content: DraftContent) => {
      await own.adopt(content);
      gone.delete(content.draftId);
      await save(content);
    }),
    alertPending: () => waiting.size > 0,
    end(by) {
      ending ??= finish(by);
      return ending;
    },
  };
}
