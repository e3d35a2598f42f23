/** `/console/{vendor}/api/*`: what the vendor's staff see and decide. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import {
  acknowledgeSchema,
  type ConsoleSession,
  caseHeadSchema,
  consoleSessionSchema,
  dismissFloodSchema,
  floodDetailSchema,
  inboxFilters,
  inboxResponseSchema,
  searchResponseSchema,
  signInSchema,
} from '../../protocol/console.ts';
import { staffOf, vendorOf } from '../access.ts';
import type { AuditAction, AuditLog } from '../audit/audit-log.ts';
import { ProblemError } from '../problems.ts';
import { readJson } from '../read-json.ts';
import { readSearch } from '../search/search-query.ts';
import { IDLE_SECONDS, type SignedInStaff, type StaffSessions } from '../staff/staff-sessions.ts';
import { contentDisposition, type ReadAttachment } from './case-attachments.ts';
import { serializeWithAnswers } from './case-json.ts';
import type { ReadCase } from './case-view.ts';
import type { Decisions } from './decisions.ts';
import type { Floods } from './floods.ts';
import { type Inbox, pageOf } from './inbox.ts';
import { KNOWN_BROWSER_DAYS } from './known-browsers.ts';
import type { ListingLog } from './listing-log.ts';
import type { SignIn } from './sign-in.ts';

export interface ConsoleRoutesDependencies {
  readonly inbox: Inbox;
  readonly readCase: ReadCase;
  readonly readAttachment: ReadAttachment;
  readonly decisions: Decisions;
  readonly floods: Floods;
  readonly listings: ListingLog;
  readonly signIn: SignIn;
  readonly sessions: StaffSessions;
  readonly audit: AuditLog;
  readonly isHttps: boolean;
  /** Origins, besides the request's own host, from which the console is used. */
  readonly origins: readonly string[];
  /** Further routes of the console's: behind the same checks. */
  readonly addMore?: (console: FastifyInstance) => void;
}

export const SESSION_COOKIE = 'cf-staff';
/** See known-browsers.ts. */
const BROWSER_COOKIE = 'cf-browser';

const itemParams = z.object({ vendor: z.string(), id: z.uuid() });
const attachmentParams = z.object({
  vendor: z.string(),
  id: z.uuid(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});
/** What a patient sends is never run, and nothing of it may reach anywhere. */
const ATTACHMENT_POLICY = "default-src 'none'; sandbox; frame-ancestors 'self'";
const inboxQuery = z.object({
  filter: z.enum(inboxFilters).default('open'),
  cursor: z.string().max(500).optional(),
});
const cursorQuery = z.object({ cursor: z.string().max(500).optional() });
const searchQuery = cursorQuery.extend({ q: z.string().min(1).max(200) });
const empty = z.object({}).nullish();

export function readSessionCookie(request: FastifyRequest): string | undefined {
  return request.cookies[SESSION_COOKIE] || undefined;
}

/** Of countries where a date of digits alone begins with the month. */
const dateOrderOf = (region: string) => (region === 'US' ? 'month-first' : 'day-first');

/** @throws ProblemError `NOTE_REQUIRED`. */
function noteOf(body: unknown): string {
  const parsed = acknowledgeSchema.safeParse(body);
  if (!parsed.success)
    throw new ProblemError('NOTE_REQUIRED', { errors: [{ pointer: '/note', detail: 'required' }] });
  // PostgreSQL has no text with U+0000.
  return parsed.data.note.replaceAll('\u0000', '');
}

export function addConsoleRoutes(server: FastifyInstance, dependencies: ConsoleRoutesDependencies): void {
  const {
    inbox,
    readCase,
    readAttachment,
    decisions,
    floods,
    listings,
    signIn,
    sessions,
    audit,
    isHttps,
    origins,
    addMore,
  } = dependencies;

  /** The cookie is SameSite=Strict; this also stops pages of other origins of the same site. */
  function refuseForeignOrigin(request: FastifyRequest): void {
    const { origin } = request.headers;
    const own = origin !== undefined && URL.canParse(origin) && new URL(origin).host === request.host;
    if (!own && (origin === undefined || !origins.includes(origin))) throw new ProblemError('ORIGIN_BLOCKED');
    const type = request.headers['content-type']?.split(';')[0]?.trim().toLowerCase();
    if (request.method === 'POST' && type !== 'application/json') throw new ProblemError('MEDIA_TYPE');
  }

  const cookieOptions = (vendor: string) =>
    ({ path: `/console/${vendor}`, httpOnly: true, sameSite: 'strict', secure: isHttps }) as const;

  function describe(request: FastifyRequest, { email, name, role }: SignedInStaff): ConsoleSession {
    const { slug, name: vendorName, demo } = vendorOf(request).pack;
    return {
      staff: { email, name, role },
      vendor: { slug, name: vendorName, demo },
      mayDecide: role !== 'auditor',
      idleSeconds: IDLE_SECONDS,
    };
  }

  async function floodOf({ vendor, email }: SignedInStaff, id: string, cursor?: string) {
    const detail = await floods.read(vendor, id, cursor, email);
    if (!detail) throw new ProblemError('NOT_FOUND');
    return detail;
  }

  function note(
    request: FastifyRequest,
    action: AuditAction,
    subject?: string,
    detail?: string,
  ): Promise<void> {
    const { vendor, email } = staffOf(request);
    return audit.record({
      vendor,
      action,
      actor: email,
      from: request.ip,
      ...(subject === undefined ? {} : { subject }),
      ...(detail === undefined ? {} : { detail }),
    });
  }

  function decider(request: FastifyRequest): SignedInStaff {
    const staff = staffOf(request);
    if (staff.role === 'auditor') throw new ProblemError('ROLE_NOT_ALLOWED');
    return staff;
  }

  async function caseOf({ vendor, email }: SignedInStaff, id: string) {
    const detail = await readCase(vendor, id, email);
    if (!detail) throw new ProblemError('NOT_FOUND');
    return detail;
  }

  server.register(
    async (plain) => {
      const console = plain.withTypeProvider<ZodTypeProvider>();
      console.setValidatorCompiler(validatorCompiler);
      console.setSerializerCompiler(serializeWithAnswers);
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

      console.get(
        '/session',
        { config: { access: 'staff' }, schema: { response: { 200: consoleSessionSchema } } },
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
          reply
            .setCookie(SESSION_COOKIE, token, cookieOptions(vendor))
            .setCookie(BROWSER_COOKIE, browserCookie, {
              ...cookieOptions(vendor),
              // Only the sign-in itself reads it.
              path: `/console/${vendor}/api/session`,
              maxAge: KNOWN_BROWSER_DAYS * 86_400,
            });
          return describe(request, staff);
        },
      );

      console.delete(
        '/session',
        { config: { access: 'staff', alsoAuditors: true } },
        async (request, reply) => {
          const { vendor } = staffOf(request);
          await sessions.close(vendor, readSessionCookie(request) ?? '');
          await note(request, 'sign-out');
          return reply.clearCookie(SESSION_COOKIE, cookieOptions(vendor)).status(204).send();
        },
      );

      console.get(
        '/inbox',
        {
          config: { access: 'staff' },
          schema: { querystring: inboxQuery, response: { 200: inboxResponseSchema } },
        },
        async (request) => {
          const { filter, cursor } = request.query;
          await listings.note(request, `list=inbox filter=${filter} page=${pageOf(cursor)}`);
          const { vendor, email } = staffOf(request);
          return inbox.page(vendor, filter, cursor, email);
        },
      );

      console.get(
        '/search',
        {
          config: { access: 'staff' },
          schema: { querystring: searchQuery, response: { 200: searchResponseSchema } },
        },
        async (request) => {
          const { q, cursor } = request.query;
          const { vendor, email } = staffOf(request);
          // PostgreSQL has no text with U+0000.
          const query = readSearch(q.replaceAll('\u0000', ''), dateOrderOf(vendorOf(request).pack.region));
          await note(request, 'searched', undefined, `by=${query.by} page=${pageOf(cursor)}`);
          return inbox.search(vendor, query, cursor, email);
        },
      );

      console.get(
        '/cases/:id',
        { config: { access: 'staff' }, schema: { params: itemParams, response: { 200: caseHeadSchema } } },
        async (request) => {
          const detail = await caseOf(staffOf(request), request.params.id);
          await note(request, 'viewed', detail.item.id);
          return detail;
        },
      );

      console.get(
        '/cases/:id/attachments/:sha256',
        { config: { access: 'staff' }, schema: { params: attachmentParams } },
        async (request, reply) => {
          const { vendor } = staffOf(request);
          const { id, sha256 } = request.params;
          const attachment = await readAttachment(vendor, id, sha256);
          if (!attachment) throw new ProblemError('NOT_FOUND');
          await note(request, 'viewed', id.toLowerCase());
          return reply
            .header('content-type', attachment.contentType)
            .header('content-disposition', contentDisposition(attachment))
            .header('content-security-policy', ATTACHMENT_POLICY)
            .send(Buffer.from(attachment.bytes));
        },
      );

      console.post(
        '/cases/:id/review',
        {
          config: { access: 'staff' },
          schema: { params: itemParams, body: empty, response: { 200: caseHeadSchema } },
        },
        async (request) => {
          const staff = decider(request);
          if (!(await decisions.review(staff, request.params.id, request.ip)))
            throw new ProblemError('NOT_FOUND');
          return caseOf(staff, request.params.id);
        },
      );

      console.post(
        '/alerts/:id/acknowledge',
        { config: { access: 'staff' }, schema: { params: itemParams, response: { 200: caseHeadSchema } } },
        async (request) => {
          const staff = decider(request);
          const text = noteOf(request.body);
          if (!(await decisions.acknowledge(staff, request.params.id, text, request.ip)))
            throw new ProblemError('NOT_FOUND');
          return caseOf(staff, request.params.id);
        },
      );

      console.post(
        '/cases/:id/undo',
        {
          config: { access: 'staff' },
          schema: { params: itemParams, body: empty, response: { 200: caseHeadSchema } },
        },
        async (request) => {
          const staff = decider(request);
          if (!(await decisions.undo(staff, request.params.id, request.ip)))
            throw new ProblemError('NOT_FOUND');
          return caseOf(staff, request.params.id);
        },
      );

      console.get(
        '/floods/:id',
        {
          config: { access: 'staff' },
          schema: { params: itemParams, querystring: cursorQuery, response: { 200: floodDetailSchema } },
        },
        async (request) => {
          const { cursor } = request.query;
          const detail = await floodOf(staffOf(request), request.params.id, cursor);
          await listings.note(request, `list=flood page=${pageOf(cursor)}`, request.params.id);
          return detail;
        },
      );

      console.post(
        '/floods/:id/dismiss',
        { config: { access: 'staff' }, schema: { params: itemParams, response: { 200: floodDetailSchema } } },
        async (request) => {
          const staff = decider(request);
          const note = noteOf(request.body);
          const parsed = dismissFloodSchema.safeParse(request.body);
          if (!parsed.success)
            throw new ProblemError('INVALID_REQUEST', {
              errors: [{ pointer: '/seenTo', detail: 'required' }],
            });
          const { seenTo } = parsed.data;
          if (!(await floods.dismiss(staff, request.params.id, { note, seenTo }, request.ip)))
            throw new ProblemError('NOT_FOUND');
          return floodOf(staff, request.params.id);
        },
      );

      console.post(
        '/floods/:id/lift',
        {
          config: { access: 'staff' },
          schema: { params: itemParams, body: empty, response: { 200: floodDetailSchema } },
        },
        async (request) => {
          const staff = decider(request);
          if (!(await floods.lift(staff, request.params.id, request.ip))) throw new ProblemError('NOT_FOUND');
          return floodOf(staff, request.params.id);
        },
      );
      addMore?.(plain);
    },
    { prefix: '/console/:vendor/api' },
  );
}
