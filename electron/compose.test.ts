import { describe, expect, onTestFinished, test } from 'vitest';
import { createClinic } from '../sync/client/testing/clinic.ts';
import { createSmallFiles } from './clinic/small-file.ts';
import { composeKiosk } from './compose.ts';
import { KIOSK_FOLDER, MEMORY_FILE } from './core/state/persisted-state.ts';
import { createFakeHost } from './testing/fake-host.ts';

type Disk = ReturnType<typeof createFakeHost>['disk'];

/** A machine with the real keeper of intakes over a disk in memory; nobody answers on the network. */
async function machine({ disk, server }: { readonly disk?: Disk; readonly server?: string } = {}) {
  const clinic = await createClinic();
  const keyManifest = clinic.manifests.current;
  if (keyManifest === undefined) throw new Error('There is no manifest.');
  const fake = createFakeHost(disk === undefined ? {} : { disk });
  const files = createSmallFiles(fake.disk, `${fake.dataFolder}/${KIOSK_FOLDER}`);
  if (server !== undefined)
    await files.write(MEMORY_FILE, { v: 1, closed: false, restart: 'none', wipesFailed: 0, server });
  const asked: string[] = [];
  const host = {
    ...fake,
    fetch: async (input: Parameters<typeof fetch>[0]) => {
      asked.push(String(input instanceof Request ? input.url : input));
      throw new TypeError('no network');
    },
  };
  const kiosk = await composeKiosk(host, {
    v: 1,
    vendor: 'lantern',
    languages: ['en', 'es'],
    server: 'https://built-in.example/connect/lantern',
    keyManifest,
    receiptKeys: clinic.receiptKeys,
  });
  onTestFinished(() => kiosk.stop());
  return { host, kiosk, asked, disk: fake.disk };
}

describe('a whole kiosk', () => {
  test.each([
    ['of the assignment in force, from the run in which it was taken', 'https://moved.example'],
    ['that is built in, before there is an assignment', undefined],
  ])('asks the server %s, below the vendor’s own address', async (_which, server) => {
    const { host, kiosk, asked } = await machine(server === undefined ? {} : { server });
    await kiosk.start();
    const endpoint = `${server ?? 'https://built-in.example'}/connect/lantern`;
    expect(host.configured[0]).toEqual({ server: endpoint, pins: [], camera: false });
    expect(await host.page().call('staff.enrol', { code: 'ABCD-EFGH-JKMN' })).toEqual({ status: 'offline' });
    expect(asked).toContain(`${endpoint}/kiosk/v1/enrol`);
    expect(asked.filter((url) => !url.startsWith(`${endpoint}/`))).toEqual([]);
  });

  test('that is stopped lets go of its store: the next process opens it', async () => {
    const first = await machine();
    await first.kiosk.start();
    expect(first.host.shown()).toBeDefined();
    await first.kiosk.stop();
    const second = await machine({ disk: first.disk });
    await second.kiosk.start();
    expect(second.host.recoveryPages()).toBe(0);
    expect(await second.host.page().call('start')).toMatchObject({ report: { mode: 'durable' } });
  });

  test('that still runs keeps it: a second process over the same folder writes nothing', async () => {
    const first = await machine();
    await first.kiosk.start();
    const second = await machine({ disk: first.disk });
    await second.kiosk.start();
    expect(await second.host.page().call('start')).toMatchObject({ report: { mode: 'memory' } });
  });
});
