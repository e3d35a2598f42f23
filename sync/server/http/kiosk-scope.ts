/** `/connect/{vendor}/kiosk/v1/*`: what kiosks say to the server. The routes are the features'. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import { NONCE_HEADER, SYNC_PROTOCOL, SYNC_PROTOCOL_HEADER } from '../../protocol/wire.ts';
import type { RateLimiter } from '../base/rate-limiter.ts';
import { vendorOf } from './access/access.ts';
import { checkProtocol, limit } from './device-requests.ts';
import type { NetworkGate } from './limits/network-gate.ts';
import type { NonceSource } from './proof/nonce.ts';

export interface KioskScopeDependencies {
  readonly nonces: NonceSource;
  readonly network: NetworkGate;
  readonly perKiosk: RateLimiter;
}

export interface KioskScope {
  readonly routes: FastifyInstance;
  /** JSON with the next nonce; 204 without a value. */
  answer(reply: FastifyReply, value?: unknown): FastifyReply;
}

export const KIOSK_BASE = '/connect/:vendor/kiosk/v1';
export const kioskOnly = { config: { access: 'kiosk' } } as const;

/** A hand-off is the largest thing that a kiosk sends here: its schema's 2,000,000 letters, and the JSON around them. */
const MAX_BYTES = 2_100_000;

export function addKioskScope(
  server: FastifyInstance,
  { nonces, network, perKiosk }: KioskScopeDependencies,
  addRoutes: (scope: KioskScope) => void,
): void {
  server.register(async (routes) => {
    // Whatever a device calls its body, its bytes are what the proof covers.
    routes.removeAllContentTypeParsers();
    routes.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MAX_BYTES }, (_request, body, done) =>
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
