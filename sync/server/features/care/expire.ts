/** Ends consultations whose patients haven't answered in time: what is held for them is released. */
import type { Core } from '../../core/feature.ts';
import { orderFeed } from '../../core/ingest/feed-order.ts';
import type { Decisions } from '../inbox/feature.ts';
import { lockConsultation, step } from './consultation-store.ts';
import type { Tell } from './tell.ts';

const AT_ONCE = 50;

export type ExpireDependencies = Pick<Core, 'publishWithin' | 'wake' | 'logger' | 'now' | 'sql'> & {
  readonly decisions: Decisions;
  readonly tell: Tell;
};

/** One that fails is tried again at the next turn, and holds up no other. @returns how many have ended. */
export async function expireSilent(dependencies: ExpireDependencies): Promise<number> {
  const { sql, publishWithin, wake, logger, now, decisions, tell } = dependencies;
  const due = await sql<{ vendor: string; id: string }[]>`
    select vendor, id from consultations where due_at <= ${now().toISOString()} order by due_at limit ${AT_ONCE}`;
  let ended = 0;
  for (const name of due) {
    const at = now();
    try {
      const device = await publishWithin(async (transaction, publish) => {
        await orderFeed(transaction);
        const before = await lockConsultation(transaction, name, at);
        // Answered, or ended by another process, meanwhile.
        if (before?.state !== 'needs_info' || !before.asked || Date.parse(before.asked.until) > at.getTime())
          return undefined;
        const after = await step(transaction, before, { does: 'expire', by: 'system' }, at);
        await tell.changed(transaction, publish, { before: before.state, after, actor: null });
        return decisions.close(transaction, publish, { ...name, at });
      });
      if (device === undefined) continue;
      wake(name.vendor, device);
      ended += 1;
    } catch (error) {
      logger.error({ err: error, id: name.id }, 'CONSULTATION_NOT_ENDED');
    }
  }
  return ended;
}
