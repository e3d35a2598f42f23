import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire, isBuiltin } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { compileFunction } from 'node:vm';
import { extractFile, listPackage } from '@electron/asar';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { builderConfig, requirePublisher } from '../../build/kiosk/builder-config.ts';
import { FUSES, readFuses, setFuses } from '../../build/kiosk/fuses.ts';
import { packageKiosk } from '../../build/kiosk/package-kiosk.ts';
import { buildKioskRenderer } from '../../build/kiosk/renderer.ts';
import { buildKioskShell } from '../../build/kiosk/shell.ts';
import { readVendorFacts } from '../../build/kiosk/stage-app.ts';
import { webPreferences } from '../../electron/policy/web-preferences.ts';
import { createFakeElectron } from '../../electron/testing/fake-electron.ts';
import { kioskBridge } from '../../renderer/platform/kiosk/bridge-contract.ts';
import { writeStandIn } from './stand-in-electron.ts';

const root = resolve(import.meta.dirname, '../..');
const vendor = 'willow';
const work = mkdtempSync(join(tmpdir(), 'kiosk-package-'));
const shell = join(work, 'shell');
let renderer = '';
let packed = '';
let deb = '';

const hasDpkg = spawnSync('dpkg-deb', ['--version']).status === 0;
if (!hasDpkg) console.warn('The Debian package of the kiosk is not tested: dpkg-deb is not installed.');

const base64url = Buffer.alloc(32, 7).toString('base64url');
/** As a server publishes them; nothing here asks whether they verify. */
const builtIn = {
  v: 1,
  vendor,
  languages: ['en', 'es', 'ar'],
  server: `https://care.example/connect/${vendor}`,
  keyManifest: {
    v: 1,
    vendor,
    issuedAt: '2026-01-01T00:00:00Z',
    keys: [],
    rootKey: base64url,
    endorsements: [],
    signature: base64url,
  },
  receiptKeys: { one: base64url },
} as const;

const pack = async (target: 'dir' | 'deb', outDir: string) =>
  packageKiosk({
    root,
    target,
    renderer,
    shell,
    builtIn: {
      ...builtIn,
      languages: [...builtIn.languages],
      keyManifest: { ...builtIn.keyManifest, keys: [], endorsements: [] },
    },
    outDir,
    electronDist: await writeStandIn(join(work, 'electron')),
    homepage: 'https://care.example',
    camera: false,
    architecture: 'x64',
    log: () => undefined,
  });

beforeAll(async () => {
  await buildKioskShell({ outDir: shell });
  renderer = await buildKioskRenderer({ vendor, outDir: join(work, 'renderer') });
  packed = await pack('dir', join(work, 'dir'));
  if (hasDpkg) deb = await pack('deb', join(work, 'deb'));
});
afterEach(() => vi.unstubAllEnvs());
afterAll(() => rmSync(work, { recursive: true, force: true }));

const asar = () => join(packed, 'resources', 'app.asar');
const inAsar = () => listPackage(asar(), { isPack: false }).map((path) => path.replaceAll('\\', '/'));

describe('S11: the packed folder', () => {
  test('has all nine fuses as they should be', async () => {
    expect(Object.keys(FUSES)).toHaveLength(9);
    expect(await readFuses(join(packed, 'carefront-kiosk'))).toEqual(FUSES);
    // What it was before, so that the reading is known to see a difference.
    expect(await readFuses(join(work, 'electron', 'electron'))).not.toEqual(FUSES);
  });

  test('a binary with a fuse that nobody has decided on is refused', async () => {
    const folder = await writeStandIn(join(work, 'tenth'), '1011000110');
    await expect(setFuses(join(folder, 'electron'))).rejects.toThrow('strictlyRequireAllFuses');
  });

  test("carries no other app, no version, and only the kiosk's languages", () => {
    expect(readdirSync(join(packed, 'resources'))).toEqual(['app.asar']);
    expect(existsSync(join(packed, 'version'))).toBe(false);
    expect(readdirSync(join(packed, 'locales')).toSorted()).toEqual(['ar.pak', 'en-US.pak', 'es.pak']);
  });

  test('the archive holds what the kiosk reads: no packages, sources, maps, tests or settings', () => {
    const files = inAsar();
    expect(files.filter((path) => !path.startsWith('/renderer')).toSorted()).toEqual([
      '/kiosk.json',
      '/main.cjs',
      '/package.json',
      '/preload.cjs',
    ]);
    const unwanted = /node_modules|\.(ts|tsx|map|md)$|\.(test|spec)\.|\/\.|\.env|\.key$|\.pem$/;
    expect(files.filter((path) => unwanted.test(path))).toEqual([]);
  });

  test('every file of the renderer in it is one that the kiosk serves, and each of those is there', () => {
    const listed: { readonly files: readonly { readonly path: string }[] } = JSON.parse(
      extractFile(asar(), 'renderer/files.json').toString(),
    );
    const paths = listed.files.map(({ path }) => `/renderer${path}`);
    const leaves = inAsar().filter(
      (path) => /^\/renderer\/.*\.[a-z0-9]+$/.test(path) && path !== '/renderer/files.json',
    );
    expect(leaves.toSorted()).toEqual(paths.toSorted());
    expect(paths).toContain('/renderer/index.html');
  });

  test('it knows whose kiosk it is, and nothing secret', () => {
    expect(JSON.parse(extractFile(asar(), 'kiosk.json').toString())).toEqual(builtIn);
    expect(JSON.parse(extractFile(asar(), 'package.json').toString())).toMatchObject({
      main: 'main.cjs',
      productName: "Willow Women's Clinic kiosk",
    });
  });
});

describe('S2, S3: the bundles', () => {
  const read = (name: string) => extractFile(asar(), name).toString();
  const required = (text: string) =>
    new Set([...text.matchAll(/require\(\s*[`'"]([^`'"]+)[`'"]\s*\)/g)].map(([, name]) => name));

  test('the preload is one CommonJS file that needs nothing but electron', () => {
    const text = read('preload.cjs');
    expect(required(text)).toEqual(new Set(['electron']));
    expect(text).not.toMatch(/\b(import|export)\s*[({'"*]|import\.meta|node:/);
    expect(text.length).toBeLessThan(4_000);
  });

  test('its channels are those of the contract, and the only ones', () => {
    const exposed: { readonly [name: string]: unknown } = {};
    const asked: string[] = [];
    const electron = {
      contextBridge: {
        exposeInMainWorld: (name: string, api: unknown) => Object.assign(exposed, { [name]: api }),
      },
      ipcRenderer: {
        invoke: (channel: string) => {
          asked.push(channel);
          return Promise.resolve({ ok: true, value: undefined });
        },
        on: (channel: string) => asked.push(channel),
        removeListener: () => undefined,
      },
    };
    // The file as Electron runs it: a function body with `require`.
    compileFunction(read('preload.cjs'), ['require'])(() => electron);
    const [api] = Object.values(exposed);
    const { calls, events } = api as {
      readonly calls: Readonly<Record<string, (request: unknown) => unknown>>;
      readonly events: Readonly<Record<string, (listener: () => void) => unknown>>;
    };
    for (const call of Object.values(calls)) call(undefined);
    for (const subscribe of Object.values(events)) subscribe(() => undefined);
    expect(asked.toSorted()).toEqual(
      [
        ...Object.keys(kioskBridge.calls).map((name) => `carefront:call:${name}`),
        ...Object.keys(kioskBridge.events).map((name) => `carefront:event:${name}`),
      ].toSorted(),
    );
  });

  test('the main process needs Electron and Node, and no package', () => {
    const others = [...required(read('main.cjs'))].filter(
      (name) => name !== 'electron' && !isBuiltin(name ?? ''),
    );
    expect(others).toEqual([]);
  });

  test.each(['main.cjs', 'preload.cjs'])(
    '%s carries no source map and no path of the machine that built it',
    (name) => {
      const text = read(name);
      expect(text).not.toContain('sourceMappingURL');
      expect(text).not.toContain(root);
      expect(text).not.toContain('openExternal');
      expect(text).not.toContain('crashReporter');
    },
  );

  test('the built preferences are the ones that are tested', () => {
    for (const name of Object.keys(webPreferences)) expect(read('main.cjs')).toContain(name);
  });
});

describe('the packed main process, on a fake of Electron', () => {
  const frame = { url: 'carefront://kiosk/index.html', parent: null };
  const EVENTS = ['SIGTERM', 'SIGINT', 'uncaughtException', 'unhandledRejection'] as const;

  async function boot() {
    const folder = join(work, 'boot');
    mkdirSync(join(folder, 'credentials'), { recursive: true });
    writeFileSync(join(folder, 'credentials', 'carefront-kiosk-key'), Buffer.alloc(32, 3));
    const electron = createFakeElectron();
    electron.app.appPath = join(work, 'dir', 'app');
    electron.app.paths.set('userData', join(folder, 'user')).set('temp', folder);
    vi.stubEnv('STATE_DIRECTORY', join(folder, 'state'));
    vi.stubEnv('CREDENTIALS_DIRECTORY', join(folder, 'credentials'));
    vi.stubEnv('XDG_RUNTIME_DIR', folder);
    const [argv, before] = [process.argv, EVENTS.map((event) => new Set(process.rawListeners(event)))];
    process.argv = ['/opt/carefront-kiosk/carefront-kiosk', '--ozone-platform=wayland'];
    const load = createRequire(import.meta.url);
    const run = compileFunction(read('main.cjs'), ['require', 'module', 'exports']);
    run((name: string): unknown => (name === 'electron' ? electron : load(name)), { exports: {} }, {});
    process.argv = argv;
    /** Asks it to end as the system does, and takes its listeners off this process. */
    const stop = () => {
      for (const [index, event] of EVENTS.entries()) {
        for (const listener of process.rawListeners(event)) {
          if (before[index]?.has(listener) === true) continue;
          if (event === 'SIGTERM') listener('SIGTERM');
          process.off(event, listener as () => void);
        }
      }
    };
    // In the machine's shared memory, where there is some.
    const volatile = dirname(electron.app.getPath('crashDumps'));
    onTestFinished(() => rmSync(volatile, { recursive: true, force: true }));
    return { electron, stop, state: join(folder, 'state') };
  }

  const read = (name: string) => readFileSync(join(work, 'dir', 'app', name), 'utf8');

  test('starts, serves its page and its bridge, and ends when the system asks it to', async () => {
    const { electron, stop, state } = await boot();
    try {
      expect(electron.app.exited).toBeUndefined();
      const painted = () => electron.views[0]?.webContents.document ?? '';
      await expect.poll(painted).toContain('<!doctype html>');
      const [view] = electron.views;
      expect([...electron.handled.keys()].toSorted()).toEqual(
        Object.keys(kioskBridge.calls)
          .map((name) => `carefront:call:${name}`)
          .toSorted(),
      );
      const call = async (name: string, sender = view?.webContents) =>
        sender &&
        (await electron.handled.get(`carefront:call:${name}`)?.({ senderFrame: frame, sender }, undefined));
      expect(await call('start')).toMatchObject({ ok: true, value: { status: { phase: 'not-enrolled' } } });
      await call('watchdog.painted');
      await expect.poll(() => electron.windows[0]?.children.at(-1) === view).toBe(true);
      expect(await call('staff.health')).toEqual({ ok: false, code: 'forbidden' });
      // Only the server that is built in, before there is an assignment.
      for (const session of electron.sessions) {
        expect(session.lets('https://care.example/connect/willow/kiosk/v1/enrol')).toBe(true);
        expect(session.lets('https://care.example/connect/lantern/kiosk/v1/enrol')).toBe(false);
      }
    } finally {
      stop();
    }
    await expect.poll(() => electron.app.exited).toBe(0);
    expect(readdirSync(state).toSorted()).toEqual(['intakes', 'kiosk', 'log']);
  });
});

describe('S6: the built page', () => {
  test('has no script and no style in its text, and nothing from elsewhere', () => {
    const html = extractFile(asar(), 'renderer/index.html').toString();
    expect([...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>/g)]).toEqual([]);
    expect(html).not.toMatch(/<style|\sstyle=|\son[a-z]+=|https?:\/\//);
    expect(
      [...html.matchAll(/<(?:script|link)[^>]*(?:src|href)="([^"]*)"/g)].every(([, to]) =>
        to?.startsWith('/'),
      ),
    ).toBe(true);
  });
});

describe('the other targets', () => {
  const options = () => ({
    vendor: readVendorFacts(renderer),
    outDir: work,
    resources: work,
    electronDist: null,
    electronVersion: '45.3.4',
    camera: false,
  });

  test('Windows is not packed without a publisher, whom the installer then names', () => {
    expect(() => requirePublisher('nsis', undefined)).toThrow('--publisher');
    expect(() => requirePublisher('msi', ' ')).toThrow('--publisher');
    requirePublisher('dir', undefined);
    expect(
      builderConfig({ ...options(), publisher: 'Willow Inc.' }).win?.signtoolOptions?.publisherName,
    ).toEqual(['Willow Inc.']);
  });

  test('installers are for the whole machine, and nothing is published or fetched by the kiosk itself, unless it is told to', () => {
    const { nsis, msi, publish, npmRebuild, asar: packs, appId } = builderConfig(options());
    expect(nsis?.perMachine).toBe(true);
    expect(msi?.perMachine).toBe(true);
    expect([publish, npmRebuild, packs]).toEqual([null, false, true]);
    expect(appId).toBe('health.carefront.kiosk.willow');
  });

  test('one that brings its own updates says where from, and is for an account that may exchange it', () => {
    const updates = 'https://updates.example/willow';
    const { nsis, publish, win } = builderConfig({ ...options(), publisher: 'Willow Inc.', updates });
    expect(publish).toEqual({ provider: 'generic', url: updates });
    expect([nsis?.perMachine, nsis?.allowElevation]).toEqual([false, false]);
    expect(win?.signtoolOptions?.publisherName).toEqual(['Willow Inc.']);
  });
});

describe.skipIf(!hasDpkg)('the Debian package (skipped where dpkg-deb is not installed)', () => {
  const listing = () =>
    spawnSync('dpkg-deb', ['--contents', deb], { encoding: 'utf8' }).stdout.trim().split('\n');

  test('every file belongs to root, and none can be written by anybody else', () => {
    const lines = listing();
    expect(lines.length).toBeGreaterThan(20);
    expect(lines.filter((line) => !/^[-d][rwx-]{3}r[-w]?-?[x-]?r-[x-] root\/root /.test(line))).toEqual([]);
    expect(lines.filter((line) => /^.{5}w|^.{8}w|^.{3}[sS]/.test(line))).toEqual([]);
  });

  test('the program, the unit and the script that puts it in place are in it', () => {
    const paths = listing().map((line) => line.split(/\s+/).at(-1));
    for (const path of [
      './opt/carefront-kiosk/carefront-kiosk',
      './opt/carefront-kiosk/resources/app.asar',
      './opt/carefront-kiosk/os/README.md',
      './opt/carefront-kiosk/os/linux/carefront-kiosk.service',
      './opt/carefront-kiosk/os/linux/install.sh',
      './etc/apparmor.d/carefront-kiosk',
    ])
      expect(paths).toContain(path);
    const unit = readFileSync(join(root, 'electron/os/linux/carefront-kiosk.service'), 'utf8');
    expect(unit).toContain('/opt/carefront-kiosk/carefront-kiosk ');
  });

  test('each shipped file has its hash, by which dpkg finds what was changed', () => {
    const folder = join(work, 'control');
    spawnSync('dpkg-deb', ['--control', deb, folder]);
    const sums = readFileSync(join(folder, 'md5sums'), 'utf8').trim().split('\n');
    const files = listing().filter((line) => line.startsWith('-'));
    expect(sums).toHaveLength(files.length);
    const control = readFileSync(join(folder, 'control'), 'utf8');
    expect(control).toContain('Package: carefront-kiosk\n');
    expect(control).toMatch(/^Depends: cage, espeak-ng,/m);
    expect(spawnSync('sh', ['-n', join(folder, 'postinst')]).status).toBe(0);
    expect(spawnSync('sh', ['-n', join(folder, 'postrm')]).status).toBe(0);
  });
});
