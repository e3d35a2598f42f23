/** Signing in and out of a vendor's console, and the stream that tells its screens to look again. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { may } from '../../../domain/staff/permissions.ts';
import { type ConsoleSession, consoleSessionSchema, signInSchema } from '../../../protocol/api/staff.ts';
import type { AuditLog } from '../../core/audit/audit-log.ts';
import { type EventStreams, STAFF_NEWS } from '../../core/events/event-streams.ts';
import { STREAM_WITHIN_MS, sendEvents } from '../../core/events/send-events.ts';
import { type SignedInStaff, staffOf, vendorOf } from '../../http/access/access.ts';
import { staffMay } from '../../http/console-scope.ts';
import { KNOWN_BROWSER_DAYS } from './known-browsers.ts';
import type { SignIn } from './sign-in.ts';
import { IDLE_SECONDS, type StaffSessions } from './staff-sessions.ts';

export interface StaffRoutesDependencies {
  readonly signIn: SignIn;
  readonly sessions: StaffSessions;
  readonly audit: AuditLog;
  readonly events: EventStreams;
  readonly isHttps: boolean;
}

const SESSION_COOKIE = 'cf-staff';
/** See known-browsers.ts. */
const BROWSER_COOKIE = 'cf-browser';

export function readSessionCookie(request: FastifyRequest): string | undefined {
  return request.cookies[SESSION_COOKIE] || undefined;
}

function describe(request: FastifyRequest, { email, name, role }: SignedInStaff): ConsoleSession {
  const { slug, name: vendorName, demo } = vendorOf(request).pack;
  return {
    staff: { email, name, role },
    vendor: { slug, name: vendorName, demo },
    mayDecide: may(role, 'cases.decide'),
    idleSeconds: IDLE_SECONDS,
  };
}

export function addStaffRoutes(
  scope: FastifyInstance,
  { signIn, sessions, audit, events, isHttps }: StaffRoutesDependencies,
): void {
  const console = scope.withTypeProvider<ZodTypeProvider>();
  const cookieOptions = (vendor: string) =>
    ({ path: `/console/${vendor}`, httpOnly: true, sameSite: 'strict', secure: isHttps }) as const;

  console.get(
    '/session',
    { config: staffMay('signed-in'), schema: { response: { 200: consoleSessionSchema } } },
    async (request) => describe(request, staffOf(request)),
  );

  console.post(
    '/session',
    {
      config: { access: 'public' },
      schema: { body: signInSchema, response: { 200: consoleSessionSchema } },
    },
    async (request, reply) => {
      const vendor = vendorOf(request).pack.slug;
      const { token, browserCookie, staff } = await signIn(vendor, request.body, {
        from: request.ip,
        browserCookie: request.cookies[BROWSER_COOKIE],
      });
      reply.setCookie(SESSION_COOKIE, token, cookieOptions(vendor)).setCookie(BROWSER_COOKIE, browserCookie, {
        ...cookieOptions(vendor),
        // Only the sign-in itself reads it.
        path: `/console/${vendor}/api/session`,
        maxAge: KNOWN_BROWSER_DAYS * 86_400,
      });
      return describe(request, staff);
    },
  );

  console.delete('/session', { config: staffMay('signed-in') }, async (request, reply) => {
    const { vendor, email } = staffOf(request);
    await sessions.close(vendor, readSessionCookie(request) ?? '');
    await audit.record({ vendor, action: 'sign-out', actor: email, from: request.ip });
    return reply.clearCookie(SESSION_COOKIE, cookieOptions(vendor)).status(204).send();
  });

  const stream = { config: staffMay('signed-in'), exposeHeadRoute: false, handlerTimeout: STREAM_WITHIN_MS };
  console.get('/events', stream, async (request, reply) => {
    const { vendor, id } = staffOf(request);
    const client = { vendor, credential: id, address: request.ip, heard: STAFF_NEWS } as const;
    return sendEvents(reply, events, { kind: 'staff', ...client });
  });
}
