/**
 * `/connect/{vendor}/sync/v1/blobs/{sha256}`: resumable uploads (tus 1.0, draft-ietf-httpbis-resumable-upload). A part is taken whole or
 * not at all, because the device's proof covers all of it; parts are small, so that little is sent twice. A device sees only its own
 * blobs, and of those only how far they are: nothing is read here.
 */

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { MAX_BLOB_BYTES } from '../../../protocol/base/blobs.ts';
import {
  BLOB_PART_BYTES,
  NONCE_HEADER,
  SYNC_PROTOCOL,
  SYNC_PROTOCOL_HEADER,
  UPLOAD_COMPLETE_HEADER,
  UPLOAD_LENGTH_HEADER,
  UPLOAD_OFFSET_HEADER,
} from '../../../protocol/wire.ts';
import { type ProblemCode, ProblemError } from '../../base/problems.ts';
import type { RateLimiter } from '../../base/rate-limiter.ts';
import { deviceOf, vendorOf } from '../../http/access/access.ts';
import { checkProtocol, limit } from '../../http/device-requests.ts';
import type { NetworkGate } from '../../http/limits/network-gate.ts';
import type { StorageGate } from '../../http/limits/storage-gate.ts';
import type { NonceSource } from '../../http/proof/nonce.ts';
import type { BlobKey } from './blob-store.ts';
import type { AppendOutcome, BlobUploads } from './blob-uploads.ts';

export interface BlobRoutesDependencies {
  readonly uploads: BlobUploads;
  readonly nonces: NonceSource;
  /** Of their own: photos must never use up what alerts and forms may send. */
  readonly perDevice: RateLimiter;
  readonly network: NetworkGate;
  readonly storage: StorageGate;
  /** The store or the table failed; the device is told to come back. */
  readonly onFault: (error: unknown) => void;
}

const PATH = '/connect/:vendor/sync/v1/blobs/:sha256';
const RETRY_SECONDS = '15';
const params = z.object({ sha256: z.string().regex(/^[0-9a-f]{64}$/) });
const count = z
  .string()
  .regex(/^\d{1,15}$/)
  .transform(Number);
const NO_BODY = new Uint8Array();

type Position = Readonly<Record<string, string>>;
const positionOf = (offset: number, complete: boolean): Position => ({
  [UPLOAD_OFFSET_HEADER]: String(offset),
  [UPLOAD_COMPLETE_HEADER]: complete ? '?1' : '?0',
});

function keyOf(request: FastifyRequest): BlobKey {
  const parsed = params.safeParse(request.params);
  if (!parsed.success) throw new ProblemError('NOT_FOUND');
  return {
    vendor: vendorOf(request).pack.slug,
    device: deviceOf(request).deviceId,
    sha256: parsed.data.sha256,
  };
}

/** @throws ProblemError of status 400. */
function readCount(request: FastifyRequest, name: string): number {
  const parsed = count.safeParse(request.headers[name]);
  if (!parsed.success)
    throw new ProblemError('INVALID_REQUEST', { errors: [{ pointer: `/${name}`, detail: 'not_a_count' }] });
  return parsed.data;
}

function readPart(request: FastifyRequest) {
  const offset = readCount(request, UPLOAD_OFFSET_HEADER);
  const length = readCount(request, UPLOAD_LENGTH_HEADER);
  const bytes = request.body instanceof Uint8Array ? request.body : NO_BODY;
  if (length > MAX_BLOB_BYTES) throw new ProblemError('BLOB_TOO_LARGE');
  if (length === 0 || offset + bytes.length > length || (bytes.length === 0 && offset < length))
    throw new ProblemError('INVALID_REQUEST', {
      errors: [{ pointer: `/${UPLOAD_OFFSET_HEADER}`, detail: 'not_within_the_length' }],
    });
  return { offset, length, bytes };
}

export function addBlobRoutes(server: FastifyInstance, dependencies: BlobRoutesDependencies): void {
  const { uploads, nonces, perDevice, network, storage, onFault } = dependencies;

  /** A store that fails passes: nothing has been said to be there that isn't. */
  async function guarded<R>(work: Promise<R>): Promise<R> {
    try {
      return await work;
    } catch (error) {
      onFault(error);
      throw new ProblemError('UNAVAILABLE', {}, { 'retry-after': RETRY_SECONDS });
    }
  }

  const refuse = (code: ProblemCode, position: Position = {}) =>
    new ProblemError(code, {}, { [NONCE_HEADER]: nonces.current(), ...position });

  function answer(reply: FastifyReply, outcome: AppendOutcome): FastifyReply {
    switch (outcome.kind) {
      case 'mismatch':
        throw refuse('UPLOAD_MISMATCH', positionOf(0, false));
      case 'other-length':
        throw refuse('INVALID_REQUEST');
      case 'quota':
        throw refuse('UPLOAD_QUOTA');
      case 'position': {
        const position = positionOf(outcome.offset, outcome.complete);
        if (!outcome.taken) throw refuse('UPLOAD_CONFLICT', position);
        return reply.status(204).headers(position).send();
      }
    }
  }

  server.register(async (blobs) => {
    blobs.removeAllContentTypeParsers();
    blobs.addContentTypeParser(
      '*',
      { parseAs: 'buffer', bodyLimit: BLOB_PART_BYTES },
      (_request, body, done) => done(null, body),
    );
    blobs.addHook('onRequest', async (request, reply) => {
      reply.header(SYNC_PROTOCOL_HEADER, SYNC_PROTOCOL).header('cache-control', 'no-store');
      vendorOf(request);
      checkProtocol(request);
      await network.admit(request);
    });
    blobs.addHook('preHandler', async (request, reply) => {
      limit(perDevice, deviceOf(request).deviceId);
      reply.header(NONCE_HEADER, nonces.current());
    });

    blobs.head(PATH, { config: { access: 'device' } }, async (request, reply) => {
      const found = await guarded(uploads.locate(keyOf(request)));
      return reply
        .status(found ? 200 : 404)
        .headers(positionOf(found?.offset ?? 0, found?.complete ?? false))
        .send();
    });

    blobs.patch(PATH, { config: { access: 'device' } }, async (request, reply) => {
      const key = keyOf(request);
      const { offset, length, bytes } = readPart(request);
      if (bytes.length > 0) await storage.admit(request, bytes.length);
      return answer(reply, await guarded(uploads.append(key, length, offset, bytes)));
    });
  });
}
