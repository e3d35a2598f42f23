import { createServer } from 'node:net';
import { constants } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { copyPreparedData } from '../../sync/server/testing/prepared-data.ts';
import { findCluster } from '../../sync/server/testing/server-process.ts';
import { temporaryFolder } from '../support/paths.ts';
import { until } from '../support/wait.ts';
import { copyOfTheCheckout, freePort, npmStart, type Started } from './npm-start.ts';

let folder: string;
const running: Started[] = [];
beforeAll(() => {
  folder = copyOfTheCheckout();
});
afterEach(async () => {
  for (const started of running.splice(0)) {
    if (started.processes().length === 0) continue;
    started.interrupt();
    await started.exit;
  }
});

function start(settings: Record<string, string>): Started {
  const started = npmStart(folder, settings);
  running.push(started);
  return started;
}

/** @param data `empty` before a first start; else its database is made already. */
async function settings(
  data: 'empty' | 'prepared' = 'prepared',
): Promise<{ PORT: string; DATA_DIR: string }> {
  const dataDir = join(temporaryFolder('start'), 'data');
  if (data === 'prepared') await copyPreparedData(dataDir);
  return { PORT: String(await freePort()), DATA_DIR: dataDir };
}

/** The lines that are ours: npm says itself what it runs. */
const linesOf = (started: Started) =>
  started
    .output()
    .split('\n')
    .filter((line) => line.trim() !== '' && !/^(>|npm (warn|error|notice))/.test(line));

describe('npm start', () => {
  test('builds, says where it is ready, and serves - the checkout is new; then keeps what it built - it is started again', async () => {
    const own = await settings('empty');
    const first = start(own);
    const address = await first.ready();
    expect(address).toBe(`http://localhost:${own.PORT}`);
    expect((await fetch(`${address}/healthz`)).status).toBe(200);
    expect((await fetch(`${address}/connect/willow/`)).status).toBe(200);
    expect(first.output()).toContain('Building the app.');
    first.interrupt();
    // npm passes on that it was interrupted, as every program does.
    expect([0, 128 + constants.signals.SIGINT]).toContain(await first.exit);
    expect(first.output()).not.toMatch(/error/i);
    await until('nothing of it runs any more', () => first.processes().length === 0);

    const second = start(own);
    await second.ready();
    expect(second.output()).not.toContain('Building the app.');
    expect(second.output()).not.toContain('Compiling the vendor packs.');
  });

  test('one clear line and exit 1 - the data folder is in use', async () => {
    const own = await settings();
    await start(own).ready();
    const other = start({ ...own, PORT: String(await freePort()) });
    expect(await other.exit).toBe(1);
    expect(linesOf(other)).toEqual([expect.stringContaining(own.DATA_DIR)]);
  });

  test('one clear line and exit 1 - the port is taken', async () => {
    const own = await settings();
    const squatter = createServer();
    await new Promise<void>((resolve) => squatter.listen(Number(own.PORT), 'localhost', resolve));
    const started = start(own);
    expect(await started.exit).toBe(1);
    expect(linesOf(started)).toEqual([expect.stringContaining(own.PORT)]);
    squatter.close();
  });

  test.each([
    ['PORT', 'eighty'],
    ['PORT', '65536'],
    ['DATABASE_URL', 'mysql://localhost/care'],
    ['VENDORS_DIR', '/a/folder/that/is/not/there'],
  ])('one clear line and exit 1 - %s is %s', async (name, value) => {
    const started = start({ ...(await settings('empty')), [name]: value });
    expect(await started.exit).toBe(1);
    expect(linesOf(started)).toEqual([expect.stringContaining(name)]);
  });

  test('recovers by itself, says so, and stops with Ctrl-C - the server was killed and its database lives on', async () => {
    const own = await settings();
    const started = start(own);
    const address = await started.ready();
    for (let kill = 1; kill <= 2; kill++) {
      started.kill9('sync/server/main.ts');
      await until(
        'the server is ready again',
        () => started.output().split(/^ready /m).length === kill + 2,
        60_000,
      );
      expect((await fetch(`${address}/healthz`)).status).toBe(200);
      await started.ready();
    }
    expect(started.output()).toContain('The server ended unexpectedly (exit code 137). Restarting in 1 s.');
    started.interrupt();
    expect([0, 128 + constants.signals.SIGINT]).toContain(await started.exit);
    await until('nothing of it runs any more', () => started.processes().length === 0);
    expect(await findCluster(own.DATA_DIR)).toBeUndefined();
  });

  test('ends with Ctrl-C and leaves nothing running - it waits to start the server again', async () => {
    const own = await settings();
    const started = start(own);
    await started.ready();
    const lines = () => started.output().split('Restarting in').length - 1;
    started.kill9('sync/server/main.ts');
    await until('it says that it starts again', () => lines() === 1);
    started.interrupt();
    expect([0, 128 + constants.signals.SIGINT]).toContain(await started.exit);
    await until('nothing of it runs any more', () => started.processes().length === 0);
    expect(await findCluster(own.DATA_DIR)).toBeUndefined();
  });

  test('leaves nothing running - npm alone was told to end', async () => {
    const started = start(await settings());
    await started.ready();
    started.terminateNpm();
    await until('nothing of it runs any more', () => started.processes().length === 0);
  });

  test('leaves nothing running - the command itself was killed', async () => {
    const own = await settings();
    const started = start(own);
    await started.ready();
    started.kill9('build/start.mjs');
    await until('nothing of it runs any more', () => started.processes().length === 0);
  });
});
