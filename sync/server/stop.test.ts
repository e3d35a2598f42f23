import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { connect } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { isAlive } from './base/cluster/process-identity.ts';
import { fixturePack } from './testing/fixture-pack.ts';
import {
  createInstallation,
  findCluster,
  type Installation,
  type ServerProcess,
  sendTo,
} from './testing/server-process.ts';
import { createTestDevice, intake, safetyAlert, sealed } from './testing/test-device.ts';

const TIMEOUT = 120_000;
const preloaded = (file: string) => ({
  NODE_OPTIONS: `--import=${new URL(`./testing/${file}`, import.meta.url).href}`,
});
/** The same bounds, in the same order, each a fifth as long. */
const SOON = preloaded('short-timers.ts');

async function start(over?: Readonly<Record<string, string>>): Promise<{
  readonly installation: Installation;
  readonly server: ServerProcess;
  readonly origin: string;
}> {
  const installation = await createInstallation();
  onTestFinished(installation.remove);
  const server = installation.start(over);
  const ready = await server.ready;
  if (typeof ready !== 'string') throw new Error(`The server ended: ${ready.output}`);
  return { installation, server, origin: ready };
}

const formHash = async () => [...(await fixturePack()).definitions.keys()][0] ?? '';

/** A line that sends nothing more after this. */
async function openLine(origin: string, text: string): Promise<{ received(): string; ended: Promise<void> }> {
  const { hostname, port } = new URL(origin);
  const socket = connect({ host: hostname, port: Number(port) });
  onTestFinished(() => {
    socket.destroy();
  });
  let received = '';
  socket.on('data', (chunk: Buffer) => {
    received += chunk.toString();
  });
  socket.on('error', () => undefined);
  const ended = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  await new Promise<void>((resolve) => socket.write(text, () => resolve()));
  return { received: () => received, ended };
}

async function openEvents(origin: string): Promise<{ readonly ended: Promise<string> }> {
  const device = await createTestDevice(origin);
  const url = `${origin}/connect/meadow/sync/v1/events`;
  const nonce = (await fetch(url)).headers.get('dpop-nonce') ?? '';
  const iat = Math.floor(Date.now() / 1000);
  const dpop = await device.proof({ htm: 'GET', htu: url, jti: 'x', iat, nonce });
  const answer = await fetch(url, { headers: { dpop } });
  expect(answer.status).toBe(200);
  return { ended: answer.text() };
}

/** A PostgreSQL's processes: its children share its working directory. */
function processesOf(postmaster: number): readonly number[] {
  const folder = readlinkSync(`/proc/${postmaster}/cwd`);
  const isOfIt = (pid: number) => {
    try {
      return (
        readlinkSync(`/proc/${pid}/cwd`) === folder &&
        readFileSync(`/proc/${pid}/comm`, 'utf8') === 'postgres\n'
      );
    } catch {
      return false;
    }
  };
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && isOfIt(pid));
}

/** Nothing of it answers any more, and no line to it is cut. */
async function freeze({ dataDir }: Installation): Promise<void> {
  const pids = processesOf((await findCluster(dataDir)) ?? 0);
  expect(pids.length).toBeGreaterThan(3);
  for (const pid of pids) process.kill(pid, 'SIGSTOP');
  onTestFinished(() => {
    for (const pid of pids) if (isAlive(pid)) process.kill(pid, 'SIGCONT');
  });
}

describe('a stop (promise 34)', { timeout: TIMEOUT }, () => {
  it('ends event streams, idle lines and requests that never end - and leaves no database running', async () => {
    const { installation, server, origin } = await start();
    const events = await openEvents(origin);
    const idle = await openLine(origin, 'GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n');
    await expect.poll(idle.received).toContain('200 OK');
    const half = await openLine(
      origin,
      'POST /console/meadow/api/session HTTP/1.1\r\nhost: localhost\r\ncontent-',
    );
    const body = await openLine(
      origin,
      'POST /connect/meadow/sync/v1/push HTTP/1.1\r\nhost: localhost\r\ncontent-type: a/b\r\ncontent-length: 9\r\n\r\n{',
    );
    const exit = await server.kill('SIGTERM');
    expect(exit).toMatchObject({ code: 0, signal: null });
    await Promise.all([events.ended, idle.ended, half.ended, body.ended]);
    expect(exit.output).not.toContain('STOP_');
    expect(await findCluster(installation.dataDir)).toBeUndefined();
  });

  it('waits for no judging thread that never starts - what it would have judged stays in the ledger', async () => {
    const { installation, server, origin } = await start(preloaded('silent-worker.ts'));
    const device = await createTestDevice(origin);
    const operations = [
      sealed('intake.submit', intake(await formHash())),
      sealed('safety.alert', safetyAlert(await formHash())),
    ];
    const { results } = await device.push(sendTo(origin), 'meadow', operations);
    expect(results.map(({ outcome }) => outcome)).toEqual(['received', 'received']);
    const exit = await server.kill('SIGINT');
    expect(exit).toMatchObject({ code: 0, signal: null });
    expect(exit.output).not.toContain('STOP_');
    expect(await findCluster(installation.dataDir)).toBeUndefined();
  });

  it.runIf(process.platform === 'linux')(
    'goes on without a database that answers nothing - and ends in any case',
    async () => {
      const { installation, server, origin } = await start(SOON);
      const device = await createTestDevice(origin);
      await device.push(sendTo(origin), 'meadow', [sealed('intake.submit', intake(await formHash()))]);
      await freeze(installation);
      const lost = device
        .push(sendTo(origin), 'meadow', [sealed('intake.submit', intake(await formHash()))])
        .then(
          () => 'answered',
          () => 'cut',
        );
      const exit = await server.kill('SIGTERM');
      expect(exit).toMatchObject({ code: 1, signal: null });
      expect(exit.output.match(/"STOP_\w+"/g)).toContain('"STOP_FORCED"');
      await expect(lost).resolves.toBe('cut');
    },
  );

  it.runIf(process.platform === 'linux')('ends at once - at a second signal', async () => {
    // With the real bounds: a busy machine must not reach the forced end before the second signal.
    const { installation, server } = await start();
    await freeze(installation);
    const ended = server.kill('SIGTERM');
    // Signals that come right after the first count as the same one.
    const again = setInterval(() => void server.kill('SIGINT'), 200);
    onTestFinished(() => clearInterval(again));
    const exit = await ended;
    expect(exit).toMatchObject({ code: 130, signal: null });
    expect(exit.output).not.toContain('STOP_FORCED');
  });
});
