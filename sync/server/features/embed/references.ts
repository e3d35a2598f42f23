/** A partner's own ids of forms: each names the form that was first sent with it, for ever. */
import { createHmac } from 'node:crypto';
import { takesUnsignedIds } from '../../../domain/embed/embed-part.ts';
import type { PublishedPack } from '../../../domain/vendor/published-pack.ts';
import type { CasePartner, ReferenceAnswer, ReferenceRequest } from '../../../protocol/api/embed.ts';
import { receiptSchema } from '../../../protocol/wire.ts';
import type { Sql } from '../../base/database/database.ts';
import { ProblemError } from '../../base/problems.ts';
import type { ApplyBatch } from '../../core/judging/verdict.ts';
import { partnerReference } from '../intake/operations.ts';
import type { PartnerKeys } from './partner-keys.ts';

export interface References {
  /** Within the transaction that stores what was judged: an id and its form are there together or not at all. */
  readonly apply: ApplyBatch;
  /** @throws ProblemError EXTERNAL_ID_TAKEN, PARTNER_TOKEN_REFUSED */
  look(pack: PublishedPack, asked: ReferenceRequest): Promise<ReferenceAnswer>;
  /** Of a form that staff look at. */
  ofCase(vendor: string, opId: string): Promise<CasePartner | undefined>;
}

export function createReferences(sql: Sql, secret: Uint8Array, keys: PartnerKeys): References {
  const keyed = (vendor: string, content: string) =>
    createHmac('sha256', secret).update(`partner reference\n${vendor}\n${content}`).digest('hex');
  return {
    async apply(transaction, decided) {
      for (const { operation, verdict } of decided) {
        const sent = partnerReference.in(verdict);
        if (!sent) continue;
        const { vendor, opId, receivedAt } = operation;
        const { partner, externalId, questionnaire, token } = sent;
        const verified =
          token !== undefined &&
          (await keys.verify({ vendor, partner, externalId, questionnaire, token }, transaction));
        // Sent so late that its token has run out, say: without a signature it is one that anybody may have made up.
        if (!verified && !sent.mayBeUnsigned) continue;
        // A second form under the same id stays the case that it is: only its id is another one's.
        await transaction`
          insert into partner_references (vendor, partner, external_id, verified, op_id, content, received_at)
          values (${vendor}, ${partner}, ${externalId}, ${verified}, ${opId}, ${keyed(vendor, sent.content)}, ${receivedAt.toISOString()})
          on conflict do nothing`;
      }
    },

    async look(pack, { partner, externalId, content, questionnaire = '', token }) {
      const vendor = pack.slug;
      const verified =
        token !== undefined && (await keys.verify({ vendor, partner, externalId, questionnaire, token }));
      // Told at once, and not as if it had none: the partner's developer sees that something is wrong.
      if (!verified && (token !== undefined || !takesUnsignedIds(pack)))
        throw new ProblemError('PARTNER_TOKEN_REFUSED');
      const [row] = await sql<{ content: string; receipt: string | null }[]>`
        select sent.content, ledger.receipt from partner_references sent
        left join op_ledger ledger on ledger.vendor = sent.vendor and ledger.op_id = sent.op_id
        where sent.vendor = ${vendor} and sent.partner = ${partner} and sent.external_id = ${externalId} and sent.verified = ${verified}`;
      if (!row) return { state: 'free' };
      if (content === undefined) return { state: 'received' };
      if (row.content !== keyed(vendor, content)) throw new ProblemError('EXTERNAL_ID_TAKEN');
      const receipt = row.receipt === null ? undefined : receiptSchema.safeParse(JSON.parse(row.receipt));
      return { state: 'received', ...(receipt?.success && { receipt: receipt.data }) };
    },

    async ofCase(vendor, opId) {
      const [row] = await sql<{ partner: string; external_id: string; verified: boolean }[]>`
        select partner, external_id, verified from partner_references where vendor = ${vendor} and op_id = ${opId}`;
      return row && { partner: row.partner, externalId: row.external_id, isVerified: row.verified };
    },
  };
}
