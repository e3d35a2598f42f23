/** `/console/{vendor}/api/*`: what the vendor's staff see and decide. The routes are the features'. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Permission } from '../../domain/staff/permissions.ts';
import { ProblemError } from '../base/problems.ts';
import { vendorOf } from './access/access.ts';
import { readJson } from './read-json.ts';

export interface ConsoleScopeDependencies {
  /** Origins, besides the request's own host, from which the console is used. */
  readonly origins: readonly string[];
}

/** Of a route for staff whose role may do that. `signed-in`: in any role. */
export const staffMay = (permission: Permission | 'signed-in') => ({ access: 'staff', permission }) as const;
export const itemParams = z.object({ vendor: z.string(), id: z.uuid() });
export const emptyBody = z.object({}).nullish();

/** @throws ProblemError where it isn't there. */
export function foundOrThrow<Value>(value: Value | undefined | false): Value {
  if (value === undefined || value === false) throw new ProblemError('NOT_FOUND');
  return value;
}

/** PostgreSQL has no text with U+0000. */
export const cleanText = (text: string) => text.replaceAll('\u0000', '');

export function addConsoleScope(
  server: FastifyInstance,
  { origins }: ConsoleScopeDependencies,
  addRoutes: (console: FastifyInstance) => void,
): void {
  /** The cookie is SameSite=Strict; this also stops pages of other origins of the same site. */
  function refuseForeignOrigin(request: FastifyRequest): void {
    const { origin } = request.headers;
    const own = origin !== undefined && URL.canParse(origin) && new URL(origin).host === request.host;
    if (!own && (origin === undefined || !origins.includes(origin))) throw new ProblemError('ORIGIN_BLOCKED');
    const type = request.headers['content-type']?.split(';')[0]?.trim().toLowerCase();
    if (request.method === 'POST' && type !== 'application/json') throw new ProblemError('MEDIA_TYPE');
  }

  server.register(
    async (console) => {
      console.setValidatorCompiler(validatorCompiler);
      console.setSerializerCompiler(serializerCompiler);
      console.removeAllContentTypeParsers();
      // A browser may name the type of a body that it doesn't send.
      console.addContentTypeParser(
        'application/json',
        { parseAs: 'buffer' },
        async (_request: FastifyRequest, body: Buffer) => (body.length === 0 ? undefined : readJson(body)),
      );
      console.addHook('onRequest', async (request: FastifyRequest, reply: FastifyReply) => {
        reply.header('cache-control', 'no-store');
        vendorOf(request);
        if (!['GET', 'HEAD'].includes(request.method)) refuseForeignOrigin(request);
      });
      addRoutes(console);
    },
    { prefix: '/console/:vendor/api' },
  );
}
