import { describe, expect, test } from 'vitest';
import { operationOf } from '../protocol/operations/registry.ts';
import { createChance } from './base/chance.ts';
import { mutations, newestAlone, WITHIN_SEEDS } from './run/mutations.ts';
import { recordMutations } from './run/record-mutations.ts';
import { runSchedule } from './run/run-schedule.ts';
import { runSeeds, type SeedFailure } from './run/seeds.ts';
import { generateSchedule } from './schedules/generate.ts';
import { regressions } from './schedules/regressions.ts';
import type { Action, Schedule } from './schedules/schedule.ts';
import { shrink } from './schedules/shrink.ts';

const FULL = process.env.FULL === '1';
const SEEDS = FULL ? 5_000 : 24;
const PERSON_SEEDS = FULL ? 2_000 : 8;

async function failuresOf(
  from: number,
  count: number,
  inEach?: 'persons' | 'orders',
): Promise<readonly SeedFailure[]> {
  const failures: SeedFailure[] = [];
  await runSeeds({ from, count, inEach, onFailure: (failure) => failures.push(failure) });
  return failures;
}

describe('the protocol, whatever happens (promise 1)', () => {
  test.each(regressions)('stays mended: $found', async ({ schedule }) => {
    expect((await runSchedule(schedule)).violations).toEqual([]);
  });

  test(
    `${SEEDS} schedules - nothing lost, nothing twice, nothing out of order, nothing stuck`,
    async () => {
      expect(await failuresOf(1, SEEDS)).toEqual([]);
    },
    FULL ? 3_600_000 : 300_000,
  );
});

describe('persons (promise 7)', () => {
  test(
    `R1-R32: ${PERSON_SEEDS} schedules - what a person sees is theirs, and what the clinic has, on each of their devices`,
    async () => {
      expect(await failuresOf(1_010, PERSON_SEEDS, 'persons')).toEqual([]);
    },
    FULL ? 3_600_000 : 300_000,
  );

  test('run twice they go the same way', async () => {
    for (const seed of [5, 12]) {
      const schedule = generateSchedule(seed, 'memory', 'persons');
      const [one, other] = [await runSchedule(schedule), await runSchedule(schedule)];
      expect(other.hash).toBe(one.hash);
    }
  }, 120_000);

  test('pull, edit and are told of it in these schedules', async () => {
    let [pulls, views, edits] = [0, 0, 0];
    for (let seed = 1; seed <= 10; seed += 1) {
      const { persons } = (await runSchedule(generateSchedule(seed, 'memory', 'persons'))).counts;
      pulls += persons.pulls;
      views += persons.views;
      edits += persons.edits;
    }
    expect(Math.min(pulls, views)).toBeGreaterThan(100);
    expect(edits).toBeGreaterThan(10);
  }, 120_000);
});

describe('orders (promise 8)', () => {
  test('are placed, sent again of one cart, and refused in these schedules', async () => {
    const all = { placed: 0, again: 0, refused: 0 };
    for (let seed = 2; seed <= 92; seed += 3) {
      const { violations, counts } = await runSchedule(generateSchedule(seed, 'memory'));
      expect(violations, `seed ${seed}`).toEqual([]);
      for (const name of ['placed', 'again', 'refused'] as const) all[name] += counts.orders[name];
    }
    expect(Math.min(...Object.values(all))).toBeGreaterThan(10);
  }, 120_000);
});

describe('a schedule is what its seed says (promise 2)', () => {
  test.each(['memory', 'dexie', 'file'] as const)('run twice it goes the same way - %s', async (disk) => {
    for (const seed of FULL ? [5, 12, 77, 141] : [5, 77]) {
      const schedule = generateSchedule(seed, disk);
      const [one, other] = [await runSchedule(schedule), await runSchedule(schedule)];
      expect(other.hash).toBe(one.hash);
      expect(other.events).toBe(one.events);
    }
  });

  test('survives being printed', async () => {
    const schedule = generateSchedule(31);
    const printed = JSON.parse(JSON.stringify(schedule));
    expect((await runSchedule(printed)).hash).toBe((await runSchedule(schedule)).hash);
  });

  test('fails as small as it can be made', async () => {
    const control = mutations.find(({ name }) => name === 'delete-on-2xx')?.controls ?? {};
    let seed = 1;
    while ((await runSchedule(generateSchedule(seed, 'memory'), control)).violations.length === 0) seed += 1;
    const schedule = generateSchedule(seed, 'memory');
    const fails = async (candidate: typeof schedule) =>
      (await runSchedule(candidate, control)).violations.length > 0;
    const smallest = await shrink(schedule, fails);
    expect(await fails(smallest)).toBe(true);
    expect(smallest.actions.length).toBeLessThan(schedule.actions.length);
    for (const index of smallest.actions.keys())
      expect(await fails({ ...smallest, actions: smallest.actions.toSpliced(index, 1) })).toBe(false);
  });

  test('luck of one name is not touched by that of another', () => {
    const [one, other] = [createChance(7), createChance(7)];
    one.fork('a').bytes(100);
    expect(one.fork('b').uuid()).toBe(other.fork('b').uuid());
    expect(one.fork('a').uuid()).not.toBe(one.fork('b').uuid());
  });
});

describe('a rule that is gone is missed (promise 3)', () => {
  test.each([...mutations, ...recordMutations])(
    'without $without',
    async ({ controls, from, inEach, seenAs }) => {
      let found: number | undefined;
      await runSeeds({
        from,
        count: WITHIN_SEEDS,
        only: 'memory',
        inEach,
        controls,
        onFailure: ({ seed, violations }) => {
          if (seenAs === undefined || violations.some(({ rule }) => rule === seenAs)) found ??= seed;
        },
        isEnough: () => found !== undefined,
      });
      expect(found).toBeDefined();
    },
    300_000,
  );

  test('where only the newest backup is ever put back, and never without a word, nobody needs the 14 days - so that the fence is seen', async () => {
    const failures: SeedFailure[] = [];
    await runSeeds({
      from: 1,
      count: FULL ? 1_000 : 12,
      only: 'memory',
      controls: newestAlone,
      onFailure: (failure) => failures.push(failure),
    });
    expect(failures).toEqual([]);
  }, 600_000);
});

describe('kinds that no feature owns (promise 6)', () => {
  const ofForms: ReadonlySet<Action['do']> = new Set(['save', 'submit', 'photo', 'alert', 'discard']);
  const withoutForms = (seed: number): Schedule => {
    const schedule = generateSchedule(seed, 'memory');
    return { ...schedule, actions: schedule.actions.filter((action) => !ofForms.has(action.do)) };
  };
  const seeds = Array.from({ length: 100 }, (_, index) => 4 * (index + 1));

  test('take the road that forms and alerts take, with all that may happen on it', async () => {
    const some = FULL ? seeds : seeds.slice(0, 15);
    let stored = 0;
    for (const seed of some) {
      const { violations, counts } = await runSchedule(withoutForms(seed));
      expect(violations, `seed ${seed}`).toEqual([]);
      stored += counts.stored;
    }
    expect(stored).toBeGreaterThan(3 * some.length);
  }, 120_000);

  test.each(['no-lane-order', 'delete-on-2xx'])('miss a rule that is gone: %s', async (name) => {
    const controls = mutations.find((mutation) => mutation.name === name)?.controls ?? {};
    let found: number | undefined;
    for (const seed of seeds)
      if ((await runSchedule(withoutForms(seed), controls)).violations.length > 0) {
        found = seed;
        break;
      }
    expect(found).toBeDefined();
  });

  test('are gone when the schedule is over', async () => {
    await runSchedule(withoutForms(8));
    expect(operationOf('made-up.note')).toBeUndefined();
  });
});
