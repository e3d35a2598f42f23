/** What the console asks about patients: see `sync/protocol/api/patients.ts`. */
import { z } from 'zod/mini';
import {
  type IdentityAnswer,
  type IdentityDecision,
  identityAnswerSchema,
  type WaitingIdentities,
  waitingIdentitiesSchema,
} from '../../../../sync/protocol/api/identity.ts';
import {
  type MergeRequest,
  type PatientDetail,
  type PatientsResponse,
  patientDetailSchema,
  patientLineSchema,
  patientsResponseSchema,
  type TimelineResponse,
  timelineResponseSchema,
} from '../../../../sync/protocol/api/patients.ts';
import { withReadableRows } from '../../../../sync/protocol/api/rows.ts';
import type { Answer, Ask } from '../base/api-answer.ts';

export interface PatientsApi {
  /** As it was typed. */
  find(typed: string, cursor?: string): Promise<Answer<PatientsResponse>>;
  read(id: string): Promise<Answer<PatientDetail>>;
  timeline(id: string, cursor?: string): Promise<Answer<TimelineResponse>>;
  /** @returns the kept patient. */
  merge(kept: string, request: MergeRequest): Promise<Answer<PatientDetail>>;
  undoMerge(id: string, reason: string): Promise<Answer<PatientDetail>>;
  /** Whose identity documents wait. */
  waitingIdentities(): Promise<Answer<WaitingIdentities>>;
  identity(id: string): Promise<Answer<IdentityAnswer>>;
  decideIdentity(id: string, decision: IdentityDecision): Promise<Answer<IdentityAnswer>>;
}

export function createPatientsApi(ask: Ask): PatientsApi {
  const patient = (id: string, rest = '') => `patients/${encodeURIComponent(id)}${rest}`;
  const page = (cursor: string | undefined) => (cursor === undefined ? {} : { cursor });
  return {
    async find(typed, cursor) {
      const query = new URLSearchParams({ q: typed, ...page(cursor) });
      const answer = await ask('GET', `patients?${query}`, z.unknown());
      if (!answer.ok) return answer;
      // A line that this page can't read empties no list.
      const readable = withReadableRows(answer.value, { patients: patientLineSchema });
      const { success, data } = patientsResponseSchema.safeParse(readable);
      return success ? { ok: true, value: data } : { ok: false, failure: { code: 'NOT_OURS' } };
    },
    read: (id) => ask('GET', patient(id), patientDetailSchema),
    timeline: (id, cursor) =>
      ask('GET', patient(id, `/timeline?${new URLSearchParams(page(cursor))}`), timelineResponseSchema),
    merge: (kept, request) => ask('POST', patient(kept, '/merge'), patientDetailSchema, request),
    undoMerge: (id, reason) =>
      ask('POST', `merges/${encodeURIComponent(id)}/undo`, patientDetailSchema, { reason }),
    waitingIdentities: () => ask('GET', 'identity', waitingIdentitiesSchema),
    identity: (id) => ask('GET', patient(id, '/identity'), identityAnswerSchema),
    decideIdentity: (id, decision) =>
      ask('POST', patient(id, '/identity/decision'), identityAnswerSchema, decision),
  };
}
