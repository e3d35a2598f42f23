/**
 * PostgreSQL ends and comes back under load, its own and somebody else's. The server stays, says 503 meanwhile, and goes on by itself;
 * what it has acknowledged is there, once.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { findRunningCluster } from '../../sync/server/base/cluster/cluster.ts';
import { connect, type Sql } from '../../sync/server/base/database/database.ts';
import {
  createInstallation,
  findCluster,
  type ServerProcess,
  sendTo,
} from '../../sync/server/testing/server-process.ts';
import { createTestDevice, type TestDevice } from '../../sync/server/testing/test-device.ts';
import { createExternalPostgres } from './external-postgres.ts';
import { type PushingClients, startPushing } from './pushing-clients.ts';

const VENDOR = 'meadow';
const CLIENTS = 8;
const RESTARTS = 20;
const TIMEOUT = 120_000 + RESTARTS * 60_000;
const PATIENCE = { timeout: 60_000, interval: 20 };
/** How long somebody else's database is away: longer than a restart on a good disk. */
const AWAY_MS = 700;

async function open(server: ServerProcess): Promise<string> {
  const ready = await server.ready;
  if (typeof ready !== 'string') throw new Error(`The server ended: ${ready.output}`);
  return ready;
}

/** A device's stream, which is opened again whenever it ends. */
async function listenTo(origin: string, device: TestDevice): Promise<{ wakes(): number }> {
  const stopping = new AbortController();
  onTestFinished(() => stopping.abort());
  let wakes = 0;
  let nonce: string | undefined;
  async function readOnce(): Promise<void> {
    const url = `${origin}/connect/${VENDOR}/sync/v1/events`;
    nonce ??= (await fetch(url)).headers.get('dpop-nonce') ?? '';
    const iat = Math.floor(Date.now() / 1000);
    const dpop = await device.proof({ htm: 'GET', htu: url, jti: `${Math.random()}`, iat, nonce });
    const answer = await fetch(url, { headers: { dpop }, signal: stopping.signal });
    if (answer.status !== 200) nonce = undefined;
    const text = answer.body?.pipeThrough(new TextDecoderStream());
    for await (const chunk of text ?? []) wakes += chunk.split('event: wake').length - 1;
  }
  void (async () => {
    while (!stopping.signal.aborted) {
      await readOnce().catch(() => undefined);
      await delay(50);
    }
  })();
  return { wakes: () => wakes };
}

/** Every operation that was acknowledged is stored with its receipt, nothing is stored or shown to staff twice. */
async function expectNothingLost(sql: Sql, { sent, receipts }: PushingClients): Promise<void> {
  const unjudged = async () => (await sql`select 1 from op_ledger where outcome = 'received' limit 1`).length;
  await expect.poll(unjudged, { timeout: 120_000, interval: 250 }).toBe(0);
  const rows = await sql<{ op_id: string; receipt: string; times: number }[]>`
    select o.op_id, o.receipt, (select count(*)::int from feed f where f.id = o.op_id) as times from op_ledger o`;
  const stored = new Map(rows.map((row) => [row.op_id, row]));
  expect(stored.size).toBe(rows.length);
  expect([...stored.keys()].toSorted()).toEqual([...sent].toSorted());
  expect([...receipts.keys()].toSorted()).toEqual([...sent].toSorted());
  for (const [opId, receipt] of receipts)
    expect(JSON.parse(stored.get(opId)?.receipt ?? 'null')).toEqual(receipt);
  expect(rows.filter(({ times }) => times !== 1)).toEqual([]);
  const [cases] = await sql<[{ all: number; distinct: number }]>`
    select count(*)::int as all, count(distinct id)::int as distinct from inbox_items`;
  expect(cases).toEqual({ all: sent.size, distinct: sent.size });
}

/** @param restart ends the database and sees to it that it comes back. */
async function drill(
  server: ServerProcess,
  origin: string,
  restart: (no: number) => Promise<void>,
): Promise<PushingClients> {
  const clients = await startPushing(origin, VENDOR, CLIENTS);
  const { answers, devices } = clients;
  const [first] = devices;
  if (!first) throw new Error('There are no clients.');
  const events = await listenTo(origin, first);
  const recovered: number[] = [];
  for (let no = 0; no < RESTARTS; no++) {
    await expect.poll(() => events.wakes(), PATIENCE).toBeGreaterThan(0);
    const before = { ...answers };
    await expect.poll(() => answers.acknowledged, PATIENCE).toBeGreaterThan(before.acknowledged + CLIENTS);
    const began = performance.now();
    await restart(no);
    // A database that is quick, or clients that are slow, may meet again without one push that was refused.
    const atKill = answers.acknowledged;
    const isMet = () =>
      answers.unavailable > before.unavailable || answers.acknowledged > atKill + 2 * CLIENTS;
    await expect.poll(isMet, PATIENCE).toBe(true);
    expect((await fetch(`${origin}/healthz`)).status).toBe(200);
    const away = { acknowledged: answers.acknowledged, wakes: events.wakes() };
    await expect
      .poll(() => answers.acknowledged, PATIENCE)
      .toBeGreaterThanOrEqual(away.acknowledged + CLIENTS);
    recovered.push(Math.round(performance.now() - began));
    // What is judged since is told through LISTEN, on a connection that was made again.
    await expect.poll(() => events.wakes(), PATIENCE).toBeGreaterThan(away.wakes);
  }
  await clients.stop();
  console.log(
    `${RESTARTS} restarts: ${clients.receipts.size} operations acknowledged, ${answers.unavailable} pushes answered 503; ` +
      `pushes of all clients went on after ${recovered.toSorted((a, b) => a - b).join(', ')} ms`,
  );
  expect(answers.unexpected).toEqual([]);
  expect(answers.unavailable).toBeGreaterThan(0);
  expect(await Promise.race([server.exited.then(() => 'ended'), delay(0, 'runs')])).toBe('runs');
  // The feed answers as before, too.
  const device = await createTestDevice(origin);
  expect((await device.changes(sendTo(origin), VENDOR)).changes).toEqual([]);
  return clients;
}

describe('a database that restarts under load', { timeout: TIMEOUT }, () => {
  it(`${RESTARTS} kills of the embedded PostgreSQL: the server stays, and loses nothing`, async () => {
    const installation = await createInstallation();
    onTestFinished(installation.remove);
    const server = installation.start({ BACKUPS: 'off' });
    const origin = await open(server);
    const clients = await drill(server, origin, async () => {
      const pid = await findCluster(installation.dataDir);
      if (pid === undefined) throw new Error('PostgreSQL does not run.');
      process.kill(pid, 'SIGKILL');
    });
    const { sql, close } = connect((await findRunningCluster(installation.dataDir)) ?? '', {
      connections: 1,
    });
    await expectNothingLost(sql, clients);
    await close();
    expect((await server.kill('SIGINT')).code).toBe(0);
    expect(await findCluster(installation.dataDir)).toBeUndefined();
  });

  it(`${RESTARTS} fast and immediate restarts of a PostgreSQL in DATABASE_URL: the server stays, and loses nothing`, async () => {
    const postgres = await createExternalPostgres();
    onTestFinished(postgres.remove);
    const installation = await createInstallation();
    onTestFinished(installation.remove);
    const server = installation.start({ DATABASE_URL: postgres.url });
    const origin = await open(server);
    const clients = await drill(server, origin, async (no) => {
      await postgres.shutDown(no % 2 === 0 ? 'SIGINT' : 'SIGQUIT');
      await delay(AWAY_MS);
      await postgres.start();
    });
    const { sql, close } = connect(postgres.url, { connections: 1 });
    await expectNothingLost(sql, clients);
    await close();
    expect((await server.kill('SIGINT')).code).toBe(0);
  });
});
