import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { findRunningCluster } from './base/cluster/cluster.ts';
import { isAlive } from './base/cluster/process-identity.ts';
import { connect } from './base/database/database.ts';
import { fixturePack } from './testing/fixture-pack.ts';
import {
  createInstallation,
  findCluster,
  type Installation,
  type ServerProcess,
  sendTo,
} from './testing/server-process.ts';
import { createTestDevice, intake, sealed } from './testing/test-device.ts';

const TIMEOUT = 180_000;
/** `npm run test:full` kills more often. */
const KILLS = process.env.FULL ? 20 : 2;

async function install(data?: 'empty' | 'unreachable'): Promise<Installation> {
  const installation = await createInstallation(data);
  onTestFinished(installation.remove);
  return installation;
}

async function address(server: ServerProcess): Promise<string> {
  const ready = await server.ready;
  if (typeof ready !== 'string') throw new Error(`The server ended: ${ready.output}`);
  return ready;
}

const oneLine = (output: string) => output.trim().split('\n');

describe('npm start (promise 18)', { timeout: TIMEOUT }, () => {
  it('prints where to look, stops cleanly on Ctrl-C, and keeps the data for the next start', async () => {
    const installation = await install('unreachable');
    const formHash = [...(await fixturePack()).definitions.keys()][0] ?? '';
    const first = installation.start();
    const origin = await address(first);
    expect(first.output()).toContain(`${origin}/connect/meadow/`);
    expect(first.output()).toContain('clinician@meadow.example, password try-carefront-demo');
    const device = await createTestDevice(origin);
    const operation = sealed('intake.submit', intake(formHash));
    const {
      results: [before],
    } = await device.push(sendTo(origin), 'meadow', [operation]);
    // What is being judged is waited for only so long: on a busy machine not until a worker has started.
    const judged = async () => (await device.changes(sendTo(origin), 'meadow')).changes.length;
    await expect.poll(judged, { timeout: TIMEOUT / 2 }).toBe(1);
    const cluster = await findCluster(installation.dataDir);
    expect(await first.kill('SIGINT')).toMatchObject({ code: 0 });
    expect(cluster !== undefined && isAlive(cluster)).toBe(false);
    expect(existsSync(join(installation.dataDir, 'carefront.lock.pid'))).toBe(false);
    expect(first.output()).not.toMatch(/error/i);

    const second = installation.start();
    const again = await address(second);
    const returning = await createTestDevice(again);
    const {
      results: [after],
    } = await returning.push(sendTo(again), 'meadow', [operation]);
    expect(after?.receipt).toEqual(before?.receipt);
    expect((await second.kill('SIGTERM')).code).toBe(0);
  });

  it('refuses a data folder that is in use, in one line, and disturbs nobody', async () => {
    const installation = await install();
    const first = installation.start();
    const origin = await address(first);
    const { code, output } = await installation.start().exited;
    expect(code).toBe(1);
    expect(oneLine(output)).toEqual([
      expect.stringContaining(`is in use by another Carefront (process ${first.pid})`),
    ]);
    expect((await fetch(`${origin}/healthz`)).status).toBe(200);
  });

  it('refuses a port that is taken, in one line, and leaves nothing running', async () => {
    const installation = await install();
    const other = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => other.once('listening', resolve));
    onTestFinished(() => new Promise<void>((resolve) => other.close(() => resolve())));
    const taken = other.address();
    const port = typeof taken === 'object' && taken ? String(taken.port) : '';
    const { code, output } = await installation.start({ PORT: port, HOST: '127.0.0.1' }).exited;
    expect(code).toBe(1);
    expect(oneLine(output)).toEqual([
      `Port ${port} is in use: stop the program that uses it, or set PORT to another one.`,
    ]);
    expect(await findCluster(installation.dataDir)).toBeUndefined();
  });

  it.each([
    ['a wrong setting', { PORT: 'x' }, 'PORT "x" is not a whole number from 0 to 65535.'],
    [
      'packs that are not there',
      { PACKS_DIR: '/nowhere' },
      'PACKS_DIR /nowhere is no folder that can be read: compile the vendor packs first.',
    ],
    [
      'a database that is not there',
      { DATABASE_URL: 'postgres://me:secret@127.0.0.1:1/none' },
      "The database at 127.0.0.1:1/none can't be opened (ECONNREFUSED): check DATABASE_URL.",
    ],
  ])('says in one line what is wrong with %s', async (_what, over, line) => {
    const installation = await install('empty');
    const { code, output } = await installation.start(over).exited;
    expect([code, oneLine(output)]).toEqual([1, [line]]);
  });

  it('stops when it is asked to while it still starts', async () => {
    const installation = await install('empty');
    const server = installation.start();
    await expect
      .poll(() => existsSync(join(installation.dataDir, 'carefront.lock.pid')), { timeout: 30_000 })
      .toBe(true);
    expect((await server.kill('SIGINT')).code).toBe(0);
    expect(await findCluster(installation.dataDir)).toBeUndefined();
  });

  it('starts over where the first start was killed half-way', async () => {
    const installation = await install('empty');
    const cluster = join(installation.dataDir, 'postgres');
    await mkdir(`${cluster}.initialising`, { recursive: true });
    await writeFile(join(`${cluster}.initialising`, 'half'), '');
    const server = installation.start();
    expect(await address(server)).toMatch(/^http:/);
    await server.kill('SIGINT');
  });
});

describe('kill -9 (promise 19)', { timeout: TIMEOUT + KILLS * 20_000 }, () => {
  it('in a loop of pushes loses nothing that was acknowledged, and stores nothing twice', async () => {
    const installation = await install();
    const formHash = [...(await fixturePack()).definitions.keys()][0] ?? '';
    const acknowledged = new Map<string, string>();
    const sent: string[] = [];
    for (let kill = 0; kill < KILLS; kill++) {
      const server = installation.start();
      const origin = await address(server);
      const device = await createTestDevice(origin);
      const send = sendTo(origin);
      let died = false;
      const sender = async () => {
        while (!died) {
          const operations = [1, 2, 3].map(() => sealed('intake.submit', intake(formHash)));
          sent.push(...operations.map(({ opId }) => opId));
          try {
            const { results } = await device.push(send, 'meadow', operations);
            for (const { opId, receipt } of results)
              if (receipt) acknowledged.set(opId, JSON.stringify(receipt));
          } catch {
            // It was killed under this push: whether that was stored, nobody knows, and a retry would tell.
            return;
          }
        }
      };
      const senders = [sender(), sender(), sender(), sender()];
      const enough = acknowledged.size + 40;
      await expect.poll(() => acknowledged.size, { timeout: 60_000, interval: 5 }).toBeGreaterThan(enough);
      await server.kill('SIGKILL');
      died = true;
      await Promise.all(senders);
    }
    const last = installation.start();
    const origin = await address(last);
    const url = await findRunningCluster(installation.dataDir);
    const { sql, close } = connect(url ?? '', { connections: 2 });
    try {
      // What the crashes left unjudged is judged by the sweep, which stores the receipts' texts: one case for each.
      await expect
        .poll(async () => (await sql`select 1 from op_ledger where outcome = 'received'`).length, {
          timeout: 60_000,
        })
        .toBe(0);
      const rows = await sql<{ op_id: string; receipt: string }[]>`select op_id, receipt from op_ledger`;
      const stored = new Map(rows.map((row) => [row.op_id, row.receipt]));
      expect(stored.size).toBe(rows.length);
      for (const [opId, receipt] of acknowledged)
        expect(JSON.parse(stored.get(opId) ?? 'null')).toEqual(JSON.parse(receipt));
      expect(rows.every(({ op_id: opId }) => sent.includes(opId))).toBe(true);
      const [cases] = await sql<
        [{ all: number; distinct: number }]
      >`select count(*)::int as all, count(distinct id)::int as distinct from inbox_items`;
      expect(cases).toEqual({ all: rows.length, distinct: rows.length });
    } finally {
      await close();
    }
    expect((await fetch(`${origin}/healthz`)).status).toBe(200);
    expect((await last.kill('SIGINT')).code).toBe(0);
  });

  it('leaves a PostgreSQL behind, which the next start stops before it goes on', async () => {
    const installation = await install();
    const first = installation.start();
    await address(first);
    const leftover = await findCluster(installation.dataDir);
    await first.kill('SIGKILL');
    expect(leftover !== undefined && isAlive(leftover)).toBe(true);
    const second = installation.start();
    await address(second);
    expect(leftover !== undefined && isAlive(leftover)).toBe(false);
    expect(await findCluster(installation.dataDir)).not.toBe(leftover);
    await second.kill('SIGINT');
  });
});

describe('a PostgreSQL that is killed under the server (promise 19)', { timeout: TIMEOUT }, () => {
  it('comes back, and pushes go on', async () => {
    const installation = await install();
    const formHash = [...(await fixturePack()).definitions.keys()][0] ?? '';
    const server = installation.start();
    const origin = await address(server);
    const device = await createTestDevice(origin);
    const before = await findCluster(installation.dataDir);
    process.kill(before ?? 0, 'SIGKILL');
    const push = () =>
      device.push(sendTo(origin), 'meadow', [sealed('intake.submit', intake(formHash))]).then(
        ({ results }) => results[0]?.receipt !== undefined,
        () => false,
      );
    await expect.poll(push, { timeout: 60_000 }).toBe(true);
    expect(await findCluster(installation.dataDir)).not.toBe(before);
    expect((await server.kill('SIGINT')).code).toBe(0);
    expect(await findCluster(installation.dataDir)).toBeUndefined();
  });
});

describe('npm run staff (promise 20)', { timeout: TIMEOUT }, () => {
  it('adds, lists and disables people, beside a running server and without one', async () => {
    const installation = await install();
    const staff = (...args: string[]) => installation.run('sync/server/commands/staff-command.ts', args);
    const named = ['--vendor', 'meadow', '--name', 'Ann Reed', '--role', 'owner'];
    const added = await staff('add', 'Ann@Meadow.Test', ...named);
    expect(added).toMatchObject({
      code: 0,
      output: expect.stringMatching(/^Added ann@meadow.test to meadow as owner.\nPassword: \S{24}\n$/),
    });
    const password = /Password: (\S+)/.exec(added.output)?.[1] ?? '';

    const server = installation.start();
    const origin = await address(server);
    const signIn = () =>
      fetch(`${origin}/console/meadow/api/session`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin },
        body: JSON.stringify({ email: 'ann@meadow.test', password }),
      });
    expect((await signIn()).status).toBe(200);
    const again = await staff('add', 'ann@meadow.test', '--vendor', 'meadow');
    expect(again.output).toMatch(/^Updated ann@meadow.test at meadow. Role: owner. .*\nPassword: \S{24}\n$/);
    expect((await staff('list', '--vendor', 'meadow')).output).toContain('ann@meadow.test  owner  Ann Reed');
    expect((await signIn()).status).toBe(401);
    expect((await staff('disable', 'ann@meadow.test', '--vendor', 'meadow')).output).toContain(
      'can no longer sign in',
    );
    expect((await signIn()).status).toBe(401);
    await server.kill('SIGINT');
  });

  it.each([
    [['add', 'ann@meadow.test'], 'Usage:'],
    [['add', 'ann@meadow.test', '--vendor', 'meadow', '--role', 'king'], 'Usage:'],
    [['add', 'ann', '--vendor', 'meadow'], '"ann" is not an email address.'],
    [
      ['add', 'ann@meadow.test', '--vendor', 'nobody'],
      'There is no vendor "nobody". There are: brook, meadow.',
    ],
    [
      ['license', 'ann@meadow.test', '--vendor', 'meadow', '--places', 'US-ZZ,GB'],
      'There is no place US-ZZ: nothing was changed.',
    ],
  ])('says what is wrong with %j', async (args, expected) => {
    const installation = await install();
    const { code, output } = await installation.run('sync/server/commands/staff-command.ts', args);
    expect(code).toBe(1);
    expect(output).toContain(expected);
  });
});

describe('the data folder (promise 21)', { timeout: TIMEOUT }, () => {
  it('keeps its secrets to its owner', async () => {
    const installation = await install();
    const server = installation.start();
    await address(server);
    const keys = join(installation.dataDir, 'keys');
    const paths = [keys, ...(await readdir(keys)).map((name) => join(keys, name))];
    const open = await Promise.all(paths.map(async (path) => ((await stat(path)).mode & 0o077) !== 0));
    expect(open).toEqual(paths.map(() => false));
    await server.kill('SIGINT');
    expect(await readFile(join(installation.dataDir, 'postgres.log'), 'utf8')).not.toMatch(
      /STATEMENT|DETAIL/,
    );
  });

  it('refuses to start empty where its database is gone', async () => {
    const installation = await install('empty');
    await mkdir(installation.dataDir, { recursive: true });
    await writeFile(
      join(installation.dataDir, 'cluster.json'),
      JSON.stringify({ cluster: join(installation.dataDir, 'moved') }),
    );
    const { code, output } = await installation.start().exited;
    expect(code).toBe(1);
    expect(oneLine(output)).toEqual([expect.stringContaining('is gone: put it back')]);
  });
});
