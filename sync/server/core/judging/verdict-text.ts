/** A verdict as JSON: how it crosses from a worker to the main thread. */
import { z } from 'zod';
import { problemSchema } from '../../../protocol/base/problem.ts';
import type { Verdict } from './verdict.ts';

export function verdictText(verdict: Verdict): string {
  return JSON.stringify(verdict);
}

const told = z.object({
  outcome: z.enum(['applied', 'held']),
  problem: z.optional(problemSchema),
  effects: z.record(z.string(), z.unknown()),
});

/** @param text of {@link verdictText}: a worker of this server's has written it. */
export function readVerdict(text: string): Verdict {
  const { outcome, problem, effects } = told.parse(JSON.parse(text));
  return { outcome, problem, effects };
}
