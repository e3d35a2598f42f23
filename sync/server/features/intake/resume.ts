/**
 * Gives an unfinished intake back to its patient, at a kiosk of the vendor. Only here is the draft's own key opened, after the code was found; the
 * content leaves only where the birth date is right. Whatever fails, the answer is the same.
 */
import { createDecipheriv, timingSafeEqual } from 'node:crypto';
import canonicalize from 'canonicalize';
import { z } from 'zod';
import type { ResumeRequest } from '../../../protocol/api/kiosk.ts';
import { normaliseHumanCode } from '../../../protocol/human-code.ts';
import { attachmentSchema, type BlobAttachment } from '../../../protocol/operations/payloads/attachment.ts';
import type { IntakePaused } from '../../../protocol/operations/payloads/intake-paused.ts';
import { decodeEnvelope, type Envelope, SUITE_HPKE_P256 } from '../../../seal/envelope.ts';
import type { Sql } from '../../base/database/database.ts';
import { ProblemError } from '../../base/problems.ts';
import { recordAudit } from '../../core/audit/audit-log.ts';
import type { BlobStore } from '../../core/blobs/blob-store.ts';
import type { OpenedOperation } from '../../core/judging/kinds.ts';
import { readContent } from '../../core/sealing/content-bounds.ts';
import type { SealedOperation } from '../../core/sealing/open-envelope.ts';
import type { Unsealer } from '../../core/sealing/unsealer.ts';
import type { AuditContext } from '../../http/access/access.ts';
import { intakePaused } from './operations.ts';

/** Wrong birth dates for a code; then only staff can have it tried again. */
export const MAX_TRIES = 5;
/** For so long the kiosk that got it may ask again: its answer may have been lost. */
export const AGAIN_MS = 10 * 60_000;
/** After staff have let it be tried again. */
export const RELEASED_MS = 15 * 60_000;
const DRAFT_KEY_BYTES = 32;
const TAG_BYTES = 16;

const draftHead = z.looseObject({
  draftId: z.string(),
  subjectId: z.string(),
  patient: z.looseObject({ birthDate: z.string().optional() }).optional(),
});

interface Row {
  op_id: string;
  released_until: string | null;
}

export interface Resumed {
  /** The draft's. */
  readonly content: unknown;
  readonly attachments?: readonly BlobAttachment[];
}

export interface PausedIntakes {
  /** @returns undefined alike for whatever is not right. */
  resume(vendor: string, kiosk: string, request: ResumeRequest, from: string): Promise<Resumed | undefined>;
  /** The ciphertext of a photo of an intake that this kiosk has resumed within {@link AGAIN_MS}. */
  photo(vendor: string, kiosk: string, sha256: string): Promise<Uint8Array | undefined>;
  /** Staff know who it is: it may be tried again, and for some minutes the code is enough where it has no birth date. */
  release(id: string, by: AuditContext): Promise<boolean>;
}

export interface PausedIntakesDependencies {
  readonly sql: Sql;
  readonly now: () => Date;
  readonly openOperation: (operation: SealedOperation) => Promise<OpenedOperation>;
  readonly unsealer: Pick<Unsealer, 'open'>;
  readonly blobs: Pick<BlobStore, 'read'>;
}

function readEnvelope(text: string): Envelope | undefined {
  try {
    return decodeEnvelope(Buffer.from(text, 'base64url'));
  } catch {
    return undefined;
  }
}

/** As the client seals it: AES-256-GCM, bound to what it is (`sync/client/keys/bindings.ts`). */
function openBox(
  key: Uint8Array,
  box: { readonly iv: string; readonly sealed: string },
  boundTo: readonly string[],
): unknown {
  const sealed = Buffer.from(box.sealed, 'base64url');
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(box.iv, 'base64url'))
      .setAAD(Buffer.from(JSON.stringify(boundTo)))
      .setAuthTag(sealed.subarray(-TAG_BYTES));
    const plain = Buffer.concat([decipher.update(sealed.subarray(0, -TAG_BYTES)), decipher.final()]);
    // A person finds out by their code that it can't be gone on with here; it is kept as it came.
    const reading = readContent(plain);
    return reading.ok ? reading.content : undefined;
  } catch {
    return undefined;
  }
}

function openDraft(key: Uint8Array, vendor: string, paused: IntakePaused): Resumed {
  const { subjectId, draftId, questionnaire, box } = paused;
  const content = openBox(key, box, ['draft', vendor, subjectId, draftId, questionnaire.formHash]);
  // One that doesn't open keeps neither the draft nor the others.
  const attachments = paused.attachments.flatMap(({ sha256, box: sealed }) => {
    const facts = sealed && openBox(key, sealed, ['blob', vendor, subjectId, draftId, sha256]);
    const read = attachmentSchema.safeParse(
      typeof facts === 'object' && facts !== null ? { ...facts, sha256 } : undefined,
    );
    return read.success ? [read.data] : [];
  });
  return { content, ...(attachments.length === 0 ? {} : { attachments }) };
}

function isSame(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}

export function createPausedIntakes(dependencies: PausedIntakesDependencies): PausedIntakes {
  const { sql, now, openOperation, unsealer, blobs } = dependencies;

  async function payloadOf(vendor: string, opId: string): Promise<IntakePaused | undefined> {
    const [stored] = await sql<[Omit<SealedOperation, 'vendor' | 'opId'>?]>`
      select lane, kind, v, envelope from op_ledger where vendor = ${vendor} and op_id = ${opId}`;
    const opened = stored && (await openOperation({ vendor, opId, ...stored }));
    const payload = opened && intakePaused.payloadOf(opened);
    return payload?.vendor === vendor ? payload : undefined;
  }

  async function resumedOf(vendor: string, opId: string): Promise<Resumed | undefined> {
    const paused = await payloadOf(vendor, opId);
    const envelope = paused && readEnvelope(paused.sealedKey);
    if (!paused || envelope?.suite !== SUITE_HPKE_P256) return undefined;
    const binding = canonicalize(['paused', vendor, paused.subjectId, paused.box.keyId]) ?? '';
    const unsealed = await unsealer.open(
      vendor,
      envelope.keyId,
      envelope.content,
      new Uint8Array(Buffer.from(binding)),
    );
    if (!unsealed.ok) {
      // The key may come back: that is no answer about the code.
      if (unsealed.reason === 'unknown-key')
        throw new ProblemError('UNAVAILABLE', {}, { 'retry-after': '60' });
      return undefined;
    }
    return unsealed.plain.length === DRAFT_KEY_BYTES ? openDraft(unsealed.plain, vendor, paused) : undefined;
  }

  /** Counted before it is looked at, so that tries at the same time gain nothing; those that were right are given back. */
  async function takeTries(vendor: string, kiosk: string, code: string): Promise<readonly Row[]> {
    const again = new Date(now().getTime() - AGAIN_MS).toISOString();
    return sql<Row[]>`
      update paused_intakes set tries = tries + 1
      where vendor = ${vendor} and code = ${code} and tries < ${MAX_TRIES}
        and (resumed_at is null or (resumed_by = ${kiosk} and resumed_at > ${again}))
      returning op_id, released_until`;
  }

  function isTheirs(content: unknown, birthDate: string, row: Row): boolean {
    const head = draftHead.safeParse(content);
    if (!head.success) return false;
    const known = head.data.patient?.birthDate;
    if (known !== undefined) return isSame(known, birthDate);
    return row.released_until !== null && Date.parse(row.released_until) > now().getTime();
  }

  return {
    async resume(vendor, kiosk, { code, birthDate }, from) {
      for (const row of await takeTries(vendor, kiosk, normaliseHumanCode(code))) {
        const resumed = await resumedOf(vendor, row.op_id).catch(async (error: unknown) => {
          await sql`
            update paused_intakes set tries = tries - 1 where vendor = ${vendor} and op_id = ${row.op_id}`;
          throw error;
        });
        if (resumed === undefined || !isTheirs(resumed.content, birthDate, row)) continue;
        const mine = await sql.begin(async (transaction) => {
          // Of two kiosks at once, one has it.
          const taken = await transaction`
            update paused_intakes set tries = tries - 1, resumed_by = ${kiosk},
              resumed_at = coalesce(resumed_at, ${now().toISOString()}::timestamptz)
            where vendor = ${vendor} and op_id = ${row.op_id} and (resumed_at is null or resumed_by = ${kiosk})
            returning op_id`;
          if (taken.length === 0) return false;
          await recordAudit(
            transaction,
            { vendor, action: 'intake-resumed', actor: null, subject: row.op_id, from },
            now(),
          );
          return true;
        });
        if (mine) return resumed;
      }
      return undefined;
    },

    async photo(vendor, kiosk, sha256) {
      const since = new Date(now().getTime() - AGAIN_MS).toISOString();
      // Blobs are kept by the device that has sent them, which may have done so again under another key.
      const rows = await sql<{ device: string }[]>`
        select b.device from blobs b
        where b.vendor = ${vendor} and b.sha256 = ${sha256} and b.completed_at is not null and exists (
          select 1 from paused_intakes p join op_ledger o on o.vendor = p.vendor and o.op_id = p.op_id
          where p.vendor = b.vendor and p.resumed_by = ${kiosk} and p.resumed_at > ${since} and b.sha256 = any(o.blobs))`;
      for (const { device } of rows) {
        const bytes = await blobs.read({ vendor, device, sha256 });
        if (bytes !== undefined) return bytes;
      }
      return undefined;
    },

    release: (id, { staff: { vendor, email }, from }) =>
      sql.begin(async (transaction) => {
        const until = new Date(now().getTime() + RELEASED_MS).toISOString();
        const released = await transaction`
          update paused_intakes set tries = 0, resumed_at = null, resumed_by = null, released_until = ${until}
          where vendor = ${vendor} and op_id = ${id} returning op_id`;
        if (released.length === 0) return false;
        await recordAudit(
          transaction,
          { vendor, action: 'intake-released', actor: email, subject: id, from },
          now(),
        );
        return true;
      }),
  };
}
