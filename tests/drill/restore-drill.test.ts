/**
 * What an operator would go through, with real processes: the server dies after a backup, the backup is restored, and the devices come
 * back with what only they still have.
 */
import { execFileSync } from 'node:child_process';
import { rename, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { fromBase64url } from '../../sync/client/base/bytes.ts';
import { createWebCrypto } from '../../sync/client/keys/web-crypto.ts';
import { receiptBytes } from '../../sync/protocol/receipt.ts';
import { findRunningCluster } from '../../sync/server/base/cluster/cluster.ts';
import { connect } from '../../sync/server/base/database/database.ts';
import {
  createInstallation,
  type Installation,
  type ServerProcess,
} from '../../sync/server/testing/server-process.ts';
import { createNodeDevice, type NodeDevice } from './node-device.ts';

const VENDOR = 'meadow';
const DEVICES = 5;
const EACH = process.env.FULL === '1' ? 10 : 4;
const HALF = DEVICES * EACH;
const ALL = 2 * HALF;
const TIMEOUT = 240_000;
const PATIENCE = { timeout: 60_000, interval: 50 };

async function freePort(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address ? String(address.port) : '';
}

interface Clinic {
  readonly installation: Installation;
  opens(): Promise<string>;
  closes(): Promise<void>;
  runs(file: 'backup' | 'restore', ...args: string[]): Promise<string>;
}

/** With an address that stays the same when it starts again. */
async function foundClinic(): Promise<Clinic> {
  const installation = await createInstallation();
  onTestFinished(installation.remove);
  const port = await freePort();
  let running: ServerProcess | undefined;
  return {
    installation,
    async opens() {
      running = installation.start({ PORT: port, HOST: '127.0.0.1' });
      const ready = await running.ready;
      if (typeof ready !== 'string') throw new Error(`The server ended: ${ready.output}`);
      return `http://127.0.0.1:${port}`;
    },
    async closes() {
      await running?.kill('SIGTERM');
    },
    async runs(file, ...args) {
      const { code, output } = await installation.run(`sync/server/commands/${file}-command.ts`, args);
      expect(output, output).not.toMatch(/^\s+at /m);
      expect([code, output]).toEqual([0, output]);
      return output;
    },
  };
}

async function handOutDevices(origin: string): Promise<readonly NodeDevice[]> {
  const devices = await Promise.all(Array.from({ length: DEVICES }, () => createNodeDevice(origin, VENDOR)));
  onTestFinished(async () => {
    for (const device of devices) await device.switchOff();
  });
  return devices;
}

async function allSubmit(devices: readonly NodeDevice[], each = EACH): Promise<void> {
  for (let no = 0; no < each; no++) await Promise.all(devices.map((device) => device.submits()));
  await expect.poll(() => countArrived(devices), PATIENCE).toBe(await countAll(devices));
}

const deliveriesOf = async (devices: readonly NodeDevice[]) =>
  (await Promise.all(devices.map((device) => device.deliveries()))).flat();
const countAll = async (devices: readonly NodeDevice[]) => (await deliveriesOf(devices)).length;
const countArrived = async (devices: readonly NodeDevice[]) =>
  (await deliveriesOf(devices)).filter(({ state }) => state === 'received').length;

interface Ledger {
  readonly epoch: string;
  readonly operations: number;
  readonly cases: number;
  readonly distinct: number;
}

async function readLedger({ installation }: Clinic): Promise<Ledger> {
  const { sql, close } = connect((await findRunningCluster(installation.dataDir)) ?? '', { connections: 1 });
  try {
    const [row] = await sql<[Ledger]>`
      select (select epoch from epochs where vendor = ${VENDOR} and current) as epoch,
        (select count(*)::int from op_ledger) as operations,
        (select count(*)::int from inbox_items where kind = 'case') as cases,
        (select count(distinct session)::int from inbox_items where kind = 'case') as distinct`;
    return row;
  } finally {
    await close();
  }
}

/** The devices come back, and everything they ever submitted is at the clinic, once, with a receipt that is good. */
async function expectNothingLost(
  clinic: Clinic,
  origin: string,
  devices: readonly NodeDevice[],
): Promise<void> {
  await expect
    .poll(
      async () => {
        for (const device of devices) device.comesBack();
        const { operations, cases, distinct } = await readLedger(clinic);
        return { operations, cases, distinct };
      },
      { ...PATIENCE, interval: 250 },
    )
    .toEqual({ operations: ALL, cases: ALL, distinct: ALL });
  await expect.poll(() => countArrived(devices), PATIENCE).toBe(ALL);
  const answer = await fetch(`${origin}/connect/${VENDOR}/pack.json`);
  const { receiptKeys } = (await answer.json()) as { receiptKeys: Record<string, string> };
  const { verify } = createWebCrypto(crypto);
  for (const { opId, receipt } of await deliveriesOf(devices)) {
    if (!receipt) throw new Error('A delivery has no receipt.');
    expect(receipt.opId).toBe(opId);
    const key = fromBase64url(receiptKeys[receipt.keyId] ?? '') ?? new Uint8Array();
    expect(
      await verify(key, receiptBytes(receipt), fromBase64url(receipt.signature) ?? new Uint8Array()),
    ).toBe(true);
  }
}

describe('a restore drill', { timeout: TIMEOUT }, () => {
  it(`with ${HALF} submissions, a backup, ${HALF} more and the backup restored - ends with ${ALL} cases, once each`, async () => {
    const clinic = await foundClinic();
    let origin = await clinic.opens();
    const devices = await handOutDevices(origin);
    await allSubmit(devices);
    const taken = await clinic.runs('backup');
    expect(taken).toContain(` holds ${HALF} operations and 0 blobs, and was read back.`);
    await allSubmit(devices);
    await expect.poll(() => readLedger(clinic), PATIENCE).toMatchObject({ operations: ALL, cases: ALL });
    const before = await readLedger(clinic);
    await clinic.closes();

    const folder = taken.split(' holds ')[0] ?? '';
    const refused = await clinic.installation.run('sync/server/commands/restore-command.ts', [folder]);
    expect([refused.code, refused.output]).toEqual([
      1,
      expect.stringContaining(`holds ${ALL} operations. With --replace`),
    ]);
    const restored = await clinic.runs('restore', folder, '--replace');
    expect(restored).toMatch(new RegExp(`^Restored ${HALF} operations of .*meadow`));
    expect(restored).toMatch(/kept as carefront_before_/);

    origin = await clinic.opens();
    const after = await readLedger(clinic);
    expect(after.operations).toBe(HALF);
    expect(after.epoch).not.toBe(before.epoch);
    await expectNothingLost(clinic, origin, devices);
    await clinic.closes();
  });

  it(`that nobody announced: an older copy of the data folder is put in its place - ends with ${ALL} cases, once each`, async () => {
    const clinic = await foundClinic();
    const { dataDir } = clinic.installation;
    let origin = await clinic.opens();
    const devices = await handOutDevices(origin);
    await allSubmit(devices);
    await clinic.closes();
    const copy = `${dataDir}-copy`;
    execFileSync('cp', ['-a', dataDir, copy]);
    await clinic.opens();
    await allSubmit(devices, EACH - 1);
    await expect
      .poll(() => readLedger(clinic), PATIENCE)
      .toMatchObject({ operations: ALL - DEVICES, cases: ALL - DEVICES });
    const before = await readLedger(clinic);
    await clinic.closes();

    await rm(dataDir, { recursive: true });
    await rename(copy, dataDir);
    origin = await clinic.opens();
    expect(await readLedger(clinic)).toMatchObject({ operations: HALF, epoch: before.epoch });
    // The next forms bring the proof: receipts for forms that the server doesn't know.
    await Promise.all(devices.map((device) => device.submits()));
    await expect.poll(async () => (await readLedger(clinic)).epoch, PATIENCE).not.toBe(before.epoch);
    await expectNothingLost(clinic, origin, devices);
    await clinic.closes();
  });
});
