import type { Delivery, DraftContent } from '../../renderer/platform/contract/contract.ts';
import { toStorageError } from '../../sync/client/base/storage-error.ts';
import type { SyncClient } from '../../sync/client/client.ts';
import type { SafetyAlert } from '../../sync/protocol/operations/payloads/safety-alert.ts';
import { alertSubmission } from '../../sync/protocol/operations/safety-alert.ts';
import type { Claims } from './claims.ts';

/** Safety alerts of the one patient who is here. One that can't be queued is kept until it can. */
export interface PatientAlerts {
  send(payload: SafetyAlert): Promise<Delivery>;
  /** Alerts that are met and not queued. */
  pending(): IterableIterator<SafetyAlert>;
  isPending(): boolean;
}

export function createPatientAlerts(
  deliveries: Pick<SyncClient<DraftContent>['deliveries'], 'send'>,
  own: Pick<Claims, 'claim'>,
): PatientAlerts {
  const waiting = new Map<string, SafetyAlert>();

  return {
    async send(payload) {
      const { session, hit, patient } = payload;
      const name = `${session} ${hit.rule} ${hit.at}`;
      waiting.set(name, payload);
      try {
        await own.claim({ session, subjectId: patient.id });
        const delivery = await deliveries.send(alertSubmission(payload), 'shared');
        waiting.delete(name);
        return delivery;
      } catch (error) {
        // Somebody else's: nobody waits for it here.
        if (toStorageError(error).code === 'absent') waiting.delete(name);
        throw error;
      }
    },
    pending: () => waiting.values(),
    isPending: () => waiting.size > 0,
  };
}
