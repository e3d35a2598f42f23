/** `/connect/{vendor}/sync/v1/*`: what devices say to the server. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import {
  MAX_PUSH_BYTES,
  NONCE_HEADER,
  OLDEST_SYNC_PROTOCOL,
  pushEnvelopeSchema,
  SYNC_MEDIA_TYPE,
  SYNC_PROTOCOL,
  SYNC_PROTOCOL_HEADER,
} from '../protocol/wire.ts';
import { deviceOf, vendorOf } from './access.ts';
import type { ReadChanges } from './ingest/changes.ts';
import type { EventStreams } from './ingest/event-streams.ts';
import type { NonceSource } from './ingest/nonce.ts';
import { type Ingest, serialisePush } from './ingest/push.ts';
import { STREAM_WITHIN_MS, sendEvents } from './ingest/send-events.ts';
import { neighborhoodOf } from './limits/network.ts';
import type { NetworkGate } from './limits/network-gate.ts';
import { isOfAlerts, type StorageGate } from './limits/storage-gate.ts';
import { ProblemError, schemaErrors } from './problems.ts';
import type { RateLimiter } from './rate-limiter.ts';
import { readJson } from './read-json.ts';

export interface SyncRoutesDependencies {
  readonly ingest: Ingest;
  readonly changes: ReadChanges;
  readonly events: EventStreams;
  readonly nonces: NonceSource;
  readonly perDevice: RateLimiter;
  readonly network: NetworkGate;
  readonly storage: StorageGate;
  readonly now: () => Date;
}

const MAX_CURSOR_LENGTH = 200;
const changesQuery = z.object({ cursor: z.string().max(MAX_CURSOR_LENGTH).optional().catch(undefined) });
const NO_BODY = new Uint8Array();

/** @throws ProblemError of status 429. */
export function limit(limiter: RateLimiter, key: string): void {
  const seconds = limiter.take(key);
  if (seconds > 0) throw new ProblemError('RATE_LIMITED', {}, { 'retry-after': String(seconds) });
}

/** @throws ProblemError of status 426. A request that names no protocol is taken for one of today's. */
export function checkProtocol(request: FastifyRequest): void {
  const named = request.headers[SYNC_PROTOCOL_HEADER];
  if (typeof named === 'string' && /^\d+$/.test(named) && Number(named) < OLDEST_SYNC_PROTOCOL)
    throw new ProblemError('PROTOCOL_TOO_OLD');
}

export function addSyncRoutes(server: FastifyInstance, dependencies: SyncRoutesDependencies): void {
  const { ingest, changes, events, nonces, perDevice, network, storage, now } = dependencies;

  server.register(async (sync) => {
    // Whatever a device calls its body, its bytes are what the proof covers.
    sync.removeAllContentTypeParsers();
    sync.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MAX_PUSH_BYTES }, (_request, body, done) =>
      done(null, body),
    );
    sync.addHook('onRequest', async (request, reply) => {
      reply.header(SYNC_PROTOCOL_HEADER, SYNC_PROTOCOL).header('cache-control', 'no-store');
      vendorOf(request);
      checkProtocol(request);
      await network.admit(request);
    });

    const answer = (reply: FastifyReply, json: string) =>
      // RFC 9449 section 8.2: the next nonce comes with each answer, so that no request needs a second try for it.
      reply
        .header(NONCE_HEADER, nonces.current())
        .header('content-type', SYNC_MEDIA_TYPE)
        .send(Buffer.from(json));

    sync.post('/connect/:vendor/sync/v1/push', { config: { access: 'device' } }, async (request, reply) => {
      const { deviceId, skewSeconds } = deviceOf(request);
      limit(perDevice, deviceId);
      const body = request.body instanceof Uint8Array ? request.body : NO_BODY;
      const parsed = pushEnvelopeSchema.safeParse(readJson(body));
      if (!parsed.success)
        throw new ProblemError('INVALID_REQUEST', { errors: schemaErrors(parsed.error.issues) });
      if (parsed.data.deviceId !== deviceId)
        throw new ProblemError('INVALID_REQUEST', {
          errors: [{ pointer: '/deviceId', detail: 'not_the_key_of_the_proof' }],
        });
      if (!isOfAlerts(parsed.data.ops, body.length)) await storage.admit(request, body.length);
      const outcome = await ingest({
        vendor: vendorOf(request).pack.slug,
        device: deviceId,
        skewSeconds,
        network: neighborhoodOf(request.ip),
        ops: parsed.data.ops,
        witnesses: parsed.data.witnesses ?? [],
      });
      return answer(reply, serialisePush(outcome, now()));
    });

    sync.get('/connect/:vendor/sync/v1/changes', { config: { access: 'device' } }, async (request, reply) => {
      const { deviceId } = deviceOf(request);
      limit(perDevice, deviceId);
      const { cursor } = changesQuery.parse(request.query);
      return answer(reply, JSON.stringify(await changes(vendorOf(request).pack.slug, deviceId, cursor)));
    });

    sync.get(
      '/connect/:vendor/sync/v1/events',
      { config: { access: 'device' }, exposeHeadRoute: false, handlerTimeout: STREAM_WITHIN_MS },
      async (request, reply) => {
        const { deviceId } = deviceOf(request);
        limit(perDevice, deviceId);
        return sendEvents(reply.header(NONCE_HEADER, nonces.current()), events, {
          vendor: vendorOf(request).pack.slug,
          kind: 'device',
          credential: deviceId,
          address: request.ip,
        });
      },
    );
    // Before the server waits for requests to end: these end by nothing else.
    sync.addHook('preClose', async () => events.close());
  });
}
