/** What `npm start` does where something of it is killed or is there twice: slow, and told in parts by `start.test.ts`, `sync/server/main.test.ts` and `build/supervise.test.ts`. */
import { constants } from 'node:os';
import { describe, expect, test } from 'vitest';
import { findCluster } from '../../sync/server/testing/server-process.ts';
import { until } from '../support/wait.ts';
import { freePort, linesOf, startsOfACheckout } from './npm-start.ts';

const { start, settings } = startsOfACheckout();

describe('npm start', () => {
  test('one clear line and exit 1 - the data folder is in use', async () => {
    const own = await settings();
    await start(own).ready();
    const other = start({ ...own, PORT: String(await freePort()) });
    expect(await other.exit).toBe(1);
    expect(linesOf(other)).toEqual([expect.stringContaining(own.DATA_DIR)]);
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
