import { useMemo } from 'react';
import type { SentForm } from '../../../sync/domain/cart/consultations.ts';
import { CASE_RECORD } from '../../../sync/protocol/records/case-kind.ts';
import { CONSULTATION_RECORD } from '../../../sync/protocol/records/consultation.ts';
import { useDeliveries } from '../provider/platform-provider.tsx';
import { useRecords } from '../use-account.ts';
import { moved, ofForm, sentForms } from './sent-forms.ts';

/**
 * The forms that this device has sent and those of a signed-in person, from whichever device, with what is known of what became of them.
 * Undefined until the store is open; the person's may follow a moment later.
 */
export function useSentForms(): readonly SentForm[] | undefined {
  const deliveries = useDeliveries();
  const { records } = useRecords(CONSULTATION_RECORD, moved);
  const { records: cases } = useRecords(CASE_RECORD, ofForm);
  return useMemo(() => deliveries && sentForms(deliveries, cases, records), [deliveries, cases, records]);
}
