/**
 * A person's identity document: the newest that they have sent.
 *
 *   sent --> confirmed | refused     by staff, who may decide again while the photos are there
 *   sent, confirmed, refused --> replaced by a newer one, withdrawn by the patient
 *
 * Photos go 30 days after staff have decided, and at once when nobody is to look at them any more.
 */
import {
  type DocumentKind,
  type IdentityDocument,
  identityDocumentSchema,
  KEPT_DAYS,
  type RefusalReason,
} from '../../../domain/identity/identity-document.ts';
import { IDENTITY_ID, IDENTITY_RECORD, IDENTITY_VERSION } from '../../../protocol/records/identity.ts';
import type { Sql, Transaction } from '../../base/database/database.ts';
import type { Publish } from '../../core/records/publishing.ts';

const DAY_MS = 86_400_000;
export const deletedOn = (decidedAt: Date): Date => new Date(decidedAt.getTime() + KEPT_DAYS * DAY_MS);

export interface StoredDocument {
  readonly id: string;
  readonly device: string;
  readonly document: DocumentKind;
  readonly photos: readonly string[];
  readonly status: IdentityDocument['status'];
  readonly reason: RefusalReason | null;
  readonly expiresOn: string | null;
  readonly statedAt: Date;
  readonly receivedAt: Date;
  readonly decidedAt: Date | null;
  readonly decidedBy: string | null;
  readonly deleteAt: Date | null;
}

interface Row
  extends Omit<StoredDocument, 'expiresOn' | 'statedAt' | 'receivedAt' | 'decidedAt' | 'deleteAt'> {
  readonly stated_at: string;
  readonly received_at: string;
  readonly decided_at: string | null;
  readonly decided_by: string | null;
  readonly delete_at: string | null;
  readonly expires_on: string | null;
}

const dateOf = (text: string | null) => (text === null ? null : new Date(text));

/** @returns the one that counts; undefined where there is none. */
export async function findDocument(
  sql: Sql | Transaction,
  vendor: string,
  person: string,
): Promise<StoredDocument | undefined> {
  const [row] = await sql<[Row?]>`
    select id, device, document, photos, status, reason, stated_at, received_at, decided_at, decided_by, delete_at, expires_on from identity_documents
    where vendor = ${vendor} and person = ${person} and status in ('sent', 'confirmed', 'refused')
    order by received_at desc, id desc limit 1`;
  if (!row) return undefined;
  const { id, device, document, photos, status, reason } = row;
  return {
    ...{ id, device, document, photos, status, reason, expiresOn: row.expires_on },
    ...{ statedAt: new Date(row.stated_at), receivedAt: new Date(row.received_at) },
    ...{ decidedAt: dateOf(row.decided_at), decidedBy: row.decided_by, deleteAt: dateOf(row.delete_at) },
  };
}

export function shownDocument(stored: StoredDocument): IdentityDocument {
  const { document, status, statedAt, decidedAt, reason, expiresOn, deleteAt } = stored;
  return identityDocumentSchema.parse({
    ...{ document, status, statedAt: statedAt.toISOString() },
    ...(decidedAt && { decidedAt: decidedAt.toISOString() }),
    ...(reason !== null && { reason }),
    ...(expiresOn !== null && { expiresOn }),
    ...(deleteAt && { deletedOn: deleteAt.toISOString() }),
  });
}

/** Tells the person's devices what there is now. */
export async function publishDocument(
  transaction: Transaction,
  publish: Publish,
  vendor: string,
  person: string,
): Promise<void> {
  const stored = await findDocument(transaction, vendor, person);
  publish.record({
    ...{ vendor, person, kind: IDENTITY_RECORD, v: IDENTITY_VERSION, id: IDENTITY_ID },
    body: stored ? { ...shownDocument(stored) } : null,
  });
}

/** Of rows `d`: that their person has sent another one that counts since. */
export const isNotNewest = (sql: Sql | Transaction) => sql`
  exists (select 1 from identity_documents n where n.vendor = d.vendor and n.person = d.person
    and n.status in ('sent', 'confirmed', 'refused') and (n.received_at, n.id) > (d.received_at, d.id))`;

/** Whether a document that counts was sent after that, by the devices' clocks. */
export async function isSaidSince(
  transaction: Transaction,
  {
    vendor,
    person,
    statedAt,
  }: { readonly vendor: string; readonly person: string; readonly statedAt: string },
): Promise<boolean> {
  const newer = await transaction`
    select 1 from identity_documents
    where vendor = ${vendor} and person = ${person} and status in ('sent', 'confirmed', 'refused') and stated_at > ${statedAt}::timestamptz limit 1`;
  return newer.length > 0;
}

/** Those before it are nobody's matter any more. */
export async function retire(
  transaction: Transaction,
  { vendor, person, at }: { readonly vendor: string; readonly person: string; readonly at: Date },
  as: 'replaced' | 'withdrawn',
): Promise<void> {
  await transaction`
    update identity_documents set status = ${as}, delete_at = ${at.toISOString()}
    where vendor = ${vendor} and person = ${person} and status in ('sent', 'confirmed', 'refused')`;
}
