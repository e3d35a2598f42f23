/** A verdict as JSON: how it crosses from a worker to the main thread. */
import { z } from 'zod';
import type { InboxDraft, Verdict } from './verdict.ts';

interface ToldVerdict extends Omit<Verdict, 'item'> {
  readonly item?: Omit<InboxDraft, 'dueAt'> & { readonly dueAt: string };
}

export function verdictText(verdict: Verdict): string {
  return JSON.stringify(verdict);
}

const told = z.looseObject({ outcome: z.enum(['applied', 'held']) });

/** @param text of {@link verdictText}: a worker of this server's has written it. */
export function readVerdict(text: string): Verdict {
  const verdict = told.parse(JSON.parse(text)) as unknown as ToldVerdict;
  const { item } = verdict;
  return {
    ...verdict,
    problem: verdict.problem,
    item: item && { ...item, dueAt: new Date(item.dueAt) },
  };
}
