import { createServer } from 'node:net';
import { constants } from 'node:os';
import { describe, expect, test } from 'vitest';
import { findCluster } from '../../sync/server/testing/server-process.ts';
import { until } from '../support/wait.ts';
import { linesOf, startsOfACheckout } from './npm-start.ts';

const { start, settings } = startsOfACheckout();

/** A whole build, and two starts, beside other tests. */
const FIRST_START_MS = 420_000;

describe('npm start', () => {
  test(
    'builds, says where it is ready, and serves - the checkout is new; then keeps what it built - it is started again',
    async () => {
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
    },
    FIRST_START_MS,
  );

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
    ['DATABASE_URL', 'mysql://localhost/care'],
    ['VENDORS_DIR', '/a/folder/that/is/not/there'],
  ])('one clear line and exit 1 - %s is %s', async (name, value) => {
    const started = start({ ...(await settings('empty')), [name]: value });
    expect(await started.exit).toBe(1);
    expect(linesOf(started)).toEqual([expect.stringContaining(name)]);
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
});
