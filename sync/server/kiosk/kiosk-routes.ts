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
import { consumeByNetwork } from '../limits/by-network.ts';
import type { Limits } from '../limits/limits.ts';
import type { NetworkGate } from '../limits/network-gate.ts';
import { perMinute, type RatePolicy } from '../limits/policy.ts';
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
  readonly network: NetworkGate;
  readonly perKiosk: RateLimiter;
  /** Of tries of codes. */
  readonly limits: Limits;
  readonly publicUrl: URL | undefined;
  readonly now: () => Date;
}

/**
 * Wrong codes of a network. The right one always passes, also where others of the same network have used this up: these codes have 50 bits and
 * minutes to live, so that what a network may ask at all (`NetworkGate`) is far too little to find one.
 */
const ENROLMENT_MISSES = perMinute('kiosk-enrolment-misses', 10);
const CLAIM_MISSES = perMinute('hand-off-misses', 30);
/** Tries of a code and a birth date at a kiosk. */
const RESUMES = perMinute('kiosk-resumes', 6);

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
  const { kiosks, nonces, network, perKiosk, limits, publicUrl, now } = dependencies;
  const slugOf = (request: FastifyRequest) => vendorOf(request).pack.slug;

  /** What to answer to a code that is not right: 404, and 429 after so many. */
  async function miss(request: FastifyRequest, policy: RatePolicy): Promise<ProblemError> {
    const { allowed, retryAfter } = await consumeByNetwork(limits, request.ip, policy);
    return allowed
      ? new ProblemError('NOT_FOUND')
      : new ProblemError('RATE_LIMITED', {}, { 'retry-after': String(retryAfter) });
  }

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
      await network.admit(request);
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
      if (!assignment) throw await miss(request, ENROLMENT_MISSES);
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
      const asked = bodyOf(request, resumeRequestSchema);
      // Codes of people are short, and this limit is all that guards them: it counts before it is looked.
      const tries = `${vendor} ${device}`;
      await limits.demand(tries, RESUMES);
      const resumed = await kiosks.paused.resume(vendor, id, asked, request.ip);
      if (!resumed) throw new ProblemError('NOT_FOUND');
      // The next patient at this kiosk may mistype as often.
      await limits.refund(tries, 1, RESUMES);
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
        const handOff = await kiosks.handOffs.claim(slugOf(request), handOffIdOf(request));
        if (!handOff) throw await miss(request, CLAIM_MISSES);
        return reply.header('content-type', 'application/json').send(Buffer.from(JSON.stringify(handOff)));
      },
    );
  });
}
