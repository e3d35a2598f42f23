/** What staff see of identity documents, and decide: see `sync/protocol/api/identity.ts`. */
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { isExpired } from '../../../domain/identity/identity-rules.ts';
import {
  type IdentityAnswer,
  type IdentityDecision,
  identityAnswerSchema,
  identityDecisionSchema,
  waitingIdentitiesSchema,
} from '../../../protocol/api/identity.ts';
import { ProblemError } from '../../base/problems.ts';
import { recordAudit } from '../../core/audit/audit-log.ts';
import type { Core } from '../../core/feature.ts';
import { orderFeed } from '../../core/ingest/feed-order.ts';
import { type SignedInStaff, staffOf } from '../../http/access/access.ts';
import { itemParams, staffMay } from '../../http/console-scope.ts';
import { sendAttachment } from '../../http/send-attachment.ts';
import { orders } from '../orders/service.ts';
import { patientLines } from '../persons/feature.ts';
import {
  deletedOn,
  findDocument,
  isNotNewest,
  publishDocument,
  type StoredDocument,
  shownDocument,
} from './documents.ts';
import { identitySend } from './operations.ts';

const photoParams = itemParams.extend({ sha256: z.string().regex(/^[0-9a-f]{64}$/) });
const MAX_WAITING = 50;

function answerOf(stored: StoredDocument | undefined): IdentityAnswer {
  if (!stored) return { document: null };
  const { id, receivedAt, photos, decidedBy } = stored;
  return {
    document: {
      ...shownDocument(stored),
      ...{ id, receivedAt: receivedAt.toISOString(), photos: [...photos], decidedBy },
    },
  };
}

interface StoredOperation {
  readonly lane: string;
  readonly kind: string;
  readonly v: number;
  readonly envelope: Uint8Array;
}

export function addIdentityRoutes(routes: FastifyInstance, core: Core): void {
  const { sql, audit, listings, blobs, opening, publishWithin, tellStaff, now } = core;
  const lines = patientLines.of(core);
  const console = routes.withTypeProvider<ZodTypeProvider>();

  /** @throws ProblemError NOT_FOUND for nobody's id. */
  async function documentOf(vendor: string, person: string): Promise<StoredDocument | undefined> {
    const known = await sql`select 1 from persons where vendor = ${vendor} and id = ${person}`;
    if (known.length === 0) throw new ProblemError('NOT_FOUND');
    return findDocument(sql, vendor, person);
  }

  /** What opens the photos is where the patient's device has sealed it. */
  async function readPhoto(vendor: string, { id: opId, device, photos }: StoredDocument, sha256: string) {
    const [stored] = await sql<[StoredOperation?]>`
      select lane, kind, v, envelope from op_ledger where vendor = ${vendor} and op_id = ${opId}`;
    // What is deleted isn't shown, whoever brings its bytes again.
    if (!stored || !photos.includes(sha256)) return undefined;
    const payload = identitySend.payloadOf(await opening.open({ vendor, opId, ...stored }));
    const photo =
      payload?.change.does === 'send'
        ? payload.change.photos.find((one) => one.sha256 === sha256)
        : undefined;
    const sealed = photo && (await blobs.read({ vendor, device, sha256 }));
    if (!photo || !sealed) return undefined;
    const key = new Uint8Array(Buffer.from(photo.key, 'base64url'));
    const bytes = await opening.openBlob(vendor, key, new Uint8Array(sealed));
    return bytes && { bytes, contentType: photo.contentType };
  }

  async function decide(staff: SignedInStaff, person: string, decision: IdentityDecision, from: string) {
    const { vendor, email, name } = staff;
    await publishWithin(async (transaction, publish) => {
      // Orders may go on by it, and those are locked after this.
      await orderFeed(transaction);
      const at = now();
      const isRefused = decision.decision === 'refused';
      const reason = isRefused ? decision.reason : null;
      const expiresOn = isRefused ? null : (decision.expiresOn ?? null);
      if (isExpired(expiresOn ?? undefined, at))
        throw new ProblemError('INVALID_REQUEST', {
          errors: [{ pointer: '/expiresOn', detail: 'out_of_range' }],
        });
      const changed = await transaction`
        update identity_documents d set status = ${decision.decision}, reason = ${reason}, expires_on = ${expiresOn}, decided_at = ${at.toISOString()},
          decided_by = ${name}, delete_at = ${deletedOn(at).toISOString()}
        where vendor = ${vendor} and id = ${decision.id} and person = ${person} and deleted_at is null
          and status in ('sent', 'confirmed', 'refused') and not ${isNotNewest(transaction)} returning id`;
      if (changed.length === 0) throw new ProblemError('NOT_FOUND');
      await publishDocument(transaction, publish, vendor, person);
      if (isRefused) await orders.find(core)?.idRefused(transaction, publish, { vendor, person });
      else await orders.find(core)?.idConfirmed(transaction, publish, { vendor, person, actor: name });
      const detail = `document=${decision.id} ${reason === null ? '' : `reason=${reason}`}`.trim();
      await recordAudit(
        transaction,
        {
          ...{ vendor, actor: email, from, subject: person, detail },
          action: `identity-${decision.decision}`,
        },
        at,
      );
    });
    tellStaff(vendor);
  }

  console.get(
    '/identity',
    { config: staffMay('identity.check'), schema: { response: { 200: waitingIdentitiesSchema } } },
    async (request) => {
      const { vendor } = staffOf(request);
      const rows = await sql<{ person: string }[]>`
        select person from identity_documents d where vendor = ${vendor} and status = 'sent' and not ${isNotNewest(sql)}
        order by received_at, id limit ${MAX_WAITING + 1}`;
      const persons = rows.slice(0, MAX_WAITING).map(({ person }) => person);
      await listings.note(request, 'list=identity');
      return {
        patients: [...(await lines(vendor, persons))],
        more: rows.length > MAX_WAITING,
        serverTime: now().toISOString(),
      };
    },
  );

  console.get(
    '/patients/:id/identity',
    {
      config: staffMay('identity.check'),
      schema: { params: itemParams, response: { 200: identityAnswerSchema } },
    },
    async (request) => answerOf(await documentOf(staffOf(request).vendor, request.params.id.toLowerCase())),
  );

  console.get(
    '/patients/:id/identity/:sha256',
    { config: staffMay('identity.check'), schema: { params: photoParams } },
    async (request, reply) => {
      const { vendor, email } = staffOf(request);
      const person = request.params.id.toLowerCase();
      const stored = await documentOf(vendor, person);
      const photo = stored && (await readPhoto(vendor, stored, request.params.sha256));
      if (!photo) throw new ProblemError('NOT_FOUND');
      const detail = `document=${stored.id}`;
      await audit.record({
        ...{ vendor, actor: email, from: request.ip, subject: person, detail },
        action: 'identity-viewed',
      });
      return sendAttachment(reply, photo);
    },
  );

  console.post(
    '/patients/:id/identity/decision',
    {
      config: staffMay('identity.check'),
      schema: { params: itemParams, body: identityDecisionSchema, response: { 200: identityAnswerSchema } },
    },
    async (request) => {
      const staff = staffOf(request);
      const person = request.params.id.toLowerCase();
      await documentOf(staff.vendor, person);
      await decide(staff, person, request.body, request.ip);
      return answerOf(await findDocument(sql, staff.vendor, person));
    },
  );
}
