/** What staff see and do about kiosks and the day: see `sync/protocol/console-kiosk.ts`. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import {
  enrolmentCodeSchema,
  helpListSchema,
  importAnswerSchema,
  importRequestSchema,
  type KioskList,
  kioskListSchema,
  kioskSettingsSchema,
  newAppointmentSchema,
  newKioskSchema,
  seenCallsSchema,
  todaySchema,
} from '../../protocol/console-kiosk.ts';
import { hoursOf, type KioskConfig } from '../../protocol/kiosk-assignment.ts';
import { isUsablePin } from '../../protocol/staff-pin.ts';
import { staffOf, vendorOf } from '../access.ts';
import type { ListingLog } from '../console/listing-log.ts';
import type { EventStreams } from '../ingest/event-streams.ts';
import { STREAM_WITHIN_MS, sendEvents } from '../ingest/send-events.ts';
import type { Limits } from '../limits/limits.ts';
import { perMinute } from '../limits/policy.ts';
import { ProblemError } from '../problems.ts';
import type { Deed } from './appointments.ts';
import { clinicHours } from './clinic-hours.ts';
import { type Kiosks, STAFF_NEWS } from './kiosks.ts';
import { hashPin } from './pin.ts';
import { type LineFault, readAppointments } from './read-appointments.ts';
import type { ReadToday } from './today-view.ts';

export interface ConsoleKioskRoutesDependencies {
  readonly kiosks: Kiosks;
  readonly readToday: ReadToday;
  readonly events: EventStreams;
  readonly limits: Limits;
  readonly listings: ListingLog;
  readonly now: () => Date;
}

type ConsoleScope = FastifyInstance;

const itemParams = z.object({ vendor: z.string(), id: z.uuid() });
const alarmParams = z.object({ vendor: z.string(), id: z.uuid(), alarm: z.uuid() });
const empty = z.object({}).nullish();
/** Hashes of PINs, by staff member: each takes 128 MiB for a moment. */
const PINS = perMinute('kiosk-pins', 6);
const MOST_FAULTS = 200;
const IDLE_SECONDS = 120;
const WARNING_SECONDS = 20;
const LEAST_IDLE_SECONDS = 30;
const MOST_IDLE_SECONDS = 300;

function importProblem(faults: readonly LineFault[]): ProblemError {
  return new ProblemError('INVALID_REQUEST', {
    errors: faults.slice(0, MOST_FAULTS).map(({ line, column, fault }) => ({
      pointer: column === null ? `/lines/${line}` : `/lines/${line}/${column}`,
      detail: fault,
    })),
  });
}

/** PostgreSQL has no text with U+0000. */
const cleanText = (text: string) => text.replaceAll('\u0000', '').trim();

/** Adds its routes to the console's: below `/console/{vendor}/api`, behind its checks of origin and body. */
export function addConsoleKioskRoutes(
  scope: ConsoleScope,
  { kiosks, readToday, events, limits, listings, now }: ConsoleKioskRoutesDependencies,
): void {
  const console = scope.withTypeProvider<ZodTypeProvider>();
  const staffOnly = { access: 'staff' } as const;

  /** @throws ProblemError for those who only read. */
  function deedOf(request: FastifyRequest): Deed {
    const staff = staffOf(request);
    if (staff.role === 'auditor') throw new ProblemError('ROLE_NOT_ALLOWED');
    return { staff, from: request.ip };
  }
  function found(isThere: boolean): void {
    if (!isThere) throw new ProblemError('NOT_FOUND');
  }

  async function listOf(request: FastifyRequest): Promise<KioskList> {
    const { pack } = vendorOf(request);
    const { rows, unshown } = await kiosks.register.list(staffOf(request).vendor);
    return {
      kiosks: rows,
      ...(unshown.length > 0 ? { unshown } : {}),
      languages: [...pack.locales],
      ...(clinicHours(pack) === undefined ? {} : { hours: pack.contact.hours }),
      serverTime: now().toISOString(),
    };
  }

  async function pinOf(request: FastifyRequest, pin: string): Promise<KioskConfig['staffPin']> {
    if (!isUsablePin(pin))
      throw new ProblemError('INVALID_REQUEST', { errors: [{ pointer: '/pin', detail: 'too_easy' }] });
    const { vendor, id } = staffOf(request);
    await limits.demand(`${vendor} ${id}`, PINS);
    return hashPin(pin);
  }

  function firstConfig(request: FastifyRequest, staffPin: KioskConfig['staffPin']): KioskConfig {
    const { settings, locales } = vendorOf(request).pack;
    const idle = settings.idleMinutes * 60 || IDLE_SECONDS;
    return {
      idleSeconds: Math.min(MOST_IDLE_SECONDS, Math.max(LEAST_IDLE_SECONDS, idle)),
      warningSeconds: WARNING_SECONDS,
      languages: [...locales],
      camera: false,
      staffPin,
      certificatePins: [],
      maintenance: { from: '02:00', until: '04:00' },
    };
  }

  const helpOf = async (request: FastifyRequest) => {
    const { vendor } = staffOf(request);
    const [calls, names] = await Promise.all([kiosks.help.open(vendor), kiosks.register.names(vendor)]);
    return {
      calls: calls.map(({ id, reason, kiosk, at }) => ({ id, reason, at, kiosk: names.get(kiosk) ?? '' })),
      serverTime: now().toISOString(),
    };
  };
  const news = (request: FastifyRequest) => kiosks.tellStaff(staffOf(request).vendor);

  console.get(
    '/kiosks',
    { config: staffOnly, schema: { response: { 200: kioskListSchema } } },
    async (request) => {
      await listings.note(request, 'list=kiosks');
      return listOf(request);
    },
  );

  console.post(
    '/kiosks/enrolments',
    { config: staffOnly, schema: { body: newKioskSchema, response: { 200: enrolmentCodeSchema } } },
    async (request) => {
      const deed = deedOf(request);
      const config = firstConfig(request, await pinOf(request, request.body.pin));
      const name = cleanText(request.body.name);
      const { code, expiresAt } = await kiosks.enrolment.newCode(name, JSON.stringify(config), deed);
      return { code, expiresAt: expiresAt.toISOString(), serverTime: now().toISOString() };
    },
  );

  console.post(
    '/kiosks/:id/settings',
    {
      config: staffOnly,
      schema: { params: itemParams, body: kioskSettingsSchema, response: { 200: kioskListSchema } },
    },
    async (request) => {
      const deed = deedOf(request);
      const { name, pin } = request.body;
      const { keepsHours, ...config } = request.body.config;
      const hours = clinicHours(vendorOf(request).pack);
      if (keepsHours && hours === undefined)
        throw new ProblemError('INVALID_REQUEST', {
          errors: [{ pointer: '/config/keepsHours', detail: 'no_hours_of_this_clinic' }],
        });
      const offered = new Set<string>(vendorOf(request).pack.locales);
      const unknown = config.languages.findIndex((language) => !offered.has(language));
      if (unknown >= 0)
        throw new ProblemError('INVALID_REQUEST', {
          errors: [{ pointer: `/config/languages/${unknown}`, detail: 'not_of_this_clinic' }],
        });
      const staffPin = pin === undefined ? undefined : await pinOf(request, pin);
      found(
        await kiosks.register.configure(
          request.params.id,
          (before) => ({
            name: cleanText(name),
            config: { ...before.config, ...config, staffPin: staffPin ?? before.config.staffPin },
            hours: (keepsHours ?? hoursOf(before) !== undefined) ? hours : undefined,
          }),
          deed,
        ),
      );
      return listOf(request);
    },
  );

  const kioskDeed = {
    config: staffOnly,
    schema: { params: itemParams, body: empty, response: { 200: kioskListSchema } },
  };
  console.post('/kiosks/:id/restart', kioskDeed, async (request) => {
    found(await kiosks.register.restart(request.params.id, deedOf(request)));
    return listOf(request);
  });
  console.post('/kiosks/:id/sign-out', kioskDeed, async (request) => {
    found(await kiosks.register.revoke(request.params.id, deedOf(request)));
    return listOf(request);
  });
  console.post(
    '/kiosks/:id/alarms/:alarm/seen',
    {
      config: staffOnly,
      schema: { params: alarmParams, body: empty, response: { 200: kioskListSchema } },
    },
    async (request) => {
      const { id, alarm } = request.params;
      found(await kiosks.markAlarmSeen(id, alarm, deedOf(request)));
      return listOf(request);
    },
  );

  console.get(
    '/today',
    { config: staffOnly, schema: { response: { 200: todaySchema } } },
    async (request) => {
      await listings.note(request, 'list=today');
      return readToday(staffOf(request).vendor);
    },
  );

  console.post(
    '/today/appointments',
    { config: staffOnly, schema: { body: newAppointmentSchema, response: { 200: todaySchema } } },
    async (request) => {
      const deed = deedOf(request);
      const { vendor } = deed.staff;
      const { givenName, familyName, birthDate, due, ...rest } = request.body;
      const today = kiosks.today(vendor);
      const forms = new Set(vendorOf(request).pack.questionnaires.map(({ slug }) => slug));
      const errors = [
        ...(birthDate > today ? [{ pointer: '/birthDate', detail: 'future-date' }] : []),
        ...due.flatMap((slug, index) =>
          forms.has(slug) ? [] : [{ pointer: `/due/${index}`, detail: 'unknown-form' }],
        ),
      ];
      if (errors.length > 0) throw new ProblemError('INVALID_REQUEST', { errors });
      const one = {
        ...rest,
        birthDate,
        due,
        givenName: cleanText(givenName),
        familyName: cleanText(familyName),
      };
      await kiosks.appointments.add(today, 'hand', [one], deed);
      news(request);
      return readToday(vendor);
    },
  );

  console.delete(
    '/today/appointments/:id',
    { config: staffOnly, schema: { params: itemParams, response: { 200: todaySchema } } },
    async (request) => {
      const deed = deedOf(request);
      found(await kiosks.appointments.remove(request.params.id, deed));
      news(request);
      return readToday(deed.staff.vendor);
    },
  );

  console.post(
    '/today/import',
    { config: staffOnly, schema: { body: importRequestSchema, response: { 200: importAnswerSchema } } },
    async (request) => {
      const deed = deedOf(request);
      const { vendor } = deed.staff;
      const today = kiosks.today(vendor);
      const forms = new Set(vendorOf(request).pack.questionnaires.map(({ slug }) => slug));
      const reading = readAppointments(request.body.csv, { forms, today });
      if (!reading.ok) throw importProblem(reading.faults);
      const { added, known } = await kiosks.appointments.add(today, 'import', reading.appointments, deed);
      news(request);
      return { added, known, today: await readToday(vendor) };
    },
  );

  console.post(
    '/paused/:id/release',
    { config: staffOnly, schema: { params: itemParams, body: empty, response: { 200: todaySchema } } },
    async (request) => {
      const deed = deedOf(request);
      found(await kiosks.paused.release(request.params.id, deed));
      return readToday(deed.staff.vendor);
    },
  );

  console.get(
    '/help-calls',
    { config: staffOnly, schema: { response: { 200: helpListSchema } } },
    async (request) => helpOf(request),
  );

  console.post(
    '/help-calls/seen',
    { config: { ...staffOnly, alsoAuditors: true }, schema: { body: seenCallsSchema } },
    async (request, reply) => {
      await kiosks.help.seen(staffOf(request).vendor, request.body.ids);
      return reply.status(204).send();
    },
  );

  console.post(
    '/help-calls/:id/answer',
    {
      config: { ...staffOnly, alsoAuditors: true },
      schema: { params: itemParams, body: empty, response: { 200: helpListSchema } },
    },
    // Whoever comes to help may say so: an auditor, too.
    async (request) => {
      found(await kiosks.help.answer(request.params.id, { staff: staffOf(request), from: request.ip }));
      news(request);
      return helpOf(request);
    },
  );

  const stream = { config: staffOnly, exposeHeadRoute: false, handlerTimeout: STREAM_WITHIN_MS };
  console.get('/events', stream, async (request, reply) => {
    const { vendor, id } = staffOf(request);
    const client = { vendor, credential: id, address: request.ip, heard: STAFF_NEWS } as const;
    return sendEvents(reply, events, { kind: 'staff', ...client });
  });
}
