/** Routes of devices that features add: each request bears a device's proof, its body is bytes, and its answer has the next nonce. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { NONCE_HEADER, SYNC_PROTOCOL, SYNC_PROTOCOL_HEADER } from '../../protocol/wire.ts';
import type { RateLimiter } from '../base/rate-limiter.ts';
import { vendorOf } from './access/access.ts';
import { checkProtocol, limit } from './device-requests.ts';
import type { NetworkGate } from './limits/network-gate.ts';
import type { NonceSource } from './proof/nonce.ts';

export interface DeviceScopeDependencies {
  readonly nonces: NonceSource;
  readonly network: NetworkGate;
}

export interface DeviceScope {
  readonly routes: FastifyInstance;
  /** JSON with the next nonce; 204 without a value. */
  answer(reply: FastifyReply, value?: unknown): FastifyReply;
}

export interface DeviceScopeBounds {
  /** Of a body. */
  readonly maxBytes: number;
  readonly limiter: RateLimiter;
  /** Whom the limiter counts, once they have proven who they are; undefined for those whom it doesn't. */
  readonly limited: (request: FastifyRequest) => string | undefined;
}

export function addDeviceScope(
  server: FastifyInstance,
  { nonces, network }: DeviceScopeDependencies,
  { maxBytes, limiter, limited }: DeviceScopeBounds,
  addRoutes: (scope: DeviceScope) => void,
): void {
  server.register(async (routes) => {
    // Whatever a device calls its body, its bytes are what the proof covers.
    routes.removeAllContentTypeParsers();
    routes.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: maxBytes }, (_request, body, done) =>
      done(null, body),
    );
    routes.addHook('onRequest', async (request, reply) => {
      reply.header(SYNC_PROTOCOL_HEADER, SYNC_PROTOCOL).header('cache-control', 'no-store');
      vendorOf(request);
      checkProtocol(request);
      await network.admit(request);
    });
    // After the proof: strangers don't use up what a device may ask.
    routes.addHook('preHandler', async (request) => {
      const key = limited(request);
      if (key !== undefined) limit(limiter, key);
    });
    addRoutes({
      routes,
      answer(reply, value) {
        reply.header(NONCE_HEADER, nonces.current());
        if (value === undefined) return reply.status(204).send();
        return reply.header('content-type', 'application/json').send(Buffer.from(JSON.stringify(value)));
      },
    });
  });
}
