/** Whether a person lets the vendor write to them: a feature that sends anything but a code or a security letter asks here first. */
import { type Channel, consentId, mayContact, type Purpose } from '../../../domain/profile/consents.ts';
import { personRecordSchema } from '../../../domain/profile/person-record.ts';
import { PERSON_RECORD } from '../../../protocol/records/person.ts';
import type { Sql, Transaction } from '../../base/database/database.ts';

/** Whether no message may say who it is from. */
export async function keepsPrivate(
  sql: Transaction | Sql,
  { vendor, person }: { readonly vendor: string; readonly person: string },
): Promise<boolean> {
  const rows = await sql<{ body: string }[]>`
    select body from person_records
    where vendor = ${vendor} and person = ${person} and kind = ${PERSON_RECORD} and id = 'discretion'`;
  return rows.some(({ body }) => {
    const { value } = personRecordSchema.parse(JSON.parse(body));
    return 'keepPrivate' in value && value.keepPrivate;
  });
}

export async function findConsent(
  sql: Transaction | Sql,
  { vendor, person }: { readonly vendor: string; readonly person: string },
  channel: Channel,
  purpose: Purpose,
): Promise<boolean> {
  const asked = [consentId(channel, purpose), 'discretion'];
  const rows = await sql<{ body: string }[]>`
    select body from person_records
    where vendor = ${vendor} and person = ${person} and kind = ${PERSON_RECORD} and id = any(${asked}::text[])`;
  const values = rows.map(({ body }) => personRecordSchema.parse(JSON.parse(body)).value);
  const consent = values.find((value) => 'consent' in value);
  const keepPrivate = values.some((value) => 'keepPrivate' in value && value.keepPrivate);
  return mayContact({ consent, keepPrivate }, channel);
}
