import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { FIRST_PAINT_MS } from '../../core/state/ladder.ts';
import { listBuiltFiles } from '../../policy/built-files.ts';
import { webPreferences } from '../../policy/web-preferences.ts';
import { createFakeElectron } from '../../testing/fake-electron.ts';
import { FakeSession } from '../../testing/fake-session.ts';
import type { KeptBack } from '../host.ts';
import { noSpeech } from '../shared/commands/speech.ts';
import { createKeyCodec } from '../shared/key-codec.ts';
import { protectBySecret } from '../shared/key-protection.ts';
import { readSoftwareRendering } from '../shared/rendering.ts';
import { createElectronHost } from './electron-host.ts';
import { RESTART_EXIT_CODE } from './exit.ts';

const origin = 'carefront://kiosk';
const server = 'https://care.example/connect/willow/';
const folders: string[] = [];
afterEach(() => {
  vi.useRealTimers();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function start({ supervised = false, isPackaged = true, feed = '' } = {}) {
  const dataFolder = mkdtempSync(join(tmpdir(), 'kiosk-shell-'));
  folders.push(dataFolder);
  const crashDumps = join(dataFolder, 'dumps');
  mkdirSync(crashDumps);
  const files = new Map([['/index.html', new TextEncoder().encode('<!doctype html>the app')]]);
  const electron = createFakeElectron();
  electron.app.isPackaged = isPackaged;
  const told: string[] = [];
  const host = createElectronHost(electron, {
    origin,
    manifest: listBuiltFiles(files),
    read: async (path) => new Uint8Array(files.get(path) ?? []),
    preload: '/opt/kiosk/preload.cjs',
    dataFolder,
    crashDumps,
    keyCodec: createKeyCodec(protectBySecret(new Uint8Array(32))),
    speech: noSpeech,
    notifySupervisor: (state) => told.push(state),
    platform: 'linux',
    argv: ['--ozone-platform=wayland', '--kiosk-restart=staff'],
    appPath: '/checkout/app',
    supervised,
    onTampered: () => told.push('tampered'),
    ...(feed === ''
      ? {}
      : {
          updates: {
            feed,
            session: () => electron.session.fromPartition('electron-updater', { cache: false }),
          },
        }),
  });
  const keptBack: KeptBack[] = [];
  host.onKeptBack((what) => keptBack.push(what));
  const viewOf = (id: number) => {
    const view = electron.views.find(({ webContents }) => webContents.id === id);
    if (view === undefined) throw new Error('There is no such view.');
    return view;
  };
  return { host, electron, told, keptBack, dataFolder, crashDumps, viewOf, window: electron.windows[0] };
}

describe('K5: one page and one partition for each patient', () => {
  test('both are new each time, in memory only, with the one set of preferences', async () => {
    const { host, viewOf } = start();
    const [one, other] = [await host.createView('a'), await host.createView('a')];
    const sessions = [one, other].map(({ id }) => viewOf(id).preferences.session);
    expect(sessions[0]).not.toBe(sessions[1]);
    expect(one.id).not.toBe(other.id);
    for (const { id } of [one, other]) {
      const { session, preload, ...rest } = viewOf(id).preferences;
      expect(session.name).toMatch(/^patient:a-[0-9a-f-]{36}$/);
      expect(session.cache).toBe(false);
      expect(preload).toBe('/opt/kiosk/preload.cjs');
      expect(rest).toEqual(webPreferences);
      expect(Object.isFrozen(viewOf(id).preferences)).toBe(true);
      expect(viewOf(id).webContents.document).toContain('the app');
    }
  });

  test('a view stands in the place of the one before, over the whole window; until then it is under it, where it can paint', async () => {
    const { host, viewOf, window } = start();
    const [one, other] = [await host.createView('a'), await host.createView('b')];
    host.show(one);
    expect(window?.children).toEqual([viewOf(other.id), viewOf(one.id)]);
    expect(viewOf(other.id).visible).toBe(true);
    expect(viewOf(other.id).webContents.asked).not.toContain('focus');
    host.show(other);
    expect(window?.children).toEqual([viewOf(other.id)]);
    expect(viewOf(other.id).bounds).toEqual({ x: 0, y: 0, width: 1080, height: 1920 });
    window?.setBounds({ x: 0, y: 0, width: 1280, height: 800 });
    window?.emit('resize');
    expect(viewOf(other.id).bounds).toEqual({ x: 0, y: 0, width: 1280, height: 800 });
  });

  test('every step of a wipe is asked of the session of that page, after which the page is gone', async () => {
    const { host, electron, viewOf, window, crashDumps } = start();
    const view = await host.createView('a');
    host.show(view);
    writeFileSync(join(crashDumps, 'x.dmp'), 'what a patient wrote');
    const { session } = viewOf(view.id).preferences;
    const steps = host.wipeSteps(view);
    await steps['close-view']();
    expect(viewOf(view.id).webContents.isDestroyed()).toBe(true);
    expect(window?.children).toEqual([]);
    for (const step of Object.values(steps)) await step();
    expect(session.asked.toSorted()).toEqual([
      'clear-auth',
      'clear-code-caches',
      'clear-data',
      'clear-host-cache',
      'close-connections',
      'spellcheck false',
    ]);
    expect(electron.asked).toContain('clear-clipboard');
    expect(electron.asked).toContain('clear-selection');
    expect(readdirSync(crashDumps)).toEqual([]);
    expect(existsSync(crashDumps)).toBe(true);
  });

  test('a page that is none of this host can not be wiped: the steps fail rather than do nothing', async () => {
    const { host } = start();
    const steps = host.wipeSteps({ id: 9_999, target: { isDestroyed: () => true, send: () => undefined } });
    await expect(Promise.resolve(steps['clear-data']())).rejects.toThrow('no session');
  });

  test('a page that is being wiped fails no more, and nobody is told', async () => {
    const { host, viewOf } = start();
    const failures: unknown[] = [];
    host.onViewFailure((id, failure) => failures.push([id, failure]));
    const view = await host.createView('a');
    await host.wipeSteps(view)['close-view']();
    viewOf(view.id).webContents.crash('killed');
    expect(failures).toEqual([]);
  });
});

describe('K4: what goes wrong in a page', () => {
  test.each([
    ['render-process-gone', [{}, { reason: 'oom' }], 'oom'],
    ['render-process-gone', [{}, { reason: 'clean-exit' }], 'abnormal-exit'],
    ['unresponsive', [], 'unresponsive'],
    ['preload-error', [{}], 'preload-error'],
    ['did-fail-load', [{}, -6, 'x', 'x', true], 'load-failed'],
  ])('%s is told as %j', async (event, details, failure) => {
    const { host, viewOf } = start();
    const failures: unknown[] = [];
    host.onViewFailure((id, what) => failures.push([id, what]));
    const view = await host.createView('a');
    viewOf(view.id).webContents.emit(event, ...details);
    expect(failures).toEqual([[view.id, failure]]);
  });

  test('a load that another took the place of, or that was of a frame, is none', async () => {
    const { host, viewOf } = start();
    const failures: unknown[] = [];
    host.onViewFailure((id, what) => failures.push([id, what]));
    const { id } = await host.createView('a');
    viewOf(id).webContents.emit('did-fail-load', {}, -3, 'x', 'x', true);
    viewOf(id).webContents.emit('did-fail-load', {}, -6, 'x', 'x', false);
    expect(failures).toEqual([]);
  });

  test('a page that can not be made is refused, and leaves nothing behind', async () => {
    const { host, electron } = start();
    electron.pages.load = 'fails';
    await expect(host.createView('a')).rejects.toThrow('load-failed');
    expect(electron.views.map(({ webContents }) => webContents.isDestroyed())).toEqual([true]);
  });

  test('so is one that never loads', async () => {
    vi.useFakeTimers();
    const { host, electron } = start();
    electron.pages.load = 'hangs';
    const made = host.createView('a').catch((error: unknown) => String(error));
    await vi.advanceTimersByTimeAsync(FIRST_PAINT_MS);
    expect(await made).toContain('no-first-paint');
  });

  test("the graphics process's death is told, and no other helper's", () => {
    const { host, electron } = start();
    let deaths = 0;
    host.onGpuDeath(() => {
      deaths += 1;
    });
    electron.app.emit('child-process-gone', {}, { type: 'Utility', reason: 'crashed' });
    electron.app.emit('child-process-gone', {}, { type: 'GPU', reason: 'crashed' });
    expect(deaths).toBe(1);
  });

  test('a restart keeps its switches, says why, and remembers how to draw', () => {
    const { host, electron, dataFolder } = start();
    host.relaunch({ softwareRendering: true });
    expect(electron.app.relaunched).toEqual([['--ozone-platform=wayland', '--kiosk-restart=gpu-failures']]);
    expect(electron.app.exited).toBe(0);
    expect(readSoftwareRendering(dataFolder)).toBe(true);
    host.relaunch({ softwareRendering: false });
    expect(readSoftwareRendering(dataFolder)).toBe(false);
  });

  test('under a supervisor it ends, to be restarted', () => {
    const { host, electron, told } = start({ supervised: true });
    host.relaunch({ softwareRendering: false });
    expect(electron.app.relaunched).toEqual([]);
    expect(electron.app.exited).toBe(RESTART_EXIT_CODE);
    expect(told).toEqual(['stopping']);
  });

  test('the recovery page says in every language where to go, and runs nothing', async () => {
    const { host, electron, window } = start();
    await host.showRecoveryPage();
    const view = electron.views.at(-1);
    expect(window?.children).toEqual([view]);
    for (const language of ['en', 'es', 'ar'])
      expect(view?.webContents.document).toContain(`lang="${language}"`);
    expect(view?.webContents.document).not.toContain('<script');
    expect(view?.preferences.preload).toBeUndefined();
    const answer = await view?.preferences.session.get(`${origin}/shell/recovery.html`);
    expect(answer?.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-/);
  });
});

describe('S5 to S8: every session is locked as it is made', () => {
  test("Electron's own, the shell's, a patient's: scheme, permissions, egress, downloads, no spelling", async () => {
    const { host, electron, keptBack } = start();
    await host.createView('a');
    expect(electron.sessions.map(({ name }) => name.replace(/-.*/, ''))).toEqual(['', 'shell', 'patient:a']);
    for (const session of electron.sessions) {
      expect([...session.schemes.keys()]).toEqual(['carefront']);
      expect(Object.keys(session.permissionHandlers)).toHaveLength(6);
      expect(session.verifyCertificate).toBeDefined();
      expect(session.asked).toContain('spellcheck false');
      expect(session.lets(`${server}sync/v1/push`)).toBe(false);
      const cancel = vi.fn<() => void>();
      session.emit('will-download', { preventDefault: () => undefined }, { cancel });
      expect(cancel).toHaveBeenCalledOnce();
    }
    expect(keptBack).toContain('download');
    expect(keptBack).toContain('request');
  });

  test('the assignment opens its server, pins it and allows the camera: to those that are there and those that come', async () => {
    const { host, electron } = start();
    await host.createView('before');
    host.configure({ server, pins: ['sha256/AAA='], camera: true });
    await host.createView('after');
    for (const session of electron.sessions) {
      expect(session.lets(`${server}sync/v1/push`)).toBe(true);
      expect(session.lets('https://care.example/connect/lantern/')).toBe(false);
      const codes: number[] = [];
      session.verifyCertificate?.(
        { hostname: 'care.example', errorCode: 0, certificate: { fingerprint: 'sha256/BBB=' } },
        (code) => codes.push(code),
      );
      expect(codes).toEqual([-2]);
      const page = await session.get(`${origin}/index.html`);
      expect(page?.headers.get('content-security-policy')).toContain(
        "connect-src 'self' https://care.example;",
      );
      expect(page?.headers.get('permissions-policy')).toContain('camera=(self)');
    }
  });

  test("the shell's own requests go through such a session, without cookies", async () => {
    const { host, electron } = start();
    await host.fetch(`${server}kiosk/v1/health`, { method: 'POST', body: '{}' });
    const shell = electron.sessions.find(({ name }) => name === 'shell');
    expect(shell?.cache).toBe(false);
    expect(shell?.fetched).toEqual([
      {
        url: `${server}kiosk/v1/health`,
        init: { method: 'POST', body: '{}', credentials: 'omit' },
      },
    ]);
  });

  test('the updater’s session reaches its feed and nothing else, whatever the assignment says; no other reaches the feed', async () => {
    const feed = 'https://updates.example/willow';
    const { host, electron } = start({ feed });
    await host.createView('a');
    const reached = () =>
      Object.fromEntries(
        electron.sessions.map((session) => [
          session.name.replace(/(?<=:a)-.*/, ''),
          [session.lets(`${feed}/latest.yml`), session.lets(`${server}x`)],
        ]),
      );
    const shut = { '': [false, false], shell: [false, false], 'patient:a': [false, false] };
    expect(reached()).toEqual({ ...shut, 'electron-updater': [true, false] });
    host.configure({ server, pins: ['sha256/AAA='], camera: false });
    const open = { '': [false, true], shell: [false, true], 'patient:a': [false, true] };
    expect(reached()).toEqual({ ...open, 'electron-updater': [true, false] });
  });

  test('a session that is wiped is let go', async () => {
    const { host, viewOf } = start();
    const first = await host.createView('a');
    const second = await host.createView('b');
    await host.wipeSteps(first)['close-view']();
    const old = viewOf(first.id).preferences.session;
    host.wipeSteps(second);
    host.configure({ server, pins: [], camera: false });
    expect(old.lets(`${server}x`)).toBe(false);
    await expect(Promise.resolve(host.wipeSteps(first)['clear-data']())).rejects.toThrow('no session');
  });
});

describe('K1, K2, K3: nobody gets out', () => {
  test('keys, side buttons, menus and zoom stay in the page', async () => {
    const { host, viewOf, keptBack } = start();
    const { webContents } = viewOf((await host.createView('a')).id);
    const press = { type: 'keyDown', control: false, alt: false, shift: false, meta: false };
    const key = (change: object) => {
      let through = true;
      webContents.emit(
        'before-input-event',
        { preventDefault: () => (through = false) },
        { ...press, ...change },
      );
      return through;
    };
    expect(key({ key: 'a' })).toBe(true);
    expect(key({ key: 'F4', alt: true })).toBe(false);
    expect(key({ key: 'I', control: true, shift: true })).toBe(false);
    const mouse = (button: string) => {
      let through = true;
      webContents.emit(
        'before-mouse-event',
        { preventDefault: () => (through = false) },
        { type: 'mouseDown', button },
      );
      return through;
    };
    expect(mouse('left')).toBe(true);
    for (const button of ['back', 'forward', 'middle']) expect(mouse(button)).toBe(false);
    expect(webContents.attempt('context-menu')).toBe(false);
    expect(webContents.attempt('zoom-changed')).toBe(false);
    expect(webContents.openWindow()).toEqual({ action: 'deny' });
    expect(webContents.attempt('will-navigate', { url: 'https://evil.example/' })).toBe(false);
    expect(webContents.asked).toContain('zoom-limits 1 1');
    expect(webContents.asked).toContain('ignore-menu-shortcuts true');
    expect(keptBack).toEqual(['key', 'key', 'window', 'navigation']);
  });

  test('the window fills the screen above everything, without frame, menu or a picture of it', () => {
    const { electron, window } = start();
    expect(window?.options).toMatchObject({
      kiosk: true,
      fullscreen: true,
      frame: false,
    });
    expect(window?.asked).toEqual([
      'menu null',
      'content-protection true',
      'always-on-top true screen-saver',
      'show',
    ]);
    expect(electron.asked).toContain('menu null');
    expect(electron.asked).toContain('prevent-display-sleep');
    window?.emit('leave-full-screen');
    window?.emit('minimize');
    expect(window?.asked.slice(4)).toEqual(['kiosk true', 'full-screen true', 'restore']);
  });

  test('it is closed and quit by nobody without the token, and by the shell with it', () => {
    const { host, electron, window, keptBack, told } = start();
    const asks = () => [
      window?.attempt('close'),
      electron.app.attempt('before-quit'),
      electron.app.attempt('will-quit'),
    ];
    expect(asks()).toEqual([false, false, false]);
    expect(keptBack).toEqual(['close', 'close', 'close']);
    expect(electron.app.listenerCount('window-all-closed')).toBe(1);
    host.exit(0);
    expect(electron.app.exited).toBe(0);
    expect(told).toEqual(['stopping']);
    expect(asks()).toEqual([true, true, true]);
  });

  test('every other display is covered, also one that comes later, moves or goes', () => {
    const { electron, keptBack } = start();
    const [own] = electron.screen.displays;
    if (own === undefined) throw new Error('There is no display.');
    const second = { id: 2, bounds: { x: 1080, y: 0, width: 1920, height: 1080 } };
    electron.screen.displays = [own, second];
    electron.screen.emit('display-added');
    const cover = electron.windows[1];
    expect(cover?.bounds).toEqual(second.bounds);
    expect(cover?.options).toMatchObject({ backgroundColor: '#000000', frame: false, focusable: false });
    expect(cover?.attempt('close')).toBe(false);
    expect(keptBack).toEqual(['close']);
    const moved = { id: 2, bounds: { x: 0, y: 1920, width: 800, height: 600 } };
    electron.screen.displays = [own, moved];
    electron.screen.emit('display-metrics-changed');
    expect(electron.windows).toHaveLength(2);
    expect(cover?.bounds).toEqual(moved.bounds);
    electron.screen.displays = [own];
    electron.screen.emit('display-removed');
    expect(cover?.destroyed).toBe(true);
  });

  test('client certificates and sign-ins are asked of nobody', () => {
    const { electron, keptBack } = start();
    expect(electron.app.attempt('select-client-certificate', null, 'https://x', [], () => undefined)).toBe(
      false,
    );
    expect(electron.app.attempt('login', null, {}, {}, () => undefined)).toBe(false);
    expect(keptBack).toEqual(['client-certificate', 'login']);
  });

  test('the developer tools are for development alone', async () => {
    for (const isPackaged of [true, false]) {
      const { host, viewOf } = start({ isPackaged });
      const { id } = await host.createView('a');
      expect(viewOf(id).preferences.devTools).toBe(!isPackaged);
    }
  });
});

describe('the machine around it', () => {
  test('power and locked screens are told', () => {
    const { host, electron } = start();
    const events: string[] = [];
    host.onPower((event) => events.push(event));
    for (const event of ['suspend', 'lock-screen', 'resume']) electron.powerMonitor.emit(event);
    expect(events).toEqual(['suspend', 'lock', 'resume']);
  });

  test('a receipt is printed without a dialog from a page that is gone afterwards, its words as text', async () => {
    const { host, electron } = start();
    const printed = host.printer.print({ title: 'Done <b>', lines: ['A & B'], language: 'en' });
    const view = electron.views.at(-1);
    expect(await printed).toBe(true);
    expect(view?.webContents.document).toContain('Done &lt;b&gt;');
    expect(view?.webContents.document).toContain('A &amp; B');
    expect(view?.webContents.printed).toEqual([{ silent: true }]);
    expect(view?.webContents.isDestroyed()).toBe(true);
    expect(view?.preferences).toEqual({ ...webPreferences, session: expect.any(FakeSession) });
    expect((await view?.preferences.session.get(view.webContents.url))?.status).toBe(404);
  });

  test('the printer is ready, failing after it has refused, or not there', async () => {
    const { host, electron, viewOf } = start();
    expect(await host.printer.state()).toBe('absent');
    const view = await host.createView('a');
    host.show(view);
    expect(await host.printer.state()).toBe('ready');
    viewOf(view.id).webContents.printers = [];
    expect(await host.printer.state()).toBe('absent');
    viewOf(view.id).webContents.printers = [{ name: 'receipts' }];
    electron.pages.load = 'fails';
    expect(await host.printer.print({ title: 'x', lines: [], language: 'en' })).toBe(false);
    expect(await host.printer.state()).toBe('failing');
  });

  test('memory is counted over every process', async () => {
    expect(await start().host.memoryMegabytes()).toBe(150);
    expect(await start().host.freeDiskMegabytes()).toBeGreaterThan(0);
  });
});
