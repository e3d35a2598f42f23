/** What becomes of a submitted form: who has it, what is asked, and what is decided. */
import type { ConsultationState } from '../../../domain/care/consultation.ts';
import { isOpen } from '../../../domain/care/transitions.ts';
import { ProblemError } from '../../base/problems.ts';
import type { Core, Feature, OpenedFeature } from '../../core/feature.ts';
import { patients } from '../accounts/patients.ts';
import { inboxDecisions } from '../inbox/feature.ts';
import { COMPLETES, consultations, orders } from '../orders/service.ts';
import { createReplies } from './apply-replies.ts';
import { findConsultation, lockConsultation } from './consultation-store.ts';
import { carryOut, decidedAtOf, readDraft } from './drafts.ts';
import { expireSilent } from './expire.ts';
import { mergedConsultations } from './merge-consultations.ts';
import { createLacksId } from './photo-id.ts';
import { addConsultationRoutes } from './routes.ts';
import { createTell } from './tell.ts';

declare module '../../core/audit/audit-log.ts' {
  interface AuditActions {
    readonly 'care-assigned': true;
    readonly 'care-noted': true;
    readonly 'care-attested': true;
    readonly 'care-decided': true;
    readonly 'care-transmitted': true;
  }
}

function open(core: Core): OpenedFeature {
  const tell = createTell(core);
  const decisions = inboxDecisions.of(core);
  decisions.follow({
    async finalized(transaction, publish, { vendor, id, at, actor, by }) {
      const before = await lockConsultation(transaction, { vendor, id }, at);
      if (!before || actor === null) return 'closed';
      if (before.draft === null) {
        // Only read: that completes one that nothing is prescribed by.
        if (COMPLETES.includes(before.state))
          await orders
            .find(core)
            ?.consultationClosed(transaction, publish, { vendor, consultation: id, actor: by ?? actor });
        return 'closed';
      }
      const draft = readDraft(before.draft);
      // Decided by a newer server than this one: that is no reading, and the next clinician who looks decides again.
      if (!draft) return 'open';
      const { after, waits } = await carryOut(transaction, before, draft, {
        actor: { email: actor, name: by ?? actor },
        at,
      });
      const decidedAt = decidedAtOf(before.draft);
      await tell.changed(transaction, publish, {
        before: before.state,
        after,
        actor: by ?? actor,
        decidedAt,
      });
      return waits ? 'open' : 'closed';
    },
    async onlyRead(transaction, { vendor, id }) {
      const state = (await findConsultation(transaction, { vendor, id }))?.state ?? 'waiting';
      const lines = isOpen(state) ? await orders.find(core)?.linesOf(transaction, vendor, id) : [];
      const codes = new Set(lines?.map(({ code }) => code));
      if (codes.size > 0)
        throw new ProblemError('ORDER_WAITING', {
          errors: [...codes].map((code) => ({ pointer: '/orders', detail: code })),
        });
    },
    async dismissed(transaction, publish, { vendor, ids }) {
      for (const consultation of ids)
        await orders.find(core)?.consultationDismissed(transaction, publish, { vendor, consultation });
    },
    async dropped(transaction, { vendor, id }) {
      await transaction`update consultations set draft = null where vendor = ${vendor} and id = ${id}`;
    },
  });
  consultations.provide(core, {
    async stateOf(sql, vendor, ids) {
      const rows = await sql<{ id: string; state: ConsultationState }[]>`
        select i.id, coalesce(c.state, 'waiting') as state
        from inbox_items i left join consultations c on c.vendor = i.vendor and c.id = i.id
        where i.vendor = ${vendor} and i.id = any(${[...ids]}::uuid[]) and i.kind = 'case'`;
      return new Map(rows.map(({ id, state }) => [id, state]));
    },
    async prescribedIn(sql, vendor, id) {
      return (await findConsultation(sql, { vendor, id }))?.prescription?.product;
    },
    lacksId: createLacksId(core),
  });
  const accounts = patients.find(core);
  accounts?.addPart(mergedConsultations(tell));
  accounts?.onClaimed((transaction, { vendor, person, opIds }, publish) =>
    tell.publish(
      transaction,
      publish,
      opIds.map((id) => ({ vendor, id, person })),
    ),
  );
  return {
    apply: createReplies(tell, decisions),
    addConsoleRoutes: (console) => addConsultationRoutes(console, core, tell),
    turn: async () => void (await expireSilent({ ...core, decisions, tell })),
  };
}

export const care: Feature = {
  name: 'care',
  operations: new URL('./operations.ts', import.meta.url).href,
  open,
};
