/** What staff see and do about kiosks: see `sync/protocol/api/console-kiosks.ts`. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import {
  enrolmentCodeSchema,
  type KioskList,
  kioskListSchema,
  kioskSettingsSchema,
  newKioskSchema,
} from '../../../protocol/api/console-kiosks.ts';
import { hoursOf, type KioskConfig } from '../../../protocol/api/kiosk-assignment.ts';
import { isUsablePin } from '../../../protocol/api/staff-pin.ts';
import { ProblemError } from '../../base/problems.ts';
import type { ListingLog } from '../../core/audit/listing-log.ts';
import { auditContextOf, staffOf, vendorOf } from '../../http/access/access.ts';
import { cleanText, emptyBody, foundOrThrow, itemParams, staffMay } from '../../http/console-scope.ts';
import type { Limits } from '../../http/limits/limits.ts';
import { perMinute } from '../../http/limits/policy.ts';
import { clinicHours } from '../day/feature.ts';
import type { Kiosks } from './kiosks.ts';
import { hashPin } from './pin.ts';

export interface ConsoleKioskRoutesDependencies {
  readonly kiosks: Kiosks;
  readonly limits: Limits;
  readonly listings: ListingLog;
  readonly now: () => Date;
}

const alarmParams = itemParams.extend({ alarm: z.uuid() });
/** Hashes of PINs, by staff member: each takes 128 MiB for a moment. */
const PINS = perMinute('kiosk-pins', 6);
const IDLE_SECONDS = 120;
const WARNING_SECONDS = 20;
const MIN_IDLE_SECONDS = 30;
const MAX_IDLE_SECONDS = 300;

/** Adds its routes to the console's: below `/console/{vendor}/api`, behind its checks of origin and body. */
export function addConsoleKioskRoutes(
  scope: FastifyInstance,
  { kiosks, limits, listings, now }: ConsoleKioskRoutesDependencies,
): void {
  const console = scope.withTypeProvider<ZodTypeProvider>();
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
      idleSeconds: Math.min(MAX_IDLE_SECONDS, Math.max(MIN_IDLE_SECONDS, idle)),
      warningSeconds: WARNING_SECONDS,
      languages: [...locales],
      camera: false,
      staffPin,
      certificatePins: [],
      maintenance: { from: '02:00', until: '04:00' },
    };
  }

  console.get(
    '/kiosks',
    { config: staffMay('kiosks.read'), schema: { response: { 200: kioskListSchema } } },
    async (request) => {
      await listings.note(request, 'list=kiosks');
      return listOf(request);
    },
  );

  console.post(
    '/kiosks/enrolments',
    {
      config: staffMay('kiosks.manage'),
      schema: { body: newKioskSchema, response: { 200: enrolmentCodeSchema } },
    },
    async (request) => {
      const by = auditContextOf(request);
      const config = firstConfig(request, await pinOf(request, request.body.pin));
      const name = cleanText(request.body.name).trim();
      const { code, expiresAt } = await kiosks.enrolment.newCode(name, JSON.stringify(config), by);
      return { code, expiresAt: expiresAt.toISOString(), serverTime: now().toISOString() };
    },
  );

  console.post(
    '/kiosks/:id/settings',
    {
      config: staffMay('kiosks.manage'),
      schema: { params: itemParams, body: kioskSettingsSchema, response: { 200: kioskListSchema } },
    },
    async (request) => {
      const by = auditContextOf(request);
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
      foundOrThrow(
        await kiosks.register.configure(
          request.params.id,
          (before) => ({
            name: cleanText(name).trim(),
            config: { ...before.config, ...config, staffPin: staffPin ?? before.config.staffPin },
            hours: (keepsHours ?? hoursOf(before) !== undefined) ? hours : undefined,
          }),
          by,
        ),
      );
      return listOf(request);
    },
  );

  const kioskDeed = {
    config: staffMay('kiosks.manage'),
    schema: { params: itemParams, body: emptyBody, response: { 200: kioskListSchema } },
  };
  console.post('/kiosks/:id/restart', kioskDeed, async (request) => {
    foundOrThrow(await kiosks.register.restart(request.params.id, auditContextOf(request)));
    return listOf(request);
  });
  console.post('/kiosks/:id/sign-out', kioskDeed, async (request) => {
    foundOrThrow(await kiosks.register.revoke(request.params.id, auditContextOf(request)));
    return listOf(request);
  });
  console.post(
    '/kiosks/:id/alarms/:alarm/seen',
    {
      config: staffMay('kiosks.manage'),
      schema: { params: alarmParams, body: emptyBody, response: { 200: kioskListSchema } },
    },
    async (request) => {
      const { id, alarm } = request.params;
      foundOrThrow(await kiosks.markAlarmSeen(id, alarm, auditContextOf(request)));
      return listOf(request);
    },
  );
}
