/** Runs many seeds, one after the other, and tells of those that fail. */

import type { Rule, Violation } from '../base/violation.ts';
import { generateSchedule } from '../schedules/generate.ts';
import type { DiskKind } from '../schedules/schedule.ts';
import type { Controls } from '../site/controls.ts';
import { runSchedule } from './run-schedule.ts';

export interface SeedFailure {
  readonly seed: number;
  readonly violations: readonly Violation[];
}

export interface Totals {
  readonly schedules: number;
  /** Schedules in which that rule was broken. */
  readonly broken: Readonly<Partial<Record<Rule, number>>>;
  readonly stored: number;
  /** Of which nothing was in the way. */
  readonly orders: number;
  readonly restores: number;
  readonly kills: number;
  readonly requests: number;
  readonly events: number;
}

export const NO_TOTALS: Totals = {
  schedules: 0,
  broken: {},
  stored: 0,
  orders: 0,
  restores: 0,
  kills: 0,
  requests: 0,
  events: 0,
};

export function addTotals(one: Totals, other: Totals): Totals {
  const broken = { ...one.broken };
  for (const [rule, count] of Object.entries(other.broken) as [Rule, number][])
    broken[rule] = (broken[rule] ?? 0) + count;
  return {
    schedules: one.schedules + other.schedules,
    broken,
    stored: one.stored + other.stored,
    orders: one.orders + other.orders,
    restores: one.restores + other.restores,
    kills: one.kills + other.kills,
    requests: one.requests + other.requests,
    events: one.events + other.events,
  };
}

export interface SeedRange {
  readonly from: number;
  readonly count: number;
  /** Every so-many-th, for workers that share a range. */
  readonly step?: number;
  readonly only?: DiskKind;
  readonly inEach?: 'persons' | 'orders' | undefined;
  readonly controls?: Controls;
  readonly onFailure?: (failure: SeedFailure) => void;
  /** Asked after each seed. */
  readonly isEnough?: (totals: Totals) => boolean;
}

/** Gives the event loop a turn: a run of seeds would otherwise never let anybody else in. */
const breathe = () => new Promise<void>((resolve) => setImmediate(resolve));

export async function runSeeds(range: SeedRange): Promise<Totals> {
  const { from, count, step = 1, only, inEach, controls, onFailure, isEnough } = range;
  let totals = NO_TOTALS;
  for (let seed = from; seed < from + count; seed += step) {
    const { violations, counts, events } = await runSchedule(generateSchedule(seed, only, inEach), controls);
    const { stored, restores, kills, requests } = counts;
    const orders = counts.orders.placed;
    const broken = Object.fromEntries(violations.map(({ rule }) => [rule, 1]));
    totals = addTotals(totals, { schedules: 1, broken, stored, orders, restores, kills, requests, events });
    if (violations.length > 0) onFailure?.({ seed, violations });
    if (isEnough?.(totals)) break;
    await breathe();
  }
  return totals;
}
