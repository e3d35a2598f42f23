/** What becomes of patients' answers as they arrive, in the transaction that judges them. */

import type { Transaction } from '../../base/database/database.ts';
import { problem } from '../../base/problems.ts';
import type { ApplyBatch, ReceivedOperation } from '../../core/judging/verdict.ts';
import { findSpokesman } from '../accounts/feature.ts';
import type { Decisions } from '../inbox/feature.ts';
import { addHistory, type CaseName, lockConsultation, step } from './consultation-store.ts';
import { replyEffect } from './operations.ts';
import type { Tell } from './tell.ts';

/** The device that sent the form, unless it is a kiosk's: everybody in a waiting room writes there. */
async function isOwnDevice(transaction: Transaction, { vendor, device }: ReceivedOperation, id: string) {
  const rows = await transaction`
    select 1 from inbox_items i where i.vendor = ${vendor} and i.id = ${id} and i.kind = 'case' and i.device = ${device}
      and not exists (select 1 from kiosks k where k.vendor = i.vendor and k.device = i.device)`;
  return rows.length > 0;
}

async function isOwner(transaction: Transaction, vendor: string, id: string, person: string) {
  const rows = await transaction`
    select 1 from person_operations where vendor = ${vendor} and op_id = ${id} and person = ${person}`;
  return rows.length > 0;
}

const MAX_LATE_A_DAY = 3;
const DAY_MS = 86_400_000;

async function mayList(transaction: Transaction, { vendor, id }: CaseName, at: Date): Promise<boolean> {
  const since = new Date(at.getTime() - DAY_MS).toISOString();
  const [row] = await transaction<[{ count: number }]>`
    select count(*)::int as count from consultation_events
    where vendor = ${vendor} and consultation = ${id} and does = 'late-reply' and at > ${since}`;
  return row.count < MAX_LATE_A_DAY;
}

/** @param wake a device, once this is committed. */
export function createReplies(tell: Tell, decisions: Decisions): ApplyBatch {
  return async (transaction, decided, { at, publish }) => {
    for (const { operation, verdict, isImported } of decided) {
      const effect = replyEffect.in(verdict);
      if (!effect) continue;
      const { vendor, opId, device } = operation;
      const { consultation: id, asked, text } = effect;
      const spokesman =
        effect.person === undefined
          ? undefined
          : await findSpokesman(transaction, { vendor, device, person: effect.person }, at);
      const speaks =
        spokesman?.device === 'signed-in' && (await isOwner(transaction, vendor, id, spokesman.person));
      const isTheirs = !isImported && (speaks || (await isOwnDevice(transaction, operation, id)));
      const settled = spokesman && { vendor, person: spokesman.person, opId };
      if (!isTheirs) {
        if (settled) publish.settle({ ...settled, outcome: 'held', problem: problem('PERSON_SIGNED_OUT') });
        continue;
      }
      const before = await lockConsultation(transaction, { vendor, id }, at);
      if (!before) continue;
      const line = { by: 'patient', about: asked, text } as const;
      if (before.state === 'needs_info' && before.asked?.id === asked) {
        const after = await step(transaction, before, { ...line, does: 'reply' }, at);
        await tell.changed(transaction, publish, { before: before.state, after, actor: null });
        // Marked reviewed meanwhile, it is in no list, and nobody would read the answer; what was decided without it isn't made final.
        await decisions.reopen(transaction, publish, { vendor, id });
      } else {
        // Too late for what it answers, and read all the same: the case is listed again, unless that was so often that it buries others.
        const isListed = await mayList(transaction, before, at);
        await addHistory(transaction, before, { ...line, does: 'late-reply' }, at);
        if (isListed) await decisions.reopen(transaction, publish, { vendor, id });
      }
      if (settled) publish.settle({ ...settled, outcome: 'applied' });
    }
  };
}
