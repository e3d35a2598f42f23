/** What the command prints. */

import type { Schedule } from '../schedules/schedule.ts';
import type { Mutation } from './mutations.ts';
import type { Outcome } from './run-schedule.ts';
import type { Totals } from './seeds.ts';

const LINES_SHOWN = 60;

export function describeFailure(schedule: Schedule, { violations, lines, hash }: Outcome): string {
  return [
    `Seed ${schedule.seed}: ${violations.length === 0 ? 'nothing was broken' : 'broken'}`,
    ...violations.map(({ rule, detail }) => `  ${rule}: ${detail}`),
    'Actions:',
    ...schedule.actions.map((action) => `  ${JSON.stringify(action)}`),
    'Trace, its end:',
    ...lines.slice(-LINES_SHOWN).map((line) => `  ${line}`),
    `Hash ${hash}. To replay:`,
    `  npm run simulate -- --replay '${JSON.stringify(schedule)}'`,
    '',
  ].join('\n');
}

export function describeTotals(totals: Totals, seconds: number): string {
  const { schedules, broken, stored, orders, restores, kills, requests, events } = totals;
  const rules = Object.entries(broken).map(([rule, count]) => `${count} ${rule}`);
  return [
    `${schedules} schedules in ${Math.round(seconds)} s: ${rules.length === 0 ? 'nothing was broken' : rules.join(', ')}.`,
    `${stored} operations stored, ${orders} orders placed, ${requests} requests, ${kills} kills, ${restores} restores, ${events} events.`,
  ].join('\n');
}

const row = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`;

export function mutationHead(): string {
  const cells = [
    'without',
    'schedules',
    'first failing seed',
    'loss',
    'duplicates',
    'order breaks',
    'stuck',
    'other',
  ];
  return [row(cells), row(cells.map((_, index) => (index === 0 ? '---' : '--:')))].join('\n');
}

/** @param mutation none for the protocol as it is. */
export function describeMutation(
  mutation: Mutation | undefined,
  { schedules, broken }: Totals,
  first: number | undefined,
): string {
  const of = (...names: readonly (keyof typeof broken)[]) =>
    Math.max(0, ...names.map((name) => broken[name] ?? 0));
  const named = mutation === undefined ? '**nothing**' : `\`${mutation.name}\`: ${mutation.without}`;
  const others = Object.entries(broken)
    .filter(([rule]) => !['lost', 'draft-lost', 'duplicate', 'order', 'stuck'].includes(rule))
    .map(([rule, count]) => `${count} ${rule}`);
  return row([
    named,
    schedules,
    first ?? '-',
    of('lost', 'draft-lost'),
    of('duplicate'),
    of('order'),
    of('stuck'),
    others.join(', ') || '-',
  ]);
}
