/** A verdict as JSON: how it crosses from a worker to the main thread. */
import { z } from 'zod';
import type { Verdict } from './verdict.ts';

export function verdictText(verdict: Verdict): string {
  return JSON.stringify(verdict);
}

const told = z.looseObject({
  outcome: z.enum(['applied', 'held']),
  effects: z.record(z.string(), z.unknown()),
});

/** @param text of {@link verdictText}: a worker of this server's has written it. */
export function readVerdict(text: string): Verdict {
  const verdict = told.parse(JSON.parse(text)) as unknown as Verdict;
  return { ...verdict, problem: verdict.problem };
}
