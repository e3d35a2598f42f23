/** Whom a step is told: the case's line in the inbox, the patient's record, their device, and the orders that wait for it. */
import type { ConsultationState } from '../../../domain/care/consultation.ts';
import type { ClinicalStatus } from '../../../domain/orders/order-status.ts';
import { CONSULTATION_RECORD, CONSULTATION_VERSION } from '../../../protocol/records/consultation.ts';
import type { Transaction } from '../../base/database/database.ts';
import type { Core } from '../../core/feature.ts';
import type { Publish } from '../../core/records/publishing.ts';
import { patients } from '../accounts/patients.ts';
import { markCase } from '../inbox/feature.ts';
import { orders } from '../orders/service.ts';
import { type CaseName, type Consultation, findConsultation, viewOf } from './consultation-store.ts';

/** Withdrawn by the patient, it isn't approved either, and what is held is released. A live visit is something that the patient has to do. */
const CLINICAL: Readonly<Record<ConsultationState, ClinicalStatus>> = {
  waiting: 'waiting',
  in_review: 'in_review',
  needs_info: 'needs_info',
  live_visit: 'needs_info',
  approved: 'approved',
  prescribed: 'approved',
  completed: 'approved',
  declined: 'declined',
  referred: 'referred',
  expired: 'expired',
  withdrawn: 'declined',
};

export interface Tell {
  /** @returns the device that sent the form: to be woken after the commit. */
  changed(
    transaction: Transaction,
    publish: Publish,
    told: {
      readonly before: ConsultationState;
      readonly after: Consultation;
      readonly actor: string | null;
      readonly decidedAt?: Date | undefined;
    },
  ): Promise<string | undefined>;
  /** To these persons, of these cases: what there is. */
  publish(
    transaction: Transaction,
    publish: Publish,
    cases: readonly (CaseName & { readonly person: string })[],
    gone?: 'merged',
  ): Promise<void>;
}

function orderDecision({ decision, state }: Consultation) {
  return decision && { ...decision, reason: decision.reason ?? state };
}

export function createTell(core: Core): Tell {
  const names = { kind: CONSULTATION_RECORD, v: CONSULTATION_VERSION };
  return {
    async changed(transaction, publish, { before, after, actor, decidedAt }) {
      const { vendor, id, state, clinician } = after;
      await markCase(transaction, { vendor, id, state, assignee: clinician });
      const persons = await patients.find(core)?.personsOf(transaction, vendor, [id]);
      const person = persons?.get(id);
      if (person !== undefined) publish.record({ ...names, vendor, person, id, body: { ...viewOf(after) } });
      const status = CLINICAL[state];
      if (status !== CLINICAL[before]) {
        const decision = orderDecision(after);
        await orders.find(core)?.consultationMoved(transaction, publish, {
          ...{ vendor, consultation: id, status, actor, decidedAt },
          ...(decision && { decision }),
        });
      }
      if (state === before) return undefined;
      // Whoever isn't signed in learns there how far it is, and nothing of what was written.
      const [fed] = await transaction<{ device: string }[]>`
        insert into feed (vendor, device, seq, type, id, data)
        select vendor, device, nextval('operation_seq'), 'operation', id, ${JSON.stringify({ consultation: state })}
        from inbox_items where vendor = ${vendor} and id = ${id} returning device`;
      return fed?.device;
    },

    async publish(transaction, publish, cases, gone) {
      for (const { vendor, id, person } of cases) {
        const consultation = await findConsultation(transaction, { vendor, id });
        if (!consultation) continue;
        const named = { ...names, vendor, person, id };
        publish.record(
          gone ? { ...named, body: null, reason: gone } : { ...named, body: { ...viewOf(consultation) } },
        );
      }
    },
  };
}
