/** The forms that somebody has sent and that are known here, with what is known of what became of them. */
import { type ConsultationState, consultationStates } from '../../../sync/domain/care/consultation-state.ts';
import type { SentForm } from '../../../sync/domain/cart/consultations.ts';
import { formOf } from '../../../sync/protocol/operations/about.ts';
import { CASE_RECORD } from '../../../sync/protocol/records/case-kind.ts';
import { CONSULTATION_RECORD } from '../../../sync/protocol/records/consultation.ts';
import type { Account, RecordView } from '../../platform/contract/account.ts';
import type { Delivery, Platform } from '../../platform/contract/contract.ts';
import { personHere } from '../person-here.ts';
import { isOffline, RECORDS_WAIT_MS } from '../records-wait.ts';
import { type Reads, readBodies, type TypedRecord } from '../use-account.ts';

export interface Moved {
  readonly state: ConsultationState;
  readonly prescription?: { readonly product?: string };
}
const isState = (value: unknown): value is ConsultationState =>
  consultationStates.some((state) => state === value);
/** Only what is asked here, without the whole schema. */
export const moved: Reads<Moved> = {
  safeParse(body) {
    if (typeof body !== 'object' || body === null || !('state' in body) || !isState(body.state))
      return { success: false };
    const { state } = body;
    const prescription = 'prescription' in body ? (body.prescription as Moved['prescription']) : undefined;
    return { success: true, data: prescription === undefined ? { state } : { state, prescription } };
  },
};

export interface Case {
  readonly form: string;
  readonly sentAt: string;
}
export const ofForm: Reads<Case> = {
  safeParse(body) {
    if (typeof body !== 'object' || body === null || !('form' in body) || !('sentAt' in body))
      return { success: false };
    const { form, sentAt } = body;
    if (typeof form !== 'string' || typeof sentAt !== 'string') return { success: false };
    return { success: true, data: { form, sentAt } };
  },
};

/** @param cases the records of a signed-in person's forms, from whichever device. */
export function sentForms(
  deliveries: readonly Delivery[],
  cases: readonly TypedRecord<Case>[],
  consultations: readonly TypedRecord<Moved>[],
): readonly SentForm[] {
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
    const body = consultations.find(({ id }) => id === form.id)?.body;
    return { ...form, state: body?.state, prescribed: body?.prescription?.product };
  });
}

/** As they are once they have been read; where they were never here, as they are without a network, or after a while without an answer. */
function recordsOf<Body>(
  platform: Platform,
  account: Account,
  kind: string,
  schema: Reads<Body>,
): Promise<readonly TypedRecord<Body>[]> {
  return new Promise((resolve) => {
    const goOn = (records: readonly RecordView[]) => {
      resolve(readBodies(records, schema));
      clearTimeout(timer);
      queueMicrotask(() => stop());
    };
    const timer = setTimeout(() => goOn([]), RECORDS_WAIT_MS);
    const stop = account.watchRecords(kind, ({ status, records }) => {
      if (status !== 'loading' || isOffline(platform)) goOn(records);
    });
  });
}

/** All of them, once nothing more is known: of who is signed in, when their records are here, or can't be. */
export async function readSentForms(platform: Platform): Promise<readonly SentForm[]> {
  const [deliveries, person] = await Promise.all([platform.deliveries.list(), personHere(platform)]);
  const { account } = platform;
  if (!account || person === undefined) return sentForms(deliveries, [], []);
  const [cases, consultations] = await Promise.all([
    recordsOf(platform, account, CASE_RECORD, ofForm),
    recordsOf(platform, account, CONSULTATION_RECORD, moved),
  ]);
  return sentForms(deliveries, cases, consultations);
}
