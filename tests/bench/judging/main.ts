/**
 * Judging: unseal, validate, apply. `npm run bench -- judging [--count 4000] [--workers 1] [--runs 3]`. First in workers alone, then with
 * the ledger's transactions, then in the real server beside ingest. Reports, and fails on no time.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { withDatabase } from '../../../sync/server/base/cluster/with-database.ts';
import { connect, type Database, type Sql } from '../../../sync/server/base/database/database.ts';
import { createPostgresLedger } from '../../../sync/server/core/ingest/postgres-ledger.ts';
import { createJudgePool } from '../../../sync/server/core/judging/judge-pool.ts';
import { createJudgeQueue } from '../../../sync/server/core/judging/judge-queue.ts';
import type { ReceivedOperation } from '../../../sync/server/core/judging/verdict.ts';
import type { CompiledPack } from '../../../sync/server/packs/read-packs.ts';
import { openVendorDirectory, publishedSource } from '../../../sync/server/packs/vendor-directory.ts';
import { fixturePack } from '../../../sync/server/testing/fixture-pack.ts';
import { receivedOperation } from '../../../sync/server/testing/received-operation.ts';
import { createInstallation, type Installation } from '../../../sync/server/testing/server-process.ts';
import { sealedTo } from '../../../sync/server/testing/test-device.ts';
import { createTestJudgeStore, kindFiles, kinds } from '../../../sync/server/testing/test-kinds.ts';
import {
  openTestSealing,
  sealingTarget,
  type TestSealing,
} from '../../../sync/server/testing/test-sealing.ts';
import { openTestSigner } from '../../../sync/server/testing/test-signer.ts';
import type { Order, Report } from '../ingest/messages.ts';
import { type Line, printTable, spread } from '../ingest/table.ts';
import { moodCheckIn, shortIntake } from './forms.ts';

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '4000' },
    workers: { type: 'string', default: '1' },
    runs: { type: 'string', default: '3' },
  },
});
const [count, workers, runs] = [Number(values.count), Number(values.workers), Number(values.runs)];
const BATCH = 32;
const SEALED_AT_ONCE = 64;
const TARGET = '>= 600 /s a worker core';
const now = () => new Date();

type Operation = Awaited<ReturnType<typeof sealedTo>>;

async function seal(
  sealing: TestSealing,
  vendor: string,
  payload: () => object,
  wanted: number,
): Promise<Operation[]> {
  const target = sealingTarget(sealing, vendor);
  const sealed: Operation[] = [];
  while (sealed.length < wanted)
    sealed.push(
      ...(await Promise.all(
        Array.from({ length: Math.min(SEALED_AT_ONCE, wanted - sealed.length) }, () =>
          sealedTo(target, 'intake.submit', payload()),
        ),
      )),
    );
  return sealed;
}

const toReceived = (vendor: string, { opId, lane, kind, v, envelope }: Operation): ReceivedOperation =>
  receivedOperation({}, { vendor, opId, lane, kind, v, envelope: Buffer.from(envelope, 'base64url') });

interface Subject {
  readonly name: string;
  readonly packs: readonly CompiledPack[];
  readonly vendor: string;
  readonly payload: () => object;
}

async function subjects(): Promise<readonly Subject[]> {
  const { pack, definitions, filesDir } = await fixturePack();
  const formHash = pack.questionnaires[0]?.formHash ?? '';
  const mood = await moodCheckIn();
  return [
    {
      name: 'short form',
      packs: [{ pack, definitions, filesDir }],
      vendor: pack.slug,
      payload: () => shortIntake(formHash),
    },
    ...(mood ? [{ name: 'mood check-in (PHQ-9)', ...mood }] : []),
  ];
}

interface Opened {
  readonly sealing: TestSealing;
  readonly pool: ReturnType<typeof createJudgePool>;
}

async function open(database: Database, { packs }: Subject): Promise<Opened> {
  const sealing = await openTestSealing({ vendors: packs.map(({ pack }) => pack.slug) });
  const vendors = await openVendorDirectory(database.tables, packs, {}, now, sealing.manifestOf);
  const pool = createJudgePool({
    size: workers,
    ...{ kinds, kindFiles },
    published: publishedSource(vendors),
    unsealer: sealing.unsealer,
    onFault: (_opId, error) => console.error(error),
  });
  await pool.warm();
  return { sealing, pool };
}

/** The workers alone, as many batches at once as keep them busy. */
async function alone(database: Database, subject: Subject): Promise<Line> {
  const { sealing, pool } = await open(database, subject);
  const operations = await seal(sealing, subject.vendor, subject.payload, count);
  const received = operations.map((one) => toReceived(subject.vendor, one));
  const bytes = received.reduce((sum, { envelope }) => sum + envelope.length, 0) / count;
  const rates: number[] = [];
  /** By processor time: what other programs take on this machine doesn't count. */
  const perCore: number[] = [];
  let applied = 0;
  // The first run warms up.
  for (let run = 0; run <= runs; run++) {
    const began = performance.now();
    const cpu = process.cpuUsage();
    const batches: ReturnType<typeof pool.judge>[] = [];
    for (let at = 0; at < count; at += BATCH) batches.push(pool.judge(received.slice(at, at + BATCH)));
    const verdicts = (await Promise.all(batches)).flat();
    const seconds = (performance.now() - began) / 1000;
    const { user, system } = process.cpuUsage(cpu);
    if (run === 0) continue;
    rates.push(count / seconds);
    perCore.push(count / ((user + system) / 1e6));
    applied = verdicts.filter((verdict) => verdict?.outcome === 'applied').length;
  }
  await pool.stop();
  await sealing.remove();
  return {
    name: `${subject.name}, ${workers} worker(s) alone`,
    measured: `${spread(rates.map((rate) => rate / workers))} /s a worker, ${spread(perCore)} /s a busy core`,
    target: TARGET,
    note: `envelopes of ${Math.round(bytes)} bytes, ${applied} of ${count} applied`,
  };
}

/** With taking, storing, feed, inbox and receipts. */
async function withLedger(database: Database, subject: Subject): Promise<Line> {
  const { sql } = database;
  const { sealing, pool } = await open(database, subject);
  const signer = openTestSigner();
  const ledger = createPostgresLedger(sql);
  const rates: number[] = [];
  for (let run = 0; run <= runs; run++) {
    const operations = await seal(sealing, subject.vendor, subject.payload, count);
    const device = randomUUID();
    for (let at = 0; at < count; at += BATCH)
      await ledger.store(
        subject.vendor,
        device,
        operations.slice(at, at + BATCH).map((operation) => ({
          opId: operation.opId,
          operation,
          envelope: Buffer.from(operation.envelope, 'base64url'),
          receivedAt: now(),
          keyId: signer.keyId,
          skewSeconds: 0,
        })),
      );
    const queue = createJudgeQueue({
      store: createTestJudgeStore(sql, signer, now),
      judge: pool.judge,
      giveUp: pool.judge,
      isFaultOfOne: () => false,
      concurrency: workers + 1,
      onError: (error) => console.error(error),
    });
    const began = performance.now();
    await queue.sweep();
    const seconds = (performance.now() - began) / 1000;
    await queue.stop();
    if (run > 0) rates.push(count / seconds);
  }
  await pool.stop();
  await sealing.remove();
  return {
    name: `${subject.name}, with the ledger`,
    measured: `${spread(rates.map((rate) => rate / workers))} /s a worker`,
    target: TARGET,
    note: 'each batch of 32 one transaction, flushed',
  };
}

async function countJudged(sql: Sql): Promise<{ readonly judged: number; readonly rows: number }> {
  const [row] = await sql<[{ judged: number; rows: number }]>`
    select (count(*) filter (where outcome <> 'received'))::int as judged, count(*)::int as rows from op_ledger`;
  return row;
}

async function ask(load: ChildProcess, order: Order): Promise<Report> {
  load.send(order);
  const [report] = (await once(load, 'message')) as [Report];
  return report;
}

/** The real server, judging while devices push as fast as they can. */
async function besideIngest(installation: Installation): Promise<Line> {
  const server = installation.start({ HOST: '127.0.0.1', BACKUPS: 'off', JUDGE_WORKERS: String(workers) });
  const load = fork(join(import.meta.dirname, '../ingest/load.ts'), {
    execArgv: ['--disable-warning=ExperimentalWarning'],
  });
  try {
    const ready = await server.ready;
    if (typeof ready !== 'string') throw new Error(`The server did not start: ${ready.output}`);
    const origin = ready.replace('localhost', '127.0.0.1');
    const manifest = (await (await fetch(`${origin}/connect/meadow/keys.json`)).json()) as {
      keys: { keyId: string; publicKey: string }[];
    };
    const { keyId = '', publicKey = '' } = manifest.keys.at(-1) ?? {};
    const { pack } = await fixturePack();
    const target = {
      origin,
      formHash: pack.questionnaires[0]?.formHash ?? '',
      sealing: { vendor: 'meadow', keyId, publicKey },
    };
    return await withDatabase({ dataDir: installation.dataDir, databaseUrl: undefined }, async ({ sql }) => {
      await ask(load, { kind: 'prepare', target, count, clients: 32, batch: 1 });
      const ran = await ask(load, { kind: 'run', abortShare: 0 });
      if (ran.kind !== 'ran') throw new Error('The load generator reported something else.');
      const meanwhile = await countJudged(sql);
      const began = performance.now();
      while ((await countJudged(sql)).judged < count) await new Promise((resolve) => setTimeout(resolve, 50));
      const drained = (performance.now() - began) / 1000;
      return {
        name: 'beside ingest, 1 a request, 32 clients',
        measured: `${spread([count / ran.seconds])} receipts/s, p99 ${spread([ran.p99])} ms`,
        target: 'drains, receipts not starved',
        note: `${meanwhile.judged} of ${count} judged meanwhile (${spread([meanwhile.judged / ran.seconds])} /s), the rest in ${drained.toFixed(1)} s`,
      };
    });
  } finally {
    load.send({ kind: 'end' } satisfies Order);
    await server.kill('SIGTERM');
  }
}

const installation = await createInstallation();
const lines: Line[] = [];
try {
  await withDatabase({ dataDir: installation.dataDir, databaseUrl: undefined }, async ({ url }) => {
    const database = connect(url);
    for (const subject of await subjects()) {
      lines.push(await alone(database, subject));
      lines.push(await withLedger(database, subject));
    }
    await database.close();
  });
  await installation.remove();
  const second = await createInstallation();
  try {
    lines.push(await besideIngest(second));
  } finally {
    await second.remove();
  }
} finally {
  await installation.remove();
}
printTable(lines, [
  `${count} submissions, sealed (HPKE P-256); one warm-up and ${runs} measured runs, median (interquartile range); ${workers} worker(s).`,
  `Shares ${cpus().length} cores of ${cpus()[0]?.model.trim() ?? 'unknown'} with the database and the load generator; Node ${process.version}.`,
]);
