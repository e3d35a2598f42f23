import { useMemo } from 'react';
import { type ConsultationState, consultationStates } from '../../../sync/domain/care/consultation-state.ts';
import type { SentForm } from '../../../sync/domain/cart/consultations.ts';
import { formOf } from '../../../sync/protocol/operations/about.ts';
import { CONSULTATION_RECORD } from '../../../sync/protocol/records/consultation.ts';
import { useDeliveries } from '../provider/platform-provider.tsx';
import { type Reads, useRecords } from '../use-account.ts';

interface Moved {
  readonly state: ConsultationState;
  readonly prescription?: { readonly product?: string };
}
const isState = (value: unknown): value is ConsultationState =>
  consultationStates.some((state) => state === value);
/** Only what is asked here, without the whole schema. */
const moved: Reads<Moved> = {
  safeParse(body) {
    if (typeof body !== 'object' || body === null || !('state' in body) || !isState(body.state))
      return { success: false };
    const { state } = body;
    const prescription = 'prescription' in body ? (body.prescription as Moved['prescription']) : undefined;
    return { success: true, data: prescription === undefined ? { state } : { state, prescription } };
  },
};

/** The forms that this device has sent, with what a signed-in person knows of what became of them. Undefined until the store is open. */
export function useSentForms(): readonly SentForm[] | undefined {
  const deliveries = useDeliveries();
  const { records } = useRecords(CONSULTATION_RECORD, moved);
  return useMemo(
    () =>
      deliveries
        ?.filter(({ kind, deletedAt }) => kind === 'intake.submit' && deletedAt === undefined)
        .map((delivery) => {
          const body = records.find(({ id }) => id === delivery.opId)?.body;
          return {
            ...{ id: delivery.opId, questionnaire: formOf(delivery), sentAt: delivery.queuedAt },
            ...{ state: body?.state, prescribed: body?.prescription?.product },
          };
        }),
    [deliveries, records],
  );
}
