/** The kiosk as a clinic runs it: an ordinary user, Chromium's own sandbox and cage with the kiosk's keymap. Its screen is a window of Xvfb's. */
import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, readdirSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { kioskFolderOf } from '../../electron/chromium/host.ts';
import { KEYMAP_FOLDER, KEYMAP_RULES } from '../../electron/chromium/keyboard-lock.ts';
import { findMemoryFolder } from '../../electron/chromium/memory-storage.ts';
import { createStartSystem } from '../../electron/chromium/start-conditions.ts';
import { nodeExecutable, projectRoot, temporaryFolder } from '../support/paths.ts';
import { until } from '../support/wait.ts';
import { chromiumKioskIsMissing } from './support/chromium-kiosk.ts';
import { type Display, openDisplay } from './support/display.ts';
import { makeApp } from './support/make-app.ts';

/** Of Debian's user for what needs no rights at all. */
const NOBODY = 65_534;
const isRoot = process.getuid?.() === 0;
const hasCage = spawnSync('sh', ['-c', 'command -v cage && command -v Xwayland']).status === 0;
const missing = chromiumKioskIsMissing() ?? (hasCage ? undefined : 'cage or xwayland is not installed');

const pageOf = (server: string) => `
  const { calls } = globalThis.carefrontKiosk;
  const tell = (what) => fetch('${server}/told?' + encodeURIComponent(JSON.stringify(what)));
  await calls.start();
  await calls['watchdog.painted']();
  setInterval(() => void calls['watchdog.alive'](), 4000);
  await tell({ size: [outerWidth - innerWidth, outerHeight - innerHeight] });
`;

/** @returns the users of the processes that were started over a folder, whoever they are */
function processesOfAll(folder: string): readonly number[] {
  return readdirSync('/proc').flatMap((id) => {
    try {
      if (!readFileSync(`/proc/${id}/cmdline`, 'utf8').includes(folder)) return [];
      return Number(/^Uid:\s+(\d+)/m.exec(readFileSync(`/proc/${id}/status`, 'utf8'))?.[1]);
    } catch {
      return [];
    }
  });
}

describe.skipIf(missing !== undefined)(`the kiosk under cage ${missing ?? ''}`, () => {
  let display: Display;
  let server: Server;
  const told: unknown[] = [];
  const data = temporaryFolder('kiosk-data');
  let said = '';
  let cage: ReturnType<typeof spawn> | undefined;
  let ended: Promise<unknown> | undefined;

  beforeAll(async () => {
    server = createServer((request, response) => {
      const [, query] = request.url?.split('?') ?? [];
      if (query !== undefined && request.url?.includes('/told') === true)
        told.push(JSON.parse(decodeURIComponent(query)));
      response.setHeader('access-control-allow-origin', '*').end('heard');
    });
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    const address = server.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const vendor = `http://127.0.0.1:${port}/connect/willow`;
    // As large as the window that cage's screen is here: keys go to where the pointer is.
    display = await openDisplay(1024, 768);
    const app = makeApp({ page: pageOf(vendor), server: vendor });
    const runtime = temporaryFolder('kiosk-runtime');
    for (const folder of [data, runtime]) {
      if (isRoot) chownSync(folder, NOBODY, NOBODY);
      chmodSync(folder, 0o700);
    }
    const main = join(projectRoot, 'electron/chromium/main.ts');
    const kiosk = [nodeExecutable(), '--disable-warning=ExperimentalWarning', main];
    const args = ['--vendor', 'willow', '--data', data, '--app', app, '--allow-swap'];
    cage = spawn('cage', ['--', ...kiosk, ...args], {
      ...(isRoot ? { uid: NOBODY, gid: NOBODY } : {}),
      cwd: '/',
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...{ PATH: '/usr/bin:/bin', HOME: runtime, XDG_RUNTIME_DIR: runtime, DISPLAY: display.name },
        ...{ WLR_BACKENDS: 'x11', WLR_RENDERER: 'pixman', LIBGL_ALWAYS_SOFTWARE: '1' },
        ...{
          XKB_CONFIG_EXTRA_PATH: KEYMAP_FOLDER,
          XKB_DEFAULT_RULES: KEYMAP_RULES,
          XKB_DEFAULT_LAYOUT: 'us',
        },
      },
    });
    for (const stream of [cage.stdout, cage.stderr])
      stream?.on('data', (chunk: Buffer) => (said += chunk.toString()));
    ended = new Promise((resolve) => cage?.on('exit', resolve));
  });
  afterAll(async () => {
    // All of its group: cage doesn't wait for its program.
    if (cage?.pid !== undefined) process.kill(-cage.pid, 'SIGKILL');
    await ended;
    server.close();
    await display.close();
  });

  test('a page is shown without bars, with the sandbox and as an ordinary user', async () => {
    await until('the page has told', () => told.length > 0 || cage?.exitCode !== null, 90_000);
    expect(said).not.toContain('Without the sandbox');
    expect(told[0]).toEqual({ size: [0, 0] });
    const root = kioskFolderOf(findMemoryFolder(createStartSystem(), undefined) ?? '', data);
    const users = processesOfAll(root);
    expect(users.length).toBeGreaterThan(2);
    expect(new Set(users)).toEqual(new Set([isRoot ? NOBODY : process.getuid?.()]));
  });
});
