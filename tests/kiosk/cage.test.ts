/** The kiosk as a clinic runs it: an ordinary user, Chromium's own sandbox and cage with the kiosk's keymap. Its screen is a window of Xvfb's. */
import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, readdirSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { kioskFolderOf } from '../../electron/hosts/chromium/host.ts';
import { KEYMAP_FOLDER, KEYMAP_RULES } from '../../electron/hosts/chromium/keyboard-lock.ts';
import { findMemoryFolder } from '../../electron/hosts/chromium/start/memory-storage.ts';
import { createStartSystem } from '../../electron/hosts/chromium/start/start-conditions.ts';
import { nodeExecutable, projectRoot, temporaryFolder } from '../support/paths.ts';
import { until } from '../support/wait.ts';
import { chromiumKioskIsMissing } from './support/chromium-kiosk.ts';
import { type Display, openDisplay } from './support/display.ts';
import { hammerKeys, type KeyHammer, keysAreMissing, pressKeys } from './support/keys.ts';
import { machineKeyboardIsMissing, makeMachineKeyboard } from './support/machine-keyboard.ts';
import { makeApp } from './support/make-app.ts';

/** Of Debian's user for what needs no rights at all. */
const NOBODY = 65_534;
const isRoot = process.getuid?.() === 0;
const hasCage = spawnSync('sh', ['-c', 'command -v cage && command -v Xwayland']).status === 0;
const missing =
  chromiumKioskIsMissing() ??
  keysAreMissing() ??
  machineKeyboardIsMissing() ??
  (hasCage ? undefined : 'cage or xwayland is not installed');

/** What leads out of a browser. */
const WAYS_OUT = [
  ...['o', 'n', 't', 'p', 's', 'u', 'j', 'h', 'l'].map((key) => `Control_L+${key}`),
  ...['n', 'i', 'j', 'Delete'].map((key) => `Control_L+Shift_L+${key}`),
  ...['Control_R+t', 'Shift_L+Escape', 'F1', 'F3', 'F5', 'F7', 'F11', 'F12', 'Menu', 'Super_L'],
  ...['Alt_L+d', 'Alt_L+f', 'Alt_L+space', 'Alt_L+Tab', 'Alt_L+Left', 'XF86HomePage', 'XF86Back'],
  ...['Control_L+w', 'Alt_L+F4', 'Control_L+Shift_L+w', 'Control_L+q'],
];
/** The keymap of most machines. */
const STOCK = { XKB_DEFAULT_RULES: 'evdev', XKB_DEFAULT_LAYOUT: 'us' };
const LOCKED = {
  XKB_CONFIG_EXTRA_PATH: KEYMAP_FOLDER,
  XKB_DEFAULT_RULES: KEYMAP_RULES,
  XKB_DEFAULT_LAYOUT: 'us',
};

/** Tells of its size, and when Z is pressed of the keys before it, with what was held. */
const pageOf = (server: string) => `
  const { calls } = globalThis.carefrontKiosk;
  const tell = (what) => fetch('${server}/told?' + encodeURIComponent(JSON.stringify(what)));
  let keys = [];
  document.addEventListener('keydown', ({ key, ctrlKey, altKey, metaKey }) => {
    const held = [ctrlKey && 'Control', altKey && 'Alt', metaKey && 'Meta'].filter(Boolean);
    if (key !== 'z') return keys.push([...held, key].join('+'));
    tell({ keys });
    keys = [];
  });
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

interface Caged {
  readonly data: string;
  /** The kiosk's, line by line. */
  log(): string;
  /** By the page. */
  readonly told: Record<string, unknown>[];
  /** Of cage and the kiosk. */
  said(): string;
  /** What the keys of a combination are for the page, as long as it is there. */
  press(...combinations: readonly string[]): Promise<unknown>;
  hammer(combinations: readonly string[]): KeyHammer;
  hasEnded(): boolean;
  close(): Promise<void>;
}

/** cage with the kiosk in it, and a keyboard that sends what a machine's own does. */
async function startCaged(keymap: Readonly<Record<string, string>>, ...more: string[]): Promise<Caged> {
  const told: Record<string, unknown>[] = [];
  const server: Server = createServer((request, response) => {
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
  const display: Display = await openDisplay(1024, 768);
  const app = makeApp({ page: pageOf(vendor), server: vendor });
  const [data, runtime] = [temporaryFolder('kiosk-data'), temporaryFolder('kiosk-runtime')];
  for (const folder of [data, runtime]) {
    if (isRoot) chownSync(folder, NOBODY, NOBODY);
    chmodSync(folder, 0o700);
  }
  const main = join(projectRoot, 'electron/hosts/chromium/main.ts');
  // The library is the compositor's alone.
  const kiosk = ['env', '-u', 'LD_PRELOAD', nodeExecutable(), '--disable-warning=ExperimentalWarning', main];
  const args = ['--vendor', 'willow', '--data', data, '--app', app, '--allow-swap', ...more];
  const cage = spawn('cage', ['--', ...kiosk, ...args], {
    ...(isRoot ? { uid: NOBODY, gid: NOBODY } : {}),
    cwd: '/',
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...{ PATH: '/usr/bin:/bin', HOME: runtime, XDG_RUNTIME_DIR: runtime, DISPLAY: display.name },
      ...{ WLR_BACKENDS: 'x11', WLR_RENDERER: 'pixman', LIBGL_ALWAYS_SOFTWARE: '1' },
      LD_PRELOAD: makeMachineKeyboard(),
      ...keymap,
    },
  });
  let said = '';
  for (const stream of [cage.stdout, cage.stderr])
    stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const ended = new Promise((resolve) => cage.on('exit', resolve));
  return {
    data,
    log() {
      const folder = join(data, 'log');
      return readdirSync(folder)
        .map((name) => readFileSync(join(folder, name), 'utf8'))
        .join('');
    },
    told,
    said: () => said,
    async press(...combinations) {
      const before = told.length;
      pressKeys(display.name, ...combinations, 'z');
      await until('the page has told of its keys', () => told.length > before);
      return told.at(-1)?.keys;
    },
    hammer: (combinations) => hammerKeys(display.name, 50, combinations),
    hasEnded: () => cage.exitCode !== null,
    async close() {
      // All of its group: cage doesn't wait for its program.
      if (cage.pid !== undefined)
        try {
          process.kill(-cage.pid, 'SIGKILL');
        } catch {
          // It has ended.
        }
      await ended;
      server.close();
      await display.close();
    },
  };
}

const PATIENCE_MS = 90_000;

describe.skipIf(missing !== undefined)(`the kiosk under cage ${missing ?? ''}`, () => {
  let caged: Caged;
  let hammer: KeyHammer | undefined;
  beforeAll(async () => {
    caged = await startCaged(LOCKED);
    hammer = caged.hammer(WAYS_OUT);
  });
  afterAll(async () => {
    await caged.close();
  });

  test('a page is shown without bars, with the sandbox and as an ordinary user, whatever is pressed meanwhile', async () => {
    await until('the page has told', () => caged.told.length > 0 || caged.hasEnded(), PATIENCE_MS);
    // Few of the combinations reach a page at all, and a quick machine's page is there between two of them.
    const isLogged = () => caged.log().includes('"kept-back"') || caged.hasEnded();
    await until('a key has reached the page and was kept back', isLogged, PATIENCE_MS);
    expect(await hammer?.stop()).toBeGreaterThan(20);
    expect(caged.said()).not.toContain('Without the sandbox');
    expect(caged.told[0]).toEqual({ size: [0, 0] });
    // A window that keys had opened, or one that they had closed, would have ended the session.
    expect(caged.log()).toContain('"kept-back"');
    expect(caged.log()).not.toMatch(/"what":"(?!key")|view\.failed/);
    const root = kioskFolderOf(findMemoryFolder(createStartSystem(), undefined) ?? '', caged.data);
    const users = processesOfAll(root);
    expect(users.length).toBeGreaterThan(2);
    expect(new Set(users)).toEqual(new Set([isRoot ? NOBODY : process.getuid?.()]));
  });

  test('neither Control nor Alt nor any key that a browser listens to reaches Chromium', async () => {
    await caged.press('Tab');
    // A letter that is pressed with one of them is that letter, and nothing is held.
    expect(await caged.press('Control_L+b', 'Control_R+c', 'Alt_L+f', 'Super_L+d')).toEqual([
      'b',
      'c',
      'f',
      'd',
    ]);
    expect(await caged.press('F1', 'F5', 'F11', 'F12', 'Menu', 'XF86Back', 'Super_L', 'a')).toEqual(['a']);
    expect(await caged.press('Shift_L+a', 'Escape', 'Control_L+Alt_L+s', 's')).toEqual([
      'Shift',
      'A',
      'F22',
      'F24',
      's',
    ]);
    expect(caged.told.filter(({ size }) => size !== undefined)).toHaveLength(1);
  });
});

describe.skipIf(missing !== undefined)(`a compositor that was started without it ${missing ?? ''}`, () => {
  test('has no kiosk in it', async () => {
    const caged = await startCaged(STOCK);
    await until('it has ended', () => caged.hasEnded(), PATIENCE_MS);
    expect(caged.said()).toContain(`XKB_DEFAULT_RULES=${KEYMAP_RULES}`);
    expect(caged.told).toEqual([]);
    await caged.close();
  });

  test('hands Control and Alt to Chromium: the keyboard of these tests has them', async () => {
    const caged = await startCaged(STOCK, '--keep-keyboard');
    await until('the page has told', () => caged.told.length > 0 || caged.hasEnded(), PATIENCE_MS);
    await caged.press('Tab');
    // The page's own lock holds them.
    expect(await caged.press('Control_L+b', 'Alt_L+f', 'a', 'Escape')).toEqual(['a', 'Escape']);
    await caged.close();
  });
});
