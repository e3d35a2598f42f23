/** Finding patients, and opening one: see `sync/protocol/api/patients.ts`. Each search and each opening is in the audit trail. */
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import {
  MAX_PATIENT_QUERY_LENGTH,
  mergeSchema,
  type PatientLine,
  patientDetailSchema,
  patientsResponseSchema,
  timelineResponseSchema,
  undoMergeSchema,
} from '../../../protocol/api/patients.ts';
import { pageOf } from '../../base/cursor.ts';
import type { AuditLog } from '../../core/audit/audit-log.ts';
import type { ListingLog } from '../../core/audit/listing-log.ts';
import { auditContextOf, staffOf, vendorOf } from '../../http/access/access.ts';
import { cleanText, foundOrThrow, itemParams, staffMay } from '../../http/console-scope.ts';
import { dateOrderOf, readSearch, type SearchQuery } from '../inbox/feature.ts';
import type { FoundPatients } from './find-patients.ts';
import type { Merges } from './merge.ts';
import type { ReadPatient } from './patient-page.ts';

export interface PatientRoutesDependencies {
  readonly audit: AuditLog;
  readonly listings: ListingLog;
  readonly now: () => Date;
  readonly find: (vendor: string, query: SearchQuery, cursor?: string) => Promise<FoundPatients>;
  readonly findByEmail: (vendor: string, typed: string) => Promise<FoundPatients | undefined>;
  readonly lines: (vendor: string, ids: readonly string[]) => Promise<readonly PatientLine[]>;
  readonly read: ReadPatient;
  /** Where there are accounts. */
  readonly merges: Merges | undefined;
  readonly timeline: (
    vendor: string,
    id: string,
    cursor: string | undefined,
  ) => Promise<z.infer<typeof timelineResponseSchema>>;
}

const cursorQuery = z.object({ cursor: z.string().max(500).optional() });
const searchQuery = cursorQuery.extend({ q: z.string().min(1).max(MAX_PATIENT_QUERY_LENGTH) });

function scopeOf(scope: FastifyInstance) {
  return scope.withTypeProvider<ZodTypeProvider>();
}

export function addPatientRoutes(scope: FastifyInstance, dependencies: PatientRoutesDependencies): void {
  const console = scopeOf(scope);
  addReadRoutes(console, dependencies);
  const { merges } = dependencies;
  if (merges) addMergeRoutes(console, { ...dependencies, merges });
}

function addMergeRoutes(
  console: ReturnType<typeof scopeOf>,
  { merges, read }: PatientRoutesDependencies & { readonly merges: Merges },
): void {
  console.post(
    '/patients/:id/merge',
    {
      config: staffMay('patients.merge'),
      schema: { params: itemParams, body: mergeSchema, response: { 200: patientDetailSchema } },
    },
    async (request) => {
      const by = auditContextOf(request);
      const kept = request.params.id.toLowerCase();
      const { other, reason } = request.body;
      await merges.merge(by, { kept, other: other.toLowerCase() }, cleanText(reason));
      return foundOrThrow(await read(by.staff.vendor, kept));
    },
  );

  console.post(
    '/merges/:id/undo',
    {
      config: staffMay('patients.merge'),
      schema: { params: itemParams, body: undoMergeSchema, response: { 200: patientDetailSchema } },
    },
    async (request) => {
      const by = auditContextOf(request);
      const { kept } = await merges.undo(by, request.params.id.toLowerCase(), cleanText(request.body.reason));
      return foundOrThrow(await read(by.staff.vendor, kept));
    },
  );
}

function addReadRoutes(
  console: ReturnType<typeof scopeOf>,
  { audit, listings, now, find, findByEmail, lines, read, timeline }: PatientRoutesDependencies,
): void {
  console.get(
    '/patients',
    {
      config: staffMay('patients.read'),
      schema: { querystring: searchQuery, response: { 200: patientsResponseSchema } },
    },
    async (request) => {
      const { q, cursor } = request.query;
      const { vendor, email } = staffOf(request);
      const typed = cleanText(q);
      const query = readSearch(typed, dateOrderOf(vendorOf(request).pack.region));
      const byEmail = await findByEmail(vendor, typed);
      const detail = `list=patients by=${byEmail ? 'email' : query.by} page=${pageOf(cursor)}`;
      await audit.record({ vendor, action: 'searched', actor: email, from: request.ip, detail });
      const { ids, cursor: next } = byEmail ?? (await find(vendor, query, cursor));
      return {
        patients: [...(await lines(vendor, ids))],
        cursor: next,
        serverTime: now().toISOString(),
      };
    },
  );

  console.get(
    '/patients/:id',
    {
      config: staffMay('patients.read'),
      schema: { params: itemParams, response: { 200: patientDetailSchema } },
    },
    async (request) => {
      const { vendor } = staffOf(request);
      const id = request.params.id.toLowerCase();
      const detail = foundOrThrow(await read(vendor, id));
      await listings.note(request, 'list=patient', id);
      return detail;
    },
  );

  console.get(
    '/patients/:id/timeline',
    {
      config: staffMay('patients.read'),
      schema: { params: itemParams, querystring: cursorQuery, response: { 200: timelineResponseSchema } },
    },
    async (request) => {
      const { vendor } = staffOf(request);
      const id = request.params.id.toLowerCase();
      const { cursor } = request.query;
      foundOrThrow((await lines(vendor, [id])).length > 0);
      await listings.note(request, `list=patient-timeline page=${pageOf(cursor)}`, id);
      return timeline(vendor, id, cursor);
    },
  );
}
