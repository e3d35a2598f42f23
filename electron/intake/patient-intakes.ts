/**
 * The intakes of the one patient who is here. What isn't theirs is absent; once they have gone every verb rejects, and no key of theirs is left.
 */

import type { DraftContent } from '../../renderer/platform/contract/contract.ts';
import type { Clock, Unsubscribe } from '../../sync/client/base/ports.ts';
import { StorageError } from '../../sync/client/base/storage-error.ts';
import { intakeSubmission } from '../../sync/protocol/operations/intake-submit.ts';
import type { IntakePaused } from '../../sync/protocol/operations/payloads/intake-paused.ts';
import type { IntakeAnswers } from '../../sync/protocol/operations/payloads/intake-submit.ts';
import { createClaims } from './claims.ts';
import type { PatientIntakes } from './contract.ts';
import { type EndSessionDependencies, endSession } from './end-session.ts';
import { createPatientAlerts } from './patient-alerts.ts';
import { createPatientCalls } from './patient-calls.ts';

/** So long a patient who pauses waits to hear whether the clinic has it. */
export const SENT_WAIT_MS = 5_000;

export interface PatientIntakesDependencies extends EndSessionDependencies {
  readonly clock: Pick<Clock, 'setTimer'>;
}

export function createPatientIntakes(dependencies: PatientIntakesDependencies): PatientIntakes {
  const { client, store, pauses, clock } = dependencies;
  const own = createClaims(store);
  const alerts = createPatientAlerts(client.deliveries, own);
  const calls = createPatientCalls();
  const { verb } = calls;
  /** Handed in or paused: a save that comes late must not bring it back. */
  const gone = new Set<string>();
  const stops = new Set<Unsubscribe>();

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
    await calls.settled();
    await endSession(dependencies, { own, gone, alerts }, by);
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
    alert: verb(alerts.send),
    list: verb(myDeliveries),
    watch(listener) {
      calls.check();
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
    alertPending: alerts.isPending,
    end: (by) => calls.end(() => finish(by)),
  };
}
