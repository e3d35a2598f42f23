/** `/connect/{vendor}/sync/v1/*`: what devices say to the server. */

import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import {
  MAX_PUSH_BYTES,
  NONCE_HEADER,
  pushEnvelopeSchema,
  SYNC_MEDIA_TYPE,
  SYNC_PROTOCOL,
  SYNC_PROTOCOL_HEADER,
} from '../../../protocol/wire.ts';
import { ProblemError } from '../../base/problems.ts';
import type { RateLimiter } from '../../base/rate-limiter.ts';
import { deviceOf, patientOf, vendorOf } from '../../http/access/access.ts';
import { bodyOf, checkProtocol, limit } from '../../http/device-requests.ts';
import { neighborhoodOf } from '../../http/limits/network.ts';
import type { NetworkGate } from '../../http/limits/network-gate.ts';
import { isUrgentPush, type StorageGate } from '../../http/limits/storage-gate.ts';
import type { NonceSource } from '../../http/proof/nonce.ts';
import type { EventStreams } from '../events/event-streams.ts';
import { STREAM_WITHIN_MS, sendEvents } from '../events/send-events.ts';
import { MAX_FEED_CURSOR_LENGTH } from '../records/feed-cursor.ts';
import type { ReadRecords } from '../records/record-feed.ts';
import type { ReadChanges } from './changes.ts';
import { type Ingest, serialisePush } from './push.ts';

export interface SyncRoutesDependencies {
  readonly ingest: Ingest;
  readonly changes: ReadChanges;
  readonly records: ReadRecords;
  readonly events: EventStreams;
  readonly nonces: NonceSource;
  readonly perDevice: RateLimiter;
  readonly network: NetworkGate;
  readonly storage: StorageGate;
  readonly now: () => Date;
}

const MAX_CURSOR_LENGTH = 200;
const changesQuery = z.object({ cursor: z.string().max(MAX_CURSOR_LENGTH).optional().catch(undefined) });
const recordsQuery = z.object({ cursor: z.string().max(MAX_FEED_CURSOR_LENGTH).optional().catch(undefined) });

export function addSyncRoutes(server: FastifyInstance, dependencies: SyncRoutesDependencies): void {
  const { ingest, changes, records, events, nonces, perDevice, network, storage, now } = dependencies;

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
      const pushed = bodyOf(request, pushEnvelopeSchema);
      if (pushed.deviceId !== deviceId)
        throw new ProblemError('INVALID_REQUEST', {
          errors: [{ pointer: '/deviceId', detail: 'not_the_key_of_the_proof' }],
        });
      const bytes = request.body instanceof Uint8Array ? request.body.length : 0;
      if (!isUrgentPush(pushed.ops, bytes)) await storage.admit(request, bytes);
      const outcome = await ingest({
        vendor: vendorOf(request).pack.slug,
        device: deviceId,
        skewSeconds,
        network: neighborhoodOf(request.ip),
        ops: pushed.ops,
        witnesses: pushed.witnesses ?? [],
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
      '/connect/:vendor/sync/v1/records',
      { config: { access: 'patient', unattended: true } },
      async (request, reply) => {
        const { vendor, person, device } = patientOf(request);
        limit(perDevice, device);
        const { cursor } = recordsQuery.parse(request.query);
        return answer(reply, JSON.stringify(await records({ vendor, person }, cursor)));
      },
    );

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
