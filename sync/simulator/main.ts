/**
 * `npm run simulate -- --seeds 100000 --seed 1 --workers 2 --only dexie --persons` (or `--orders`): runs seeds, prints the first that fails, made small, and ends with 1.
 * `--replay 'JSON'` runs one schedule as it was printed; `--mutations` prints the table of the controls.
 */
import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { mutations } from './run/mutations.ts';
import { recordMutations } from './run/record-mutations.ts';
import { describeFailure, describeMutation, describeTotals, mutationHead } from './run/report.ts';
import { runSchedule } from './run/run-schedule.ts';
import { addTotals, NO_TOTALS, runSeeds, type SeedFailure, type Totals } from './run/seeds.ts';
import { generateSchedule } from './schedules/generate.ts';
import type { DiskKind, Schedule } from './schedules/schedule.ts';
import { shrink } from './schedules/shrink.ts';

const MAX_FAILURES_SHOWN = 3;

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '1000' },
    seed: { type: 'string', default: '1' },
    workers: { type: 'string', default: String(Math.min(2, availableParallelism())) },
    only: { type: 'string' },
    persons: { type: 'boolean', default: false },
    orders: { type: 'boolean', default: false },
    replay: { type: 'string' },
    mutations: { type: 'boolean', default: false },
    /** Of a worker: its share of the range. */
    share: { type: 'string' },
  },
});
const from = Number(values.seed);
const count = Number(values.seeds);
const workers = Number(values.workers);
const diskKinds: readonly DiskKind[] = ['memory', 'dexie', 'file'];
const only = diskKinds.find((kind) => kind === values.only);
const inEach = values.persons ? 'persons' : values.orders ? 'orders' : undefined;
const print = (text: string) => process.stdout.write(`${text}\n`);

/** A promise of the product's that nobody looks after is a fault like any other. */
process.on('unhandledRejection', (error) => {
  print(error instanceof Error ? (error.stack ?? error.message) : String(error));
  process.exitCode = 1;
});

interface Share {
  readonly totals: Totals;
  readonly failures: readonly SeedFailure[];
}

async function runShare(share: number): Promise<Share> {
  const failures: SeedFailure[] = [];
  const totals = await runSeeds({
    from: from + share,
    count: count - share,
    step: workers,
    inEach,
    ...(only === undefined ? {} : { only }),
    onFailure: (failure) => failures.push(failure),
  });
  return { totals, failures };
}

/** A process of its own: each seed needs all of one processor. */
function startShare(share: number): Promise<Share> {
  return new Promise((resolve, reject) => {
    const child = spawn(
      process.execPath,
      [import.meta.filename, ...process.argv.slice(2), `--share=${share}`],
      {
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    );
    let text = '';
    child.stdout.setEncoding('utf8').on('data', (part: string) => {
      text += part;
    });
    child.on('error', reject);
    child.on('close', (code) => {
      const last = text.trim().split('\n').at(-1) ?? '';
      if (code === 0 && last.startsWith('{')) resolve(JSON.parse(last));
      else reject(new Error(`A worker ended with ${code}.\n${text}`));
    });
  });
}

async function explain(schedule: Schedule): Promise<void> {
  const { violations } = await runSchedule(schedule);
  const rule = violations[0]?.rule;
  const fails = async (candidate: Schedule) =>
    (await runSchedule(candidate)).violations.some((violation) => violation.rule === rule);
  const smallest = rule === undefined ? schedule : await shrink(schedule, fails);
  print(describeFailure(smallest, await runSchedule(smallest)));
}

async function simulate(): Promise<void> {
  const began = performance.now();
  const shares = await Promise.all(
    Array.from({ length: workers }, (_, share) => (workers === 1 ? runShare(0) : startShare(share))),
  );
  const totals = shares.map((share) => share.totals).reduce(addTotals, NO_TOTALS);
  const failures = shares.flatMap((share) => share.failures).sort((one, other) => one.seed - other.seed);
  for (const { seed } of failures.slice(0, MAX_FAILURES_SHOWN))
    await explain(generateSchedule(seed, only, inEach));
  if (failures.length > 0) print(`Failing seeds: ${failures.map(({ seed }) => seed).join(', ')}`);
  print(describeTotals(totals, (performance.now() - began) / 1000));
  if (failures.length > 0) process.exitCode = 1;
}

async function tabulate(): Promise<void> {
  print(mutationHead());
  for (const mutation of [undefined, ...mutations, ...recordMutations]) {
    let first: number | undefined;
    const totals = await runSeeds({
      inEach: mutation?.inEach ?? inEach,
      from,
      count,
      only: only ?? 'memory',
      ...(mutation === undefined ? {} : { controls: mutation.controls }),
      onFailure: ({ seed }) => {
        first ??= seed;
      },
    });
    print(describeMutation(mutation, totals, first));
    if ((mutation !== undefined) !== (first !== undefined)) process.exitCode = 1;
  }
}

if (values.share !== undefined) print(JSON.stringify(await runShare(Number(values.share))));
else if (values.replay !== undefined) {
  const schedule: Schedule = JSON.parse(values.replay);
  const outcome = await runSchedule(schedule);
  print(describeFailure(schedule, outcome));
  if (outcome.violations.length > 0) process.exitCode = 1;
} else if (values.mutations) await tabulate();
else await simulate();
