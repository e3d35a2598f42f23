import { useMemo } from 'react';
import { type ConsultationState, consultationStates } from '../../../sync/domain/care/consultation-state.ts';
import type { SentForm } from '../../../sync/domain/cart/consultations.ts';
import { formOf } from '../../../sync/protocol/operations/about.ts';
import { CASE_RECORD } from '../../../sync/protocol/records/case-kind.ts';
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

interface Case {
  readonly form: string;
  readonly sentAt: string;
}
const ofForm: Reads<Case> = {
  safeParse(body) {
    if (typeof body !== 'object' || body === null || !('form' in body) || !('sentAt' in body))
      return { success: false };
    const { form, sentAt } = body;
    if (typeof form !== 'string' || typeof sentAt !== 'string') return { success: false };
    return { success: true, data: { form, sentAt } };
  },
};

/**
 * The forms that this device has sent and those of a signed-in person, from whichever device, with what is known of what became of them.
 * Undefined until the store is open; the person's may follow a moment later.
 */
export function useSentForms(): readonly SentForm[] | undefined {
  const deliveries = useDeliveries();
  const { records } = useRecords(CONSULTATION_RECORD, moved);
  const { records: cases } = useRecords(CASE_RECORD, ofForm);
  return useMemo(() => {
    if (deliveries === undefined) return undefined;
    const sent = deliveries.filter(({ kind }) => kind === 'intake.submit');
    const own = sent
      .filter(({ deletedAt }) => deletedAt === undefined)
      .map((delivery) => ({
        id: delivery.opId,
        questionnaire: formOf(delivery),
        sentAt: delivery.queuedAt,
      }));
    const elsewhere = cases
      .filter(({ id }) => !sent.some(({ opId }) => opId === id))
      .map(({ id, body }) => ({ id, questionnaire: body.form, sentAt: body.sentAt }));
    return [...own, ...elsewhere].map((form) => {
      const body = records.find(({ id }) => id === form.id)?.body;
      return { ...form, state: body?.state, prescribed: body?.prescription?.product };
    });
  }, [deliveries, cases, records]);
}
