/** The photo ID that comes before a prescription: of a decision, and of whatever is ordered or picked up elsewhere after it. */
import type { IdentityDocument } from '../../../domain/identity/identity-document.ts';
import {
  type IdentityNeed,
  type IdentityQuestion,
  type IdentityRules,
  identityNeed,
} from '../../../domain/identity/identity-rules.ts';
import type { Sql, Transaction } from '../../base/database/database.ts';
import type { Core } from '../../core/feature.ts';
import { readSummary } from '../inbox/operations.ts';
import type { Consultations } from '../orders/service.ts';
import type { CaseName } from './consultation-store.ts';

/** The patient's that counts. */
async function findIdOf(
  sql: Sql | Transaction,
  { vendor, id }: CaseName,
): Promise<IdentityQuestion['document']> {
  const [row] = await sql<[{ status: IdentityDocument['status']; expires_on: string | null }?]>`
    select d.status, d.expires_on from person_operations o join identity_documents d on d.vendor = o.vendor and d.person = o.person
    where o.vendor = ${vendor} and o.op_id = ${id} and d.status in ('sent', 'confirmed', 'refused')
    order by d.received_at desc, d.id desc limit 1`;
  return row && { status: row.status, ...(row.expires_on !== null && { expiresOn: row.expires_on }) };
}

export const readIdentityNeed = async (
  sql: Sql | Transaction,
  name: CaseName,
  rules: IdentityRules | undefined,
  question: Omit<IdentityQuestion, 'document'>,
): Promise<IdentityNeed> => identityNeed(rules, { ...question, document: await findIdOf(sql, name) });

/** Where the patient was, and whether a clinician has vouched for who they are. */
async function findCase(sql: Sql | Transaction, { vendor, id }: CaseName) {
  const [row] = await sql<[{ summary: string; attested: boolean }?]>`
    select i.summary, exists (
      select 1 from consultation_events e
      where e.vendor = i.vendor and e.consultation = i.id and e.does = 'attest' and e.about = 'identity') as attested
    from inbox_items i where i.vendor = ${vendor} and i.id = ${id} and i.kind = 'case'`;
  return row && { place: readSummary(row.summary).place, isAttested: row.attested };
}

export const createLacksId =
  ({ vendors, now }: Pick<Core, 'vendors' | 'now'>): Consultations['lacksId'] =>
  async (sql, { vendor, consultation: id, products, places }) => {
    const found = await findCase(sql, { vendor, id });
    if (!found || found.isAttested) return false;
    const need = await readIdentityNeed(sql, { vendor, id }, vendors.find(vendor)?.pack.care?.identity, {
      products,
      places: [...(found.place === null ? [] : [found.place]), ...places],
      now: now(),
    });
    if (need.asked.length === 0 || need.state === 'confirmed') return false;
    return need.state === 'sent' ? 'sent' : 'missing';
  };
