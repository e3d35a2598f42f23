/** The Chromium host as the process that a clinic starts: what it refuses, and that nothing of it is left however it ends. */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { kioskFolderOf } from '../../electron/hosts/chromium/host.ts';
import { processesOver } from '../../electron/hosts/chromium/processes.ts';
import { findMemoryFolder } from '../../electron/hosts/chromium/start/memory-storage.ts';
import { createStartSystem } from '../../electron/hosts/chromium/start/start-conditions.ts';
import { nodeExecutable, projectRoot, temporaryFolder } from '../support/paths.ts';
import { killIfAlive } from '../support/processes.ts';
import { until } from '../support/wait.ts';
import { chromiumKioskIsMissing } from './support/chromium-kiosk.ts';
import { type Display, openDisplay } from './support/display.ts';
import { makeApp } from './support/make-app.ts';

const missing = chromiumKioskIsMissing();
const MAIN = join(projectRoot, 'electron/hosts/chromium/main.ts');
const PAGE = `
  const { calls } = globalThis.carefrontKiosk;
  await calls.start();
  await calls['watchdog.painted']();
  document.title = 'painted';
  setInterval(() => void calls['watchdog.alive'](), 4000);
`;

interface Started {
  readonly process: ChildProcess;
  readonly ended: Promise<number | string>;
  said(): string;
}

describe.skipIf(missing !== undefined)(`the Chromium host as a process ${missing ?? ''}`, () => {
  let display: Display;
  const app = makeApp({ page: PAGE, server: 'http://127.0.0.1:9/connect/willow' });
  const running: ChildProcess[] = [];
  beforeAll(async () => {
    display = await openDisplay(1080, 1920);
  });
  afterAll(async () => {
    for (const each of running) each.kill('SIGKILL');
    await display.close();
  });

  function start(
    data: string,
    args: readonly string[] = [],
    environment: NodeJS.ProcessEnv = {},
    isForTests = process.getuid?.() === 0,
  ): Started {
    const child = spawn(
      nodeExecutable(),
      [
        ...[
          '--disable-warning=ExperimentalWarning',
          MAIN,
          '--vendor',
          'willow',
          '--data',
          data,
          '--app',
          app,
        ],
        ...['--allow-swap', ...(isForTests ? ['--no-sandbox-for-tests'] : []), ...args],
      ],
      {
        stdio: ['ignore', 'pipe', 'pipe'],
        env: { ...process.env, DISPLAY: display.name, WAYLAND_DISPLAY: '', ...environment },
      },
    );
    running.push(child);
    let text = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
    const ended = new Promise<number | string>((resolve) => {
      child.on('close', (code, signal) => resolve(code ?? signal ?? 'gone'));
    });
    return { process: child, ended, said: () => text };
  }

  function memoryOf(data: string): string {
    const folder = findMemoryFolder(createStartSystem(), process.env.XDG_RUNTIME_DIR) ?? '';
    return kioskFolderOf(folder, data);
  }
  const isShown = (data: string) =>
    processesOver(memoryOf(data)).some(({ commandLine }) => commandLine.includes('--type=renderer'));

  /** Names of the events that the core wrote down. */
  const readLog = (data: string) =>
    readdirSync(join(data, 'log')).flatMap((name) =>
      readFileSync(join(data, 'log', name), 'utf8')
        .split('\n')
        .filter((line) => line.startsWith('{'))
        .map((line) => String(Object(JSON.parse(line)).event)),
    );

  test('ended by the system it wipes first: no process and no file in memory is left', async () => {
    const data = temporaryFolder('kiosk-data');
    const kiosk = start(data);
    await until('a page is shown', () => isShown(data) || kiosk.process.exitCode !== null);
    expect(kiosk.said()).not.toContain('fault","where":"main"');
    kiosk.process.kill('SIGTERM');
    expect(await kiosk.ended).toBe(0);
    expect(processesOver(memoryOf(data))).toEqual([]);
    expect(existsSync(memoryOf(data))).toBe(false);
  });

  test('killed, its Chromium goes with it, and so does what was in memory, without another start', async () => {
    const data = temporaryFolder('kiosk-data');
    const first = start(data);
    await until('a page is shown', () => isShown(data));
    const left = readdirSync(memoryOf(data));
    first.process.kill('SIGKILL');
    await first.ended;
    await until('its Chromium is gone', () => processesOver(memoryOf(data)).length === 0);
    expect(left).not.toEqual([]);
    await until('nothing of it is in memory', () => !existsSync(memoryOf(data)), 10_000);

    const second = start(data);
    await until('a page is shown again', () => isShown(data));
    expect(readdirSync(memoryOf(data)).filter((name) => left.includes(name))).toEqual([]);
    second.process.kill('SIGTERM');
    expect(await second.ended).toBe(0);
  });

  test('whose page dies again and again restarts by itself, in the same place', async () => {
    const data = temporaryFolder('kiosk-data');
    const kiosk = start(data);
    const starts = () => readLog(data).filter((event) => event === 'app.started').length;
    await until('a page is shown', () => isShown(data));
    expect(starts()).toBe(1);
    // The ladder makes three pages again, and then the whole (K4).
    await until(
      'it has restarted',
      () => {
        if (starts() === 2) return true;
        for (const { pid, parent } of processesOver(memoryOf(data)))
          if (parent === kiosk.process.pid) killIfAlive(pid);
        return false;
      },
      90_000,
    );
    await until('a page is shown again', () => isShown(data));
    expect(kiosk.process.exitCode).toBeNull();
    kiosk.process.kill('SIGTERM');
    expect(await kiosk.ended).toBe(0);
  });

  test('a second one over the same data is refused, and takes nothing from the first', async () => {
    const data = temporaryFolder('kiosk-data');
    const first = start(data);
    await until('a page is shown', () => isShown(data));
    const second = start(data);
    expect(await second.ended).toBe(78);
    expect(second.said()).toContain('Another kiosk already runs over this data folder.');
    expect(isShown(data)).toBe(true);
    first.process.kill('SIGTERM');
    expect(await first.ended).toBe(0);
  });

  test.each([
    ['an argument that it does not know', ['--remote-debugging-port=9222'], {}, 64, 'remote-debugging-port'],
    ['no screen', [], { DISPLAY: '' }, 78, 'There is no screen'],
  ])('%s keeps it from starting', async (_what, args, environment, code, text) => {
    const data = temporaryFolder('kiosk-data');
    const kiosk = start(data, args, environment);
    expect(await kiosk.ended).toBe(code);
    expect(kiosk.said()).toContain(text);
    expect(existsSync(memoryOf(data))).toBe(false);
  });

  test('what a killed host had no time for, not even by its reaper, the next start deletes', async () => {
    const data = temporaryFolder('kiosk-data');
    const left = join(memoryOf(data), 'view-left');
    mkdirSync(left, { recursive: true, mode: 0o700 });
    writeFileSync(join(left, 'Cookies'), 'somebody’s');
    const kiosk = start(data);
    await until('a page is shown', () => isShown(data));
    expect(existsSync(left)).toBe(false);
    kiosk.process.kill('SIGTERM');
    expect(await kiosk.ended).toBe(0);
  });

  test.each([
    ['on X11, where a keyboard that is plugged in brings its own keymap', [], 78, 'Wayland compositor'],
    ['with the keyboard as it is', ['--keep-keyboard'], 64, '--keep-keyboard is not allowed'],
  ])('for a supervisor it does not start %s', async (_where, args, code, text) => {
    const kiosk = start(temporaryFolder('kiosk-data'), args, { NOTIFY_SOCKET: '/run/nobody' }, false);
    expect(await kiosk.ended).toBe(code);
    expect(kiosk.said()).toContain(text);
  });

  test.runIf(process.getuid?.() === 0)('without the sandbox it does not start for a supervisor', async () => {
    const kiosk = start(temporaryFolder('kiosk-data'), [], { NOTIFY_SOCKET: '/run/nobody' });
    expect(await kiosk.ended).toBe(64);
    expect(kiosk.said()).toContain('never runs without the sandbox');
  });
});
