import { expect, test } from 'vitest';
import { useTestDatabase } from '../server/testing/test-database.ts';
import { createChance } from './base/chance.ts';
import type { Violation } from './base/violation.ts';
import { runSchedule } from './run/run-schedule.ts';
import { drawSchedule } from './schedules/generate.ts';
import type { Action } from './schedules/schedule.ts';
import { createPostgresProcess } from './site/postgres-process.ts';
import { createPlainSigner } from './stand-ins/plain-signer.ts';

const SEEDS = process.env.FULL === '1' ? 80 : 5;
/** Long ago, so that no schedule ends in the database's future. */
const SINCE = Date.UTC(2024, 2, 1, 9);
const ofTheServer: ReadonlySet<Action['do']> = new Set(['backup', 'restore', 'resolve', 'slow']);

test(`${SEEDS} schedules over PostgreSQL break nothing either (promise 5)`, async () => {
  const failures: { seed: number; violations: readonly Violation[] }[] = [];
  const { sql } = await useTestDatabase();
  let before = 0;
  for (let seed = 1; seed <= SEEDS; seed += 1) {
    const drawn = drawSchedule(seed, 'memory');
    const schedule = {
      ...drawn,
      outlives: false,
      actions: drawn.actions.filter((action) => !ofTheServer.has(action.do)),
    };
    const signer = createPlainSigner(createChance(`world/${seed}`).fork('receipts').bytes(32));
    const { violations, counts } = await runSchedule(schedule, {
      realSince: SINCE,
      ledger: (own, parts) => createPostgresProcess(own, parts, { sql, signer }),
    });
    if (violations.length > 0) failures.push({ seed, violations });
    const [count] = await sql<{ stored: string; items: string }[]>`
      select (select count(*) from op_ledger) as stored, (select count(*) from inbox_items) as items`;
    before += counts.stored;
    expect([Number(count?.stored), Number(count?.items)]).toEqual([before, before]);
  }
  expect(failures).toEqual([]);
}, 600_000);
