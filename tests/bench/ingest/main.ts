/**
 * Ingest to a durable receipt: the real server as its own process over its embedded PostgreSQL, and the load in another.
 * `npm run bench -- ingest [--count 10000] [--warm 3] [--runs 5]`. Reports, and fails on no time; a run after which rows or receipts are
 * missing, or too many, says "failed".
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { keyManifestSchema } from '../../../sync/protocol/key-manifest.ts';
import { withDatabase } from '../../../sync/server/base/cluster/with-database.ts';
import type { Sql } from '../../../sync/server/base/database/database.ts';
import { fixturePack } from '../../../sync/server/testing/fixture-pack.ts';
import { createInstallation, type Installation } from '../../../sync/server/testing/server-process.ts';
import type { Order, Ran, Report } from './messages.ts';
import type { Target } from './submissions.ts';
import { type Line, printTable, spread } from './table.ts';

const VENDOR = 'meadow';
const OPEN_LOOP_PER_SECOND = 100;
const DRAIN_POLL_MS = 500;

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '10000' },
    warm: { type: 'string', default: '3' },
    runs: { type: 'string', default: '5' },
  },
});
const [count, warm, runs] = [Number(values.count), Number(values.warm), Number(values.runs)];

interface Load {
  order(order: Order): Promise<Report>;
  end(): Promise<void>;
}

function startLoad(): Load {
  const child: ChildProcess = fork(join(import.meta.dirname, 'load.ts'), {
    execArgv: ['--disable-warning=ExperimentalWarning'],
  });
  const ended = once(child, 'exit').then((): Report => {
    throw new Error('The load generator ended.');
  });
  // Waited for with each order; an end between two is told by the next.
  ended.catch(() => undefined);
  return {
    async order(order) {
      const answer = new Promise<Report>((resolve) =>
        child.once('message', (report: Report) => resolve(report)),
      );
      child.send(order);
      return Promise.race([answer, ended]);
    },
    async end() {
      child.send({ kind: 'end' } satisfies Order);
      await ended.catch(() => undefined);
    },
  };
}

async function ranBy(load: Load, order: Order): Promise<Ran> {
  const report = await load.order(order);
  if (report.kind !== 'ran') throw new Error('The load generator reported something else.');
  return report;
}

async function startServer(
  installation: Installation,
): Promise<{ origin: string; seconds: number; stop: () => Promise<unknown> }> {
  const began = performance.now();
  const server = installation.start({ HOST: '127.0.0.1', BACKUPS: 'off' });
  const ready = await server.ready;
  if (typeof ready !== 'string') throw new Error(`The server did not start: ${ready.output}`);
  // The address that it prints is for browsers; this one is where it listens.
  const origin = ready.replace('localhost', '127.0.0.1');
  return { origin, seconds: (performance.now() - began) / 1000, stop: () => server.kill('SIGTERM') };
}

async function readTarget(origin: string): Promise<Target> {
  const answer = await fetch(`${origin}/connect/${VENDOR}/keys.json`);
  const manifest = keyManifestSchema.parse(await answer.json());
  const [key] = manifest.keys;
  if (!key) throw new Error('The vendor publishes no key.');
  const { pack } = await fixturePack();
  return {
    origin,
    formHash: pack.questionnaires[0]?.formHash ?? '',
    sealing: { vendor: VENDOR, keyId: key.keyId, publicKey: key.publicKey },
  };
}

async function countRows(sql: Sql): Promise<{ rows: number; distinct: number; unjudged: number }> {
  const [row] = await sql<[{ rows: number; distinct: number; unjudged: number }]>`
    select count(*)::int as rows, count(distinct op_id)::int as distinct,
      (count(*) filter (where outcome = 'received'))::int as unjudged
    from op_ledger`;
  return row;
}

/** Judging of one run must not weigh on the next. @returns seconds. */
async function drain(sql: Sql): Promise<number> {
  const began = performance.now();
  while ((await countRows(sql)).unjudged > 0)
    await new Promise((resolve) => setTimeout(resolve, DRAIN_POLL_MS));
  return (performance.now() - began) / 1000;
}

interface Series {
  readonly ran: readonly Ran[];
  /** Runs after which rows or receipts were not as many as submissions. */
  readonly failed: number;
  readonly drainedIn: readonly number[];
}

async function series(
  load: Load,
  sql: Sql,
  prepareOrder: Extract<Order, { kind: 'prepare' }>,
  runOrder: Order,
  times: { readonly warm: number; readonly runs: number },
): Promise<Series> {
  const ran: Ran[] = [];
  const drainedIn: number[] = [];
  let failed = 0;
  for (let run = 0; run < times.warm + times.runs; run++) {
    await load.order(prepareOrder);
    const before = await countRows(sql);
    const result = await ranBy(load, runOrder);
    const after = await countRows(sql);
    const stored = [after.rows - before.rows, after.distinct - before.distinct, result.receipts];
    if (stored.some((found) => found !== prepareOrder.count)) failed++;
    const seconds = await drain(sql);
    if (run < times.warm) continue;
    ran.push(result);
    drainedIn.push(seconds);
  }
  return { ran, failed, drainedIn };
}

function lineOf(name: string, { ran, failed, drainedIn }: Series, submissions: number, target: string): Line {
  const rate = spread(ran.map(({ seconds }) => submissions / seconds));
  const [p50, p99] = [spread(ran.map((one) => one.p50)), spread(ran.map((one) => one.p99))];
  return {
    name,
    measured: failed > 0 ? `failed (${failed} runs)` : `${rate} /s, p50 ${p50} ms, p99 ${p99} ms`,
    target,
    note: `judged to the end ${spread(drainedIn)} s later`,
  };
}

async function benchmark(installation: Installation): Promise<void> {
  const first = await startServer(installation);
  await first.stop();
  const server = await startServer(installation);
  const load = startLoad();
  try {
    const target = await readTarget(server.origin);
    await withDatabase({ dataDir: installation.dataDir, databaseUrl: undefined }, async ({ sql }) => {
      const [{ fsync }] = await sql<[{ fsync: string }]>`show fsync`;
      const [{ synchronous_commit }] = await sql<[{ synchronous_commit: string }]>`show synchronous_commit`;
      const [{ server_version }] = await sql<[{ server_version: string }]>`show server_version`;
      const order = (clients: number, batch: number, submissions = count) =>
        ({ kind: 'prepare', target, count: submissions, clients, batch }) as const;
      const flatOut = { kind: 'run', abortShare: 0 } as const;
      const singles = await series(load, sql, order(32, 1), flatOut, { warm, runs });
      const batches = await series(load, sql, order(16, 25), flatOut, { warm, runs });
      const cut = await series(
        load,
        sql,
        order(32, 1),
        { kind: 'run', abortShare: 0.1 },
        { warm: 0, runs: 1 },
      );
      const cutBatches = await series(
        load,
        sql,
        order(16, 25),
        { kind: 'run', abortShare: 0.1 },
        { warm: 0, runs: 1 },
      );
      const steady = await series(
        load,
        sql,
        order(32, 1, Math.min(count, OPEN_LOOP_PER_SECOND * 20)),
        { kind: 'open loop', perSecond: OPEN_LOOP_PER_SECOND },
        { warm: 0, runs: 1 },
      );
      const envelopeBytes = singles.ran[0]?.envelopeBytes ?? 0;
      const [cutCount, cutBatchCount] = [cut.ran[0]?.cut ?? 0, cutBatches.ran[0]?.cut ?? 0];
      printTable(
        [
          lineOf('1 a request, 32 clients', singles, count, '>= 1,500 /s, p99 <= 60 ms'),
          lineOf('25 a request, 16 clients', batches, count, '>= 10,000 rows/s, p99 <= 60 ms'),
          lineOf(`1 a request, ${cutCount} lines cut`, cut, count, 'rows = distinct ids = receipts'),
          lineOf(
            `25 a request, ${cutBatchCount} lines cut`,
            cutBatches,
            count,
            'rows = distinct ids = receipts',
          ),
          lineOf(
            `open loop, ${OPEN_LOOP_PER_SECOND} /s`,
            steady,
            steady.ran.length * Math.min(count, OPEN_LOOP_PER_SECOND * 20),
            'p99 <= 60 ms',
          ),
          {
            name: 'cold start',
            measured: `${first.seconds.toFixed(1)} s new, ${server.seconds.toFixed(1)} s again`,
            target: '-',
            note: 'process to listening, with its database',
          },
          {
            name: 'judging alone',
            measured: 'npm run bench -- judging',
            target: '>= 600 /s a worker core',
            note: '',
          },
        ],
        [
          `${count} submissions, envelopes of ${Math.round(envelopeBytes)} bytes, sealed (HPKE P-256) to the clinic's key; ${warm} warm-up and ${runs} measured runs, median (interquartile range).`,
          `PostgreSQL ${server_version}, embedded: fsync ${fsync}, synchronous_commit ${synchronous_commit}. DPoP proofs with nonce, validation, ledger, signed receipts, and judging beside: on.`,
          `Server, database and load generator share ${cpus().length} cores of ${cpus()[0]?.model.trim() ?? 'unknown'}; Node ${process.version}.`,
        ],
      );
    });
  } finally {
    await load.end().catch(() => undefined);
    await server.stop();
  }
}

const installation = await createInstallation();
try {
  await benchmark(installation);
} finally {
  await installation.remove();
}
