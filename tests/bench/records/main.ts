/**
 * A person with very many records: how long a new device takes until it has them all, what one change costs from the clinic's commit to the screen, and
 * memory. In Chromium, over HTTP. `npm run bench -- records [--count 10000] [--rounds 5]`, after a build. Reports, and fails on no time.
 */
import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import { weightOf } from '../../../sync/domain/health/resources.ts';
import { withDatabase } from '../../../sync/server/base/cluster/with-database.ts';
import type { Sql } from '../../../sync/server/base/database/database.ts';
import { createWakes } from '../../../sync/server/core/events/wakes.ts';
import type { Publish } from '../../../sync/server/core/records/publishing.ts';
import { createPublishWithin } from '../../../sync/server/core/records/record-writer.ts';
import { signsIn } from '../../journey/signing-in.ts';
import { launchPatient, type Patient } from '../../support/patient.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { workerIsReady } from '../../support/worker.ts';
import { type Line, printTable, spread } from '../ingest/table.ts';

const { values } = parseArgs({
  options: { count: { type: 'string', default: '10000' }, rounds: { type: 'string', default: '5' } },
});
const [count, rounds] = [Number(values.count), Number(values.rounds)];

const VENDOR = 'lantern';
const EMAIL = 'ana.ruiz@example.org';
const LAST_OF_ALL_MS = 600_000;

const withSql = <Result>(server: TestServer, work: (sql: Sql) => Promise<Result>) =>
  withDatabase({ databaseUrl: undefined, dataDir: server.dataDir }, ({ sql }) => work(sql));

async function personOf(sql: Sql): Promise<string> {
  const [row] = await sql<[{ person: string }?]>`select person from identities where vendor = ${VENDOR}`;
  if (!row) throw new Error('Nobody has signed in.');
  return row.person;
}

/** About as large as a prescription. */
const body = () => ({ note: randomUUID().repeat(12), at: new Date().toISOString() });

/** As features do. @returns when it was committed. */
async function publishes(sql: Sql, change: (publish: Publish, person: string) => void): Promise<number> {
  const person = await personOf(sql);
  const publishWithin = createPublishWithin({ sql, now: () => new Date() });
  await publishWithin(async (_transaction, publish) => change(publish, person));
  const committed = performance.now();
  const wakes = createWakes(sql);
  const devices = await sql<{ device: string }[]>`
    select device from device_persons where vendor = ${VENDOR} and person = ${person}`;
  for (const { device } of devices) wakes.wake(VENDOR, device);
  await wakes.close();
  return committed;
}

async function heapOf({ page }: Patient): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.enable');
  await session.send('HeapProfiler.collectGarbage');
  await session.send('Performance.enable');
  const { metrics } = await session.send('Performance.getMetrics');
  await session.detach();
  return metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? Number.NaN;
}

/** @returns milliseconds from the sign-in to a profile that says what it still wants: all records are there then. */
async function firstSync(server: TestServer, patient: Patient): Promise<number> {
  await patient.page.goto(`${server.origin}/connect/${VENDOR}/patient`);
  await signsIn(server, patient, EMAIL);
  const began = performance.now();
  await patient.page.getByText(/^Still to add/).waitFor({ timeout: LAST_OF_ALL_MS });
  return performance.now() - began;
}

const server = await startServer();
const patients: Patient[] = [];
try {
  const first = await launchPatient();
  patients.push(first);
  const empty = await firstSync(server, first);
  const before = await heapOf(first);
  await first.close();
  await withSql(server, async (sql) => {
    await publishes(sql, (publish, person) => {
      for (let number = 0; number < count; number += 1)
        publish.record({ vendor: VENDOR, person, kind: 'bench-note', v: 1, id: `n-${number}`, body: body() });
    });
  });
  const syncs: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const patient = await launchPatient();
    patients.push(patient);
    syncs.push(await firstSync(server, patient));
    console.log(`round ${round + 1}: ${Math.round(syncs.at(-1) ?? 0)} ms`);
    if (round < rounds - 1) await patient.close();
  }
  const last = patients.at(-1);
  if (!last) throw new Error('There was no round.');
  const after = await heapOf(last);
  const changes: number[] = [];
  await withSql(server, async (sql) => {
    for (let round = 0; round < rounds * 4; round += 1) {
      const pounds = 150 + round;
      const version = randomUUID();
      const said = { version, author: 'patient', statedAt: new Date().toISOString() } as const;
      const committed = await publishes(sql, (publish, person) =>
        publish.record({
          ...{ vendor: VENDOR, person, kind: 'health', v: 1, id: 'weight' },
          body: { ...said, resource: weightOf(pounds, '[lb_av]') },
        }),
      );
      await last.page.getByText(`${pounds} lb`).waitFor();
      changes.push(performance.now() - committed);
    }
  });
  await workerIsReady(last.page);
  const reload = performance.now();
  await last.goOffline();
  await last.page.reload();
  await last.page.getByText(/ lb$/).waitFor();
  const offline = performance.now() - reload;
  const ms = (name: string, measured: readonly number[], target: string, note = ''): Line => ({
    ...{ name, measured: `${spread(measured)} ms`, target, note },
  });
  const megabytes = (bytes: number) => (bytes / 1_000_000).toFixed(1);
  printTable(
    [
      ms('first sync, no record', [empty], ''),
      ms(`first sync, ${count} records`, syncs, '<= 3,000 ms', 'sign-in to screen'),
      ms('one change to screen', changes, '<= 1,000 ms', 'commit to screen'),
      ms('opened offline', [offline], '', 'reload to screen'),
      {
        name: 'JavaScript heap',
        measured: `${megabytes(after)} MB`,
        target: '',
        note: `${megabytes(before)} MB without`,
      },
    ],
    ['Another person’s work on this machine moves these figures: compare those of one run.'],
  );
} finally {
  for (const patient of patients) await patient.close().catch(() => undefined);
  await server.close();
}
