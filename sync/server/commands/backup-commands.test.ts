import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { chainBytes } from '../../protocol/chain.ts';
import { findRunningCluster } from '../base/cluster/cluster.ts';
import { connect } from '../base/database/database.ts';
import {
  createInstallation,
  type Installation,
  type ServerProcess,
  sendTo,
} from '../testing/server-process.ts';
import { createTestDevice, newOpId, sealed } from '../testing/test-device.ts';

const TIMEOUT = 120_000;

let installation: Installation;
/** With a server that runs beside the commands of a test that asks for no other. */
let running: Installation;
let server: ServerProcess;
beforeAll(async () => {
  running = await createInstallation();
  installation = running;
  server = (await starts()).server;
});
beforeEach(() => {
  installation = running;
});
afterAll(() => running.remove());

/** One of the test's own. */
async function install(data?: 'empty'): Promise<void> {
  installation = await createInstallation(data);
  onTestFinished(installation.remove);
}

const run = (command: 'backup' | 'restore' | 'intake', ...args: string[]) =>
  installation.run(`sync/server/commands/${command}-command.ts`, args);

async function starts(over: Record<string, string> = {}) {
  const server = installation.start(over);
  const origin = await server.ready;
  if (typeof origin !== 'string') throw new Error(`The server ended: ${origin.output}`);
  return { origin, server };
}

async function pushes(origin: string, count: number): Promise<void> {
  const device = await createTestDevice(origin);
  const operations = Array.from({ length: count }, () => sealed('intake.submit', { session: randomUUID() }));
  await device.push(sendTo(origin), 'meadow', operations);
}

describe('npm run backup (promise 12)', { timeout: TIMEOUT }, () => {
  it('exports beside a running server and without one, and says where the keys are', async () => {
    await install();
    const { origin, server } = await starts();
    expect(server.output()).toContain(`Backups: daily, in ${join(installation.dataDir, 'backups')}`);
    await pushes(origin, 3);
    const beside = await run('backup');
    expect([beside.code, beside.output]).toEqual([
      0,
      expect.stringContaining('holds 3 operations and 0 blobs'),
    ]);
    expect(beside.output).toContain(`they are in ${join(installation.dataDir, 'keys')}`);
    await server.kill('SIGTERM');
    const elsewhere = join(installation.dataDir, '..', 'elsewhere');
    const alone = await run('backup', '--to', elsewhere);
    expect([alone.code, alone.output]).toEqual([0, expect.stringContaining(`${elsewhere}/carefront-`)]);
    const status = await run('backup', 'status');
    expect(status.output).toMatch(/meadow {2}safe through \d+ of epoch/);
    expect(status.output).toContain('devices still hold 0 operations');
  });

  it("takes an operator's word once, by a token", async () => {
    await install();
    const { origin } = await starts({ BACKUPS: 'off' });
    await pushes(origin, 2);
    const token = /token: (\S+)/.exec((await run('backup', 'mark')).output)?.[1] ?? '';
    expect((await run('backup', 'verified', token)).output).toMatch(/^Safe through \d+: meadow\.\n$/);
    expect(await run('backup', 'verified', token)).toMatchObject({
      code: 1,
      output: expect.stringContaining('was reported before'),
    });
  });

  it.each([[['x']], [['mark', 'x']], [['verified']], [['--to']]])(
    'says how it is used with %j',
    async (args) => {
      expect(await run('backup', ...args)).toMatchObject({
        code: 1,
        output: expect.stringMatching(/^Usage:/),
      });
    },
  );
});

describe('npm run restore (promise 12)', { timeout: TIMEOUT }, () => {
  it('is refused in one line while the server runs', async () => {
    const place = (await run('backup')).output.split(' holds ')[0] ?? '';
    const { code, output } = await run('restore', place);
    expect([code, output.trim().split('\n')]).toEqual([
      1,
      [expect.stringContaining(`is in use by another Carefront (process ${server.pid})`)],
    ]);
  });

  it('is refused for what is no backup', async () => {
    await install('empty');
    await mkdir(installation.dataDir, { recursive: true });
    expect(await run('restore', installation.dataDir)).toMatchObject({
      code: 1,
      output: expect.stringContaining("isn't a backup"),
    });
    expect(await run('restore')).toMatchObject({ code: 1, output: expect.stringMatching(/^Usage:/) });
  });
});

describe('npm run intake (promise 12)', { timeout: TIMEOUT }, () => {
  it('takes saved copies beside a running server, which judges them, and says what became of each', async () => {
    const operation = sealed('intake.submit', { session: randomUUID() });
    const bundle = {
      bundle: 1,
      vendor: 'meadow',
      deviceId: 'd'.repeat(43),
      operations: [operation],
      blobs: {},
    };
    const file = join(installation.dataDir, 'one.intake');
    await writeFile(file, JSON.stringify(bundle));
    const first = await run('intake', 'import', file, '--by', 'Ann Reed');
    expect([first.code, first.output]).toEqual([
      0,
      expect.stringMatching(/^one\.intake \(meadow\):\n {2}[A-Z0-9]{2}-[A-Z0-9]{4} {2}received\n/),
    ]);
    const second = await run('intake', 'import', file, '--by', 'Ann Reed');
    expect(second.output).toMatch(/was here already/);
  });

  it('feeds the chain of the kiosk that it is from', async () => {
    const device = await createTestDevice();
    const database = connect((await findRunningCluster(installation.dataDir)) ?? '', { connections: 1 });
    onTestFinished(() => database.close());
    await database.sql`
      insert into kiosks (vendor, id, device, device_key, name, host, version, assignment, enrolled_at)
      values ('meadow', ${randomUUID()}, ${device.deviceId}, ${device.deviceKey}, 'Hall', 'chromium', 1, '{}', now())`;
    const operations = [1, 2].map(() => sealed('intake.submit', { session: randomUUID() }));
    const [linked, bare] = operations.map((operation, index) => {
      const link = { counter: 1, previous: '0'.repeat(64) };
      const { opId, sha256 } = operation;
      const bytes = chainBytes({ vendor: 'meadow', deviceId: device.deviceId, ...link, opId, sha256 });
      return index === 0 ? { ...operation, chain: { ...link, signature: device.sign(bytes) } } : operation;
    });
    const file = join(installation.dataDir, 'kiosk.intake');
    const bundle = { bundle: 1, vendor: 'meadow', deviceId: device.deviceId, blobs: {} };
    await writeFile(file, JSON.stringify({ ...bundle, operations: [linked, bare] }));
    expect((await run('intake', 'import', file, '--by', 'Ann Reed')).code).toBe(0);
    expect(await database.sql`select counter, op_id from kiosk_links`).toEqual([
      { counter: 1, op_id: linked?.opId },
    ]);
    expect(await database.sql`select kind, subject from kiosk_alarms`).toEqual([
      { kind: 'unsigned', subject: bare?.opId },
    ]);
  });

  it('exits with 2 where a file is no saved copy, and prints nothing of it', async () => {
    const file = join(installation.dataDir, 'other.intake');
    await writeFile(file, `{"name":"Rosa Quill ${newOpId()}"}`);
    const { code, output } = await run(
      'intake',
      'import',
      file,
      join(installation.dataDir, 'none'),
      '--by',
      'Ann',
    );
    expect([code, output]).toEqual([
      2,
      "other.intake: it is no saved copy: its bundle can't be read.\nnone: it can't be read.\n",
    ]);
  });

  it('needs the keys of the server, and the name of the person who hands it over', async () => {
    await install();
    expect(await run('intake', 'import', 'x')).toMatchObject({
      code: 1,
      output: expect.stringMatching(/^Usage:/),
    });
    expect(await run('intake', 'import', 'x', '--by', 'Ann')).toMatchObject({
      code: 1,
      output: expect.stringContaining('has no key for receipts'),
    });
  });
});
