/** What the vendor's staff see of the inbox and its cases, and decide about them: see `sync/protocol/console.ts`. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { acknowledgeSchema, caseHeadSchema } from '../../../protocol/api/cases.ts';
import { dismissFloodSchema, floodDetailSchema } from '../../../protocol/api/floods.ts';
import { inboxResponseSchema, inboxViewSchema, searchResponseSchema } from '../../../protocol/api/inbox.ts';
import { pageOf } from '../../base/cursor.ts';
import { ProblemError } from '../../base/problems.ts';
import type { AuditAction, AuditLog } from '../../core/audit/audit-log.ts';
import type { ListingLog } from '../../core/audit/listing-log.ts';
import { type SignedInStaff, staffOf, vendorOf } from '../../http/access/access.ts';
import { cleanText, emptyBody, foundOrThrow, itemParams, staffMay } from '../../http/console-scope.ts';
import { sendAttachment } from '../../http/send-attachment.ts';
import type { ReadAttachment } from './case-attachments.ts';
import { serializeWithAnswers } from './case-json.ts';
import type { ReadCase } from './case-view.ts';
import type { Decisions } from './decisions.ts';
import type { Floods } from './floods.ts';
import type { Inbox } from './inbox.ts';
import { dateOrderOf, readSearch } from './search/search-query.ts';

export interface InboxRoutesDependencies {
  readonly inbox: Inbox;
  readonly readCase: ReadCase;
  readonly readAttachment: ReadAttachment;
  readonly decisions: Decisions;
  readonly floods: Floods;
  readonly listings: ListingLog;
  readonly audit: AuditLog;
}

const attachmentParams = itemParams.extend({ sha256: z.string().regex(/^[0-9a-f]{64}$/) });
const inboxQuery = z.object({ ...inboxViewSchema.shape, cursor: z.string().max(500).optional() });
const cursorQuery = z.object({ cursor: z.string().max(500).optional() });
const searchQuery = cursorQuery.extend({ q: z.string().min(1).max(200) });

/** @throws ProblemError `NOTE_REQUIRED`. */
function noteOf(body: unknown): string {
  const parsed = acknowledgeSchema.safeParse(body);
  if (!parsed.success)
    throw new ProblemError('NOTE_REQUIRED', { errors: [{ pointer: '/note', detail: 'required' }] });
  return cleanText(parsed.data.note);
}

function scopeOf(scope: FastifyInstance) {
  return scope.withTypeProvider<ZodTypeProvider>();
}
type Scope = ReturnType<typeof scopeOf>;

function noteIn(audit: AuditLog) {
  return (request: FastifyRequest, action: AuditAction, subject?: string, detail?: string): Promise<void> => {
    const { vendor, email } = staffOf(request);
    return audit.record({
      ...{ vendor, action, actor: email, from: request.ip },
      ...(subject === undefined ? {} : { subject }),
      ...(detail === undefined ? {} : { detail }),
    });
  };
}

function addListRoutes(console: Scope, { inbox, listings, audit }: InboxRoutesDependencies): void {
  const note = noteIn(audit);

  console.get(
    '/inbox',
    {
      config: staffMay('cases.read'),
      schema: { querystring: inboxQuery, response: { 200: inboxResponseSchema } },
    },
    async (request) => {
      const { cursor, ...view } = request.query;
      await listings.note(request, `list=inbox filter=${view.filter} page=${pageOf(cursor)}`);
      const { vendor, email } = staffOf(request);
      return inbox.page(vendor, view, cursor, email);
    },
  );

  console.get(
    '/search',
    {
      config: staffMay('cases.read'),
      schema: { querystring: searchQuery, response: { 200: searchResponseSchema } },
    },
    async (request) => {
      const { q, cursor } = request.query;
      const { vendor, email } = staffOf(request);
      const query = readSearch(cleanText(q), dateOrderOf(vendorOf(request).pack.region));
      await note(request, 'searched', undefined, `by=${query.by} page=${pageOf(cursor)}`);
      return inbox.search(vendor, query, cursor, email);
    },
  );
}

function addCaseRoutes(
  console: Scope,
  { readCase, readAttachment, decisions, audit }: InboxRoutesDependencies,
): void {
  const note = noteIn(audit);
  const caseOf = async ({ vendor, email }: SignedInStaff, id: string) =>
    foundOrThrow(await readCase(vendor, id, email));

  console.get(
    '/cases/:id',
    { config: staffMay('cases.read'), schema: { params: itemParams, response: { 200: caseHeadSchema } } },
    async (request) => {
      const detail = await caseOf(staffOf(request), request.params.id);
      await note(request, 'viewed', detail.item.id);
      return detail;
    },
  );

  console.get(
    '/cases/:id/attachments/:sha256',
    { config: staffMay('cases.read'), schema: { params: attachmentParams } },
    async (request, reply) => {
      const { vendor } = staffOf(request);
      const { id, sha256 } = request.params;
      const attachment = await readAttachment(vendor, id, sha256);
      if (!attachment) throw new ProblemError('NOT_FOUND');
      await note(request, 'viewed', id.toLowerCase());
      return sendAttachment(reply, attachment);
    },
  );

  console.post(
    '/cases/:id/review',
    {
      config: staffMay('cases.decide'),
      schema: { params: itemParams, body: emptyBody, response: { 200: caseHeadSchema } },
    },
    async (request) => {
      const staff = staffOf(request);
      foundOrThrow(await decisions.review(staff, request.params.id, request.ip));
      return caseOf(staff, request.params.id);
    },
  );

  console.post(
    '/alerts/:id/acknowledge',
    { config: staffMay('cases.decide'), schema: { params: itemParams, response: { 200: caseHeadSchema } } },
    async (request) => {
      const staff = staffOf(request);
      const text = noteOf(request.body);
      foundOrThrow(await decisions.acknowledge(staff, request.params.id, text, request.ip));
      return caseOf(staff, request.params.id);
    },
  );

  console.post(
    '/cases/:id/undo',
    {
      config: staffMay('cases.decide'),
      schema: { params: itemParams, body: emptyBody, response: { 200: caseHeadSchema } },
    },
    async (request) => {
      const staff = staffOf(request);
      foundOrThrow(await decisions.undo(staff, request.params.id, request.ip));
      return caseOf(staff, request.params.id);
    },
  );
}

function addFloodRoutes(console: Scope, { floods, listings }: InboxRoutesDependencies): void {
  const floodOf = async ({ vendor, email }: SignedInStaff, id: string, cursor?: string) =>
    foundOrThrow(await floods.read(vendor, id, cursor, email));

  console.get(
    '/floods/:id',
    {
      config: staffMay('cases.read'),
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
    {
      config: staffMay('cases.decide'),
      schema: { params: itemParams, response: { 200: floodDetailSchema } },
    },
    async (request) => {
      const staff = staffOf(request);
      const note = noteOf(request.body);
      const parsed = dismissFloodSchema.safeParse(request.body);
      if (!parsed.success)
        throw new ProblemError('INVALID_REQUEST', {
          errors: [{ pointer: '/seenTo', detail: 'required' }],
        });
      const { seenTo } = parsed.data;
      return foundOrThrow(await floods.dismiss(staff, request.params.id, { note, seenTo }, request.ip));
    },
  );

  console.post(
    '/floods/:id/lift',
    {
      config: staffMay('cases.decide'),
      schema: { params: itemParams, body: emptyBody, response: { 200: floodDetailSchema } },
    },
    async (request) => {
      const staff = staffOf(request);
      foundOrThrow(await floods.lift(staff, request.params.id, request.ip));
      return floodOf(staff, request.params.id);
    },
  );
}

export function addInboxRoutes(scope: FastifyInstance, dependencies: InboxRoutesDependencies): void {
  scope.register(async (plain) => {
    const console = scopeOf(plain);
    console.setSerializerCompiler(serializeWithAnswers);
    addListRoutes(console, dependencies);
    addCaseRoutes(console, dependencies);
    addFloodRoutes(console, dependencies);
  });
}
