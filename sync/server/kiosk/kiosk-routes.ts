/** `/connect/{vendor}/kiosk/v1/*`: what kiosks say to the server; and the one address where a phone fetches a hand-off. See `sync/protocol/kiosk.ts`. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import {
  arrivalRequestSchema,
  enrolRequestSchema,
  handOffSchema,
  helpRequestSchema,
  kioskHealthSchema,
  resumeRequestSchema,
} from '../../protocol/kiosk.ts';
import { NONCE_HEADER, SYNC_PROTOCOL, SYNC_PROTOCOL_HEADER } from '../../protocol/wire.ts';
import { deviceOf, kioskOf, vendorOf } from '../access.ts';
import type { NonceSource } from '../ingest/nonce.ts';
import { ProblemError, schemaErrors } from '../problems.ts';
import type { RateLimiter } from '../rate-limiter.ts';
import { readJson } from '../read-json.ts';
import { checkProtocol, limit } from '../sync-routes.ts';
import { isKioskServer } from './assignment.ts';
import { isKeyOf } from './device-key.ts';
import type { Kiosks } from './kiosks.ts';

export interface KioskRoutesDependencies {
  readonly kiosks: Kiosks;
  readonly nonces: NonceSource;
  readonly perAddress: RateLimiter;
  readonly perKiosk: RateLimiter;
  /** Tries of a code, by address. */
  readonly enrolments: RateLimiter;
  /** Tries of a code and a birth date, by kiosk. */
  readonly resumes: RateLimiter;
  /** By address. */
  readonly claims: RateLimiter;
  readonly publicUrl: URL | undefined;
  readonly now: () => Date;
}

/** A hand-off is the largest thing that a kiosk sends here: its schema's 2,000,000 letters, and the JSON around them. */
const MOST_BYTES = 2_100_000;
const NO_BODY = new Uint8Array();
const assignmentQuery = z.object({ reads: z.coerce.number().int().min(1) });
const photoParams = z.object({ sha256: z.string().regex(/^[0-9a-f]{64}$/) });
const handOffParams = z.object({ id: z.string().regex(/^[A-Za-z0-9_-]{8,64}$/) });

interface Reader<Value> {
  safeParse(
    value: unknown,
  ):
    | { readonly success: true; readonly data: Value }
    | { readonly success: false; readonly error: { readonly issues: Parameters<typeof schemaErrors>[0] } };
}

/** @throws ProblemError of status 400 with the fields at fault. */
function bodyOf<Value>(request: FastifyRequest, schema: Reader<Value>): Value {
  const parsed = schema.safeParse(readJson(request.body instanceof Uint8Array ? request.body : NO_BODY));
  if (parsed.success) return parsed.data;
  throw new ProblemError('INVALID_REQUEST', { errors: schemaErrors(parsed.error.issues) });
}

function handOffIdOf(request: FastifyRequest): string {
  const parsed = handOffParams.safeParse(request.params);
  if (!parsed.success) throw new ProblemError('NOT_FOUND');
  return parsed.data.id;
}

export function addKioskRoutes(server: FastifyInstance, dependencies: KioskRoutesDependencies): void {
  const { kiosks, nonces, perAddress, perKiosk, enrolments, resumes, claims, publicUrl, now } = dependencies;
  const slugOf = (request: FastifyRequest) => vendorOf(request).pack.slug;

  /** What is to be written into the assignment. @throws ProblemError where a kiosk would not take it. */
  function serverOf(request: FastifyRequest): string {
    const origin = publicUrl?.origin ?? `${request.protocol}://${request.host}`;
    if (isKioskServer(origin)) return origin;
    throw new ProblemError('INVALID_REQUEST', { detail: 'A kiosk asks for https: set PUBLIC_URL.' });
  }

  server.register(async (routes) => {
    // Whatever a device calls its body, its bytes are what the proof covers.
    routes.removeAllContentTypeParsers();
    routes.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MOST_BYTES }, (_request, body, done) =>
      done(null, body),
    );
    routes.addHook('onRequest', async (request, reply) => {
      reply.header(SYNC_PROTOCOL_HEADER, SYNC_PROTOCOL).header('cache-control', 'no-store');
      vendorOf(request);
      checkProtocol(request);
      limit(perAddress, request.ip);
    });
    // After the proof: strangers don't use up what a kiosk may ask.
    routes.addHook('preHandler', async (request) => {
      if (request.kiosk) limit(perKiosk, request.kiosk.device);
    });

    const answer = (reply: FastifyReply, value: unknown) =>
      reply
        .header(NONCE_HEADER, nonces.current())
        .header('content-type', 'application/json')
        .send(Buffer.from(JSON.stringify(value)));
    const base = '/connect/:vendor/kiosk/v1';
    const kioskOnly = { config: { access: 'kiosk' } } as const;

    routes.post(`${base}/enrol`, { config: { access: 'device' } }, async (request, reply) => {
      const { deviceId } = deviceOf(request);
      limit(enrolments, request.ip);
      const asked = bodyOf(request, enrolRequestSchema);
      if (!isKeyOf(asked.deviceKey, deviceId))
        throw new ProblemError('INVALID_REQUEST', {
          errors: [{ pointer: '/deviceKey', detail: 'not_the_key_of_the_proof' }],
        });
      const vendor = slugOf(request);
      const assignment = await kiosks.enrolment.enrol(vendor, {
        ...asked,
        device: deviceId,
        server: serverOf(request),
        from: request.ip,
      });
      if (!assignment) throw new ProblemError('NOT_FOUND');
      kiosks.tellStaff(vendor);
      return answer(reply, assignment);
    });

    routes.get(`${base}/assignment`, kioskOnly, async (request, reply) => {
      // A kiosk of before there was a second version doesn't say what it reads.
      const { reads } = assignmentQuery.safeParse(request.query).data ?? { reads: 1 };
      const assignment = await kiosks.register.assignment(slugOf(request), kioskOf(request).id, reads);
      if (!assignment) throw new ProblemError('NOT_FOUND');
      return answer(reply, assignment);
    });

    routes.post(
      `${base}/health`,
      { config: { access: 'kiosk', alsoRevoked: true } },
      async (request, reply) => {
        const vendor = slugOf(request);
        const { id, device } = kioskOf(request);
        const health = bodyOf(request, kioskHealthSchema);
        const orders = await kiosks.register.takeHealth(vendor, id, health);
        await kiosks.chain.compare(vendor, id, device, health);
        return answer(reply, {
          serverTime: now().toISOString(),
          ...orders,
          checkInVersion: await kiosks.appointments.versionOf(vendor, kiosks.today(vendor)),
        });
      },
    );

    routes.get(`${base}/check-in-list`, kioskOnly, async (request, reply) => {
      const vendor = slugOf(request);
      return answer(reply, await kiosks.readCheckInList(vendor, kioskOf(request).id, kiosks.today(vendor)));
    });

    routes.post(`${base}/arrivals`, kioskOnly, async (request, reply) => {
      const vendor = slugOf(request);
      const arrival = bodyOf(request, arrivalRequestSchema);
      const queueNumber = await kiosks.arrivals.take(vendor, kioskOf(request).id, arrival);
      kiosks.tellStaff(vendor);
      return answer(reply, { queueNumber });
    });

    routes.post(`${base}/help`, kioskOnly, async (request, reply) => {
      const vendor = slugOf(request);
      const asked = bodyOf(request, helpRequestSchema);
      const { state, isNews } = await kiosks.help.call(vendor, kioskOf(request).id, asked);
      if (isNews) kiosks.tellStaff(vendor);
      return answer(reply, { state });
    });

    routes.post(`${base}/resume`, kioskOnly, async (request, reply) => {
      const vendor = slugOf(request);
      const { id, device } = kioskOf(request);
      limit(resumes, device);
      const asked = bodyOf(request, resumeRequestSchema);
      const resumed = await kiosks.paused.resume(vendor, id, asked, request.ip);
      if (!resumed) throw new ProblemError('NOT_FOUND');
      kiosks.tellStaff(vendor);
      return answer(reply, resumed);
    });

    routes.get(`${base}/resumed/:sha256`, kioskOnly, async (request, reply) => {
      const parsed = photoParams.safeParse(request.params);
      if (!parsed.success) throw new ProblemError('NOT_FOUND');
      const { sha256 } = parsed.data;
      const photo = await kiosks.paused.photo(slugOf(request), kioskOf(request).id, sha256);
      if (!photo) throw new ProblemError('NOT_FOUND');
      return answer(reply, { sealed: Buffer.from(photo).toString('base64url') });
    });

    routes.put(`${base}/hand-offs/:id`, kioskOnly, async (request, reply) => {
      const id = handOffIdOf(request);
      const handOff = bodyOf(request, handOffSchema);
      // An id of another kiosk's is as unknown as any other.
      if (!(await kiosks.handOffs.put(slugOf(request), kioskOf(request).id, id, handOff)))
        throw new ProblemError('NOT_FOUND');
      return reply.header(NONCE_HEADER, nonces.current()).status(204).send();
    });

    routes.post(
      '/connect/:vendor/hand-offs/:id/claim',
      { config: { access: 'public' } },
      async (request, reply) => {
        limit(claims, request.ip);
        const handOff = await kiosks.handOffs.claim(slugOf(request), handOffIdOf(request));
        if (!handOff) throw new ProblemError('NOT_FOUND');
        return reply.header('content-type', 'application/json').send(Buffer.from(JSON.stringify(handOff)));
      },
    );
  });
}
