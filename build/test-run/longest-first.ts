import { relative, resolve } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const root = resolve(import.meta.dirname, '../..');

/** Those that take a quarter of a minute and more, longest first. */
const LONGEST = [
  'tests/kiosk/patients.full.test.ts',
  'tests/kiosk/unfinished.full.test.ts',
  'tests/kiosk/journey.test.ts',
  'tests/kiosk/safety.test.ts',
  'tests/commands/start.test.ts',
  'sync/server/main.test.ts',
  'sync/simulator/simulator.test.ts',
  'sync/server/features/payments/model.test.ts',
  'sync/server/http/access/foreign-ids.test.ts',
  'sync/server/features/kiosk/chain.test.ts',
  'sync/server/commands/backup-commands.test.ts',
  'sync/server/core/backup/restore.test.ts',
  'sync/server/core/judging/judge-pool.test.ts',
  'tests/drill/restore-drill.test.ts',
  'sync/server/stop.test.ts',
  'sync/server/core/backup/backup.test.ts',
];

function rankOf({ moduleId }: TestSpecification): number {
  const rank = LONGEST.indexOf(relative(root, moduleId));
  return rank === -1 ? LONGEST.length : rank;
}

/** One that begins last is waited for alone, by a machine with nothing else to do; a fresh clone knows of none how long it takes. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((one, other) => rankOf(one) - rankOf(other));
  }
}
