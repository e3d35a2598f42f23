/** A partner's own ids of forms: each names the form that was first sent with it, for ever. */
import { createHmac } from 'node:crypto';
import type { ReferenceAnswer, ReferenceRequest } from '../../../protocol/api/embed.ts';
import { receiptSchema } from '../../../protocol/wire.ts';
import type { Sql } from '../../base/database/database.ts';
import { ProblemError } from '../../base/problems.ts';
import type { ApplyBatch } from '../../core/judging/verdict.ts';
import { partnerReference } from '../intake/operations.ts';

export interface References {
  /** Within the transaction that stores what was judged: an id and its form are there together or not at all. */
  readonly apply: ApplyBatch;
  /** @throws ProblemError EXTERNAL_ID_TAKEN */
  look(vendor: string, asked: ReferenceRequest): Promise<ReferenceAnswer>;
}

export function createReferences(sql: Sql, secret: Uint8Array): References {
  const keyed = (vendor: string, content: string) =>
    createHmac('sha256', secret).update(`partner reference\n${vendor}\n${content}`).digest('hex');
  return {
    async apply(transaction, decided) {
      for (const { operation, verdict } of decided) {
        const sent = partnerReference.in(verdict);
        if (!sent) continue;
        const { vendor, opId, receivedAt } = operation;
        // A second form under the same id stays the case that it is: only its id is another one's.
        await transaction`
          insert into partner_references (vendor, partner, external_id, op_id, content, received_at)
          values (${vendor}, ${sent.partner}, ${sent.externalId}, ${opId}, ${keyed(vendor, sent.content)}, ${receivedAt.toISOString()})
          on conflict do nothing`;
      }
    },

    async look(vendor, { partner, externalId, content }) {
      const [row] = await sql<{ content: string; receipt: string | null }[]>`
        select sent.content, ledger.receipt from partner_references sent
        left join op_ledger ledger on ledger.vendor = sent.vendor and ledger.op_id = sent.op_id
        where sent.vendor = ${vendor} and sent.partner = ${partner} and sent.external_id = ${externalId}`;
      if (!row) return { state: 'free' };
      if (content === undefined) return { state: 'received' };
      if (row.content !== keyed(vendor, content)) throw new ProblemError('EXTERNAL_ID_TAKEN');
      const receipt = row.receipt === null ? undefined : receiptSchema.safeParse(JSON.parse(row.receipt));
      return { state: 'received', ...(receipt?.success && { receipt: receipt.data }) };
    },
  };
}
