/** What staff see and do about the day: see `sync/protocol/api/day.ts`. */
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import {
  importAnswerSchema,
  importRequestSchema,
  newAppointmentSchema,
  todaySchema,
} from '../../../protocol/api/day.ts';
import { ProblemError } from '../../base/problems.ts';
import type { ListingLog } from '../../core/audit/listing-log.ts';
import { auditContextOf, staffOf, vendorOf } from '../../http/access/access.ts';
import { cleanText, emptyBody, foundOrThrow, itemParams, staffMay } from '../../http/console-scope.ts';
import type { UnfinishedIntakes } from '../intake/feature.ts';
import type { Appointments } from './appointments.ts';
import { type LineFault, readAppointments } from './read-appointments.ts';
import type { ReadToday } from './today-view.ts';

export interface DayRoutesDependencies {
  readonly appointments: Appointments;
  readonly unfinished: Pick<UnfinishedIntakes, 'release'>;
  readonly readToday: ReadToday;
  readonly today: (vendor: string) => string;
  readonly tellStaff: (vendor: string) => void;
  readonly listings: ListingLog;
}

const MAX_FAULTS = 200;

function importProblem(faults: readonly LineFault[]): ProblemError {
  return new ProblemError('INVALID_REQUEST', {
    errors: faults.slice(0, MAX_FAULTS).map(({ line, column, fault }) => ({
      pointer: column === null ? `/lines/${line}` : `/lines/${line}/${column}`,
      detail: fault,
    })),
  });
}

export function addDayRoutes(scope: FastifyInstance, dependencies: DayRoutesDependencies): void {
  const { appointments, unfinished, readToday, today, tellStaff, listings } = dependencies;
  const console = scope.withTypeProvider<ZodTypeProvider>();

  console.get(
    '/today',
    { config: staffMay('day.read'), schema: { response: { 200: todaySchema } } },
    async (request) => {
      await listings.note(request, 'list=today');
      return readToday(staffOf(request).vendor);
    },
  );

  console.post(
    '/today/appointments',
    {
      config: staffMay('day.manage'),
      schema: { body: newAppointmentSchema, response: { 200: todaySchema } },
    },
    async (request) => {
      const by = auditContextOf(request);
      const { vendor } = by.staff;
      const { givenName, familyName, birthDate, due, ...rest } = request.body;
      const day = today(vendor);
      const forms = new Set(vendorOf(request).pack.questionnaires.map(({ slug }) => slug));
      const errors = [
        ...(birthDate > day ? [{ pointer: '/birthDate', detail: 'future-date' }] : []),
        ...due.flatMap((slug, index) =>
          forms.has(slug) ? [] : [{ pointer: `/due/${index}`, detail: 'unknown-form' }],
        ),
      ];
      if (errors.length > 0) throw new ProblemError('INVALID_REQUEST', { errors });
      const one = {
        ...rest,
        birthDate,
        due,
        givenName: cleanText(givenName).trim(),
        familyName: cleanText(familyName).trim(),
      };
      await appointments.add(day, 'hand', [one], by);
      tellStaff(staffOf(request).vendor);
      return readToday(vendor);
    },
  );

  console.delete(
    '/today/appointments/:id',
    { config: staffMay('day.manage'), schema: { params: itemParams, response: { 200: todaySchema } } },
    async (request) => {
      const by = auditContextOf(request);
      foundOrThrow(await appointments.remove(request.params.id, by));
      tellStaff(staffOf(request).vendor);
      return readToday(by.staff.vendor);
    },
  );

  console.post(
    '/today/import',
    {
      config: staffMay('day.manage'),
      schema: { body: importRequestSchema, response: { 200: importAnswerSchema } },
    },
    async (request) => {
      const by = auditContextOf(request);
      const { vendor } = by.staff;
      const day = today(vendor);
      const forms = new Set(vendorOf(request).pack.questionnaires.map(({ slug }) => slug));
      const reading = readAppointments(request.body.csv, { forms, today: day });
      if (!reading.ok) throw importProblem(reading.faults);
      const { added, known } = await appointments.add(day, 'import', reading.appointments, by);
      tellStaff(staffOf(request).vendor);
      return { added, known, today: await readToday(vendor) };
    },
  );

  console.post(
    '/paused/:id/release',
    {
      config: staffMay('day.manage'),
      schema: { params: itemParams, body: emptyBody, response: { 200: todaySchema } },
    },
    async (request) => {
      const by = auditContextOf(request);
      foundOrThrow(await unfinished.release(request.params.id, by));
      return readToday(by.staff.vendor);
    },
  );
}
