/** What the console asks about patients: see `sync/protocol/api/patients.ts`. */
import { z } from 'zod/mini';
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
}

/** A line that this page can't read empties no list. */
const readableResponse = z.pipe(
  z.pipe(
    z.unknown(),
    z.transform((body) => withReadableRows(body, { patients: patientLineSchema })),
  ),
  patientsResponseSchema,
);

export function createPatientsApi(ask: Ask): PatientsApi {
  const patient = (id: string, rest = '') => `patients/${encodeURIComponent(id)}${rest}`;
  const page = (cursor: string | undefined) => (cursor === undefined ? {} : { cursor });
  return {
    find: (typed, cursor) =>
      ask('GET', `patients?${new URLSearchParams({ q: typed, ...page(cursor) })}`, readableResponse),
    read: (id) => ask('GET', patient(id), patientDetailSchema),
    timeline: (id, cursor) =>
      ask('GET', patient(id, `/timeline?${new URLSearchParams(page(cursor))}`), timelineResponseSchema),
    merge: (kept, request) => ask('POST', patient(kept, '/merge'), patientDetailSchema, request),
    undoMerge: (id, reason) =>
      ask('POST', `merges/${encodeURIComponent(id)}/undo`, patientDetailSchema, { reason }),
  };
}
