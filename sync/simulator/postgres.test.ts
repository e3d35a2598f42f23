import { expect, test } from 'vitest';
import { createTestDatabase } from '../server/testing/test-database.ts';
import { createChance } from './chance.ts';
import { generateSchedule } from './generate.ts';
import { createPlainSigner } from './plain-signer.ts';
import { createPostgresProcess } from './postgres-process.ts';
import { runSchedule } from './run-schedule.ts';
import type { Action } from './schedule.ts';
import type { Violation } from './violation.ts';

const SEEDS = Number(process.env.SEEDS ?? 200);
/** Long ago, so that no schedule ends in the database's future. */
const SINCE = Date.UTC(2024, 2, 1, 9);
const ofTheServer: ReadonlySet<Action['do']> = new Set(['backup', 'restore', 'resolve', 'slow']);

test(`${SEEDS} schedules over PostgreSQL break nothing either (promise 5)`, async () => {
  const failures: { seed: number; violations: readonly Violation[] }[] = [];
  for (let seed = 1; seed <= SEEDS; seed += 1) {
    const database = await createTestDatabase();
    const drawn = generateSchedule(seed, 'memory');
    const schedule = {
      ...drawn,
      outlives: false,
      actions: drawn.actions.filter((action) => !ofTheServer.has(action.do)),
    };
    const signer = createPlainSigner(createChance(`world/${seed}`).fork('receipts').bytes(32));
    const { violations, counts } = await runSchedule(schedule, {
      realSince: SINCE,
      ledger: (own, parts) => createPostgresProcess(own, parts, { sql: database.sql, signer }),
    });
    const [{ stored }] = await database.sql<[{ stored: string }]>`select count(*) as stored from op_ledger`;
    const [{ items }] = await database.sql<[{ items: string }]>`select count(*) as items from inbox_items`;
    if (violations.length > 0) failures.push({ seed, violations });
    expect([Number(stored), Number(items)]).toEqual([counts.stored, counts.stored]);
    await database.drop();
  }
  expect(failures).toEqual([]);
}, 600_000);
