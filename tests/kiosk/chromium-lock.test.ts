/** What a page on the second host can't do: leave, speak to anybody, open a window, keep a file, or be left by a key. */
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { processesOver } from '../../electron/hosts/chromium/processes.ts';
import type { KioskView } from '../../electron/hosts/host.ts';
import { killIfAlive } from '../support/processes.ts';
import { until } from '../support/wait.ts';
import { chromiumKioskIsMissing, startTestKiosk, type TestKiosk } from './support/chromium-kiosk.ts';

const missing = chromiumKioskIsMissing();
const PYTHON = '/usr/bin/python3';
const KEYS = join(import.meta.dirname, 'support/press-keys.py');
const canPress = spawnSync(PYTHON, ['-c', 'import ctypes; ctypes.CDLL("libXtst.so.6")']).status === 0;
const keysMissing = canPress ? undefined : 'python3 or libxtst6 is not installed';

/** @returns what it was asked, address by address, sockets included */
async function listen(): Promise<{
  readonly url: string;
  readonly asked: string[];
  readonly server: Server;
}> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.setHeader('access-control-allow-origin', '*');
    if (request.url?.endsWith('/redirect') === true) {
      response.writeHead(302, { location: '/elsewhere' }).end();
      return;
    }
    response.end('hello');
  });
  server.on('upgrade', (request, socket) => {
    asked.push(`socket ${request.url}`);
    socket.destroy();
  });
  server.on('connect', () => asked.push('connect'));
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return { url: `http://127.0.0.1:${port}`, asked, server };
}

describe.skipIf(missing !== undefined)(`the lock on the Chromium host ${missing ?? ''}`, () => {
  let vendor: Awaited<ReturnType<typeof listen>>;
  let world: Awaited<ReturnType<typeof listen>>;
  let kiosk: TestKiosk;
  let view: KioskView;

  beforeAll(async () => {
    vendor = await listen();
    world = await listen();
    kiosk = await startTestKiosk({ server: `${vendor.url}/connect/willow/` });
    view = await kiosk.open();
  });
  afterAll(async () => {
    await kiosk.close();
    vendor.server.close();
    world.server.close();
  });

  test('bytes and values cross the bridge as they are, and it is the only thing that the page is given', async () => {
    const bytes = Uint8Array.from({ length: 70_000 }, (_, index) => index % 251);
    expect(await kiosk.probe(view, 'echo', { bytes })).toEqual({
      bytes: bytes.map((byte) => 255 - byte),
      origin: 'https://willow.kiosk.internal',
      secure: true,
      globals: [],
    });
    expect(kiosk.refused).toEqual([]);
  });

  test('events arrive in the order in which they were sent, each once', async () => {
    for (let number = 0; number < 200; number += 1) kiosk.tell(view, 'idle', number);
    expect(await kiosk.probe(view, 'order')).toMatchObject({
      seen: Array.from({ length: 200 }, (_, at) => at),
    });
  });

  test('a page speaks to the vendor’s server through the host, and to nobody else, not even by a worker', async () => {
    const result = await kiosk.probe(view, 'reach', {
      http: `${world.url}/`,
      ws: `${world.url.replace('http', 'ws')}/`,
      server: `${vendor.url}/connect/willow/`,
      elsewhere: `${vendor.url}/connect/willow-clinic/`,
    });
    expect(result).toEqual({
      inWorker: [],
      http: { is: 'refused', value: 'TypeError' },
      picture: 'refused',
      beacon: expect.any(Boolean),
      sockets: ['undefined', 'undefined', 'undefined', 'undefined'],
      own: 200,
      absent: 404,
      server: { is: 'done', value: 'hello' },
      redirected: { is: 'refused', value: 'TypeError' },
      beside: { is: 'refused', value: 'TypeError' },
    });
    await pause(500);
    expect(world.asked).toEqual([]);
    expect(vendor.asked).toEqual(['/connect/willow/greeting', '/connect/willow/redirect']);
    expect(kiosk.keptBack).toContain('redirect');
  });

  test.each([
    'https://evil.example/',
    '/pack.json',
    '/?begin=again',
    'about:blank',
    'data:text/html,hello',
    'file:///etc/passwd',
    'chrome://version/',
    'view-source:https://willow.kiosk.internal/',
    'javascript:document.write(1)',
    'mailto:a@example.com',
    'tel:123',
    'blob:https://willow.kiosk.internal/0',
  ])('a page that goes to %s stays where it is', async (url) => {
    expect(await kiosk.probe(view, 'leaveFor', { url })).toEqual({
      address: 'https://willow.kiosk.internal/',
    });
    expect(kiosk.failures).toEqual([]);
  });

  test('no window, frame, dialog, file, service worker or permission comes of what a page asks', async () => {
    const result = await kiosk.probe(view, 'open');
    expect(result).toMatchObject({
      window: true,
      blank: true,
      confirm: false,
      print: 'undefined',
      frame: expect.not.stringContaining('1'),
      registrations: 0,
      location: { is: 'refused' },
      // There is none here; where there is one it is not allowed.
      microphone: { is: 'refused' },
      clipboard: { is: 'refused', value: 'NotAllowedError' },
    });
    expect(result).not.toMatchObject({ file: { value: 'chosen' } });
    await expect.poll(() => kiosk.keptBack).toContain('window');
    const downloads = readdirSync(kiosk.folder, { recursive: true, encoding: 'utf8' });
    expect(downloads.filter((name) => name.endsWith('probe.json'))).toEqual([]);
    expect(kiosk.failures).toEqual([]);
  });

  test('the page has the whole screen, without bars', async () => {
    const { size } = Object(await kiosk.probe(view, 'open'));
    const [width, height, sides, bars] = size;
    expect([sides, bars]).toEqual([0, 0]);
    // Without a window manager Chromium stays a pixel short of the screen.
    expect(width).toBeGreaterThanOrEqual(1079);
    expect(height).toBeGreaterThanOrEqual(1919);
  });

  test.skipIf(keysMissing !== undefined)(
    `no combination of keys or buttons leads out, and those that people need arrive ${keysMissing ?? ''}`,
    async () => {
      const combinations = [
        ...[
          't',
          'n',
          'w',
          'q',
          'r',
          'p',
          's',
          'o',
          'l',
          'u',
          'j',
          'h',
          'd',
          'f',
          'g',
          'e',
          'k',
          'Tab',
          'F4',
        ].map((key) => `Control_L+${key}`),
        ...['i', 'j', 'c', 't', 'n', 'w', 'q', 'o', 'Delete', 'm', 'b', 'Tab'].map(
          (key) => `Control_L+Shift_L+${key}`,
        ),
        ...['Left', 'Right', 'Home', 'F4', 'd', 'e', 'f', 'Tab', 'space', 'Escape'].map(
          (key) => `Alt_L+${key}`,
        ),
        ...Array.from({ length: 12 }, (_, index) => `F${index + 1}`),
        ...['Super_L', 'Menu', 'Print', 'Super_L+l', 'Shift_L+Escape', 'Shift_L+F10', 'Control_L+plus'],
        ...['Button2', 'Button3', 'Button8', 'Button9'],
        ...['Tab', 'Escape', 'a'],
      ];
      const before = kiosk.keptBack.length;
      const pressed = spawnSync(PYTHON, [KEYS, kiosk.display, ...combinations], { encoding: 'utf8' });
      expect(pressed).toMatchObject({ status: 0, stderr: '' });
      await until('the page has seen the last key', async () => {
        const { seen } = Object(await kiosk.probe(view, 'keys'));
        return seen.includes('key:a');
      });
      const { seen } = Object(await kiosk.probe(view, 'keys'));
      // What is left of a combination is a letter: no Control, Alt or Super, and no key of a function but F22, which is Escape.
      const plain = ['Tab', 'F22', ...'tnwqrpsolujhdfgek=a '.split('')];
      const shifted = ['Delete', 'Tab', 'Shift', 'F22', ...'IJCTNWQOMB'.split('')].map(
        (key) => `Shift+${key}`,
      );
      // They may move something first, which then has them.
      const moving = new Set(['ArrowLeft', 'ArrowRight', 'Home'].map((key) => `key:${key}`));
      expect(new Set(seen).difference(moving)).toEqual(
        new Set([...plain, ...shifted].map((key) => `key:${key}`)),
      );
      await expect.poll(() => kiosk.keptBack.slice(before)).toContain('key');
      expect(kiosk.failures).toEqual([]);
      const { size } = Object(await kiosk.probe(view, 'open'));
      expect(size.slice(2)).toEqual([0, 0]);
    },
  );
});

describe.skipIf(missing !== undefined)(`a page that is still loading ${missing ?? ''}`, () => {
  const last = Promise.withResolvers<void>();
  let kiosk: TestKiosk;
  beforeAll(async () => {
    kiosk = await startTestKiosk({ lastScript: last.promise });
  });
  afterAll(async () => {
    last.resolve();
    await kiosk.close();
  });

  test('is told what happens as soon as it has called', async () => {
    const view = await kiosk.open();
    kiosk.tell(view, 'idle', 7);
    expect(await kiosk.probe(view, 'order')).toMatchObject({ seen: [7], readyState: 'interactive' });
  });
});

describe.skipIf(missing !== undefined)(`failures on the Chromium host ${missing ?? ''}`, () => {
  let kiosk: TestKiosk;
  beforeAll(async () => {
    kiosk = await startTestKiosk();
  });
  afterAll(async () => {
    await kiosk.close();
  });
  const processesOf = () => processesOver(kiosk.folder);

  test('a page whose process dies is told of', async () => {
    const view = await kiosk.open();
    // One of them is the page's, the others wait for a page.
    for (const { pid, commandLine } of processesOf())
      if (commandLine.includes('--type=renderer')) killIfAlive(pid);
    await until('the failure is told', () => kiosk.failures.find(([id]) => id === view.id));
    expect(kiosk.failures.filter(([id]) => id === view.id)).toEqual([[view.id, 'crashed']]);
    await kiosk.host.discard(view);
  });

  test('a Chromium that dies is told of, shown or waiting', async () => {
    const view = await kiosk.open();
    const spare = await kiosk.host.createView('next');
    for (const { pid, parent } of processesOf()) if (parent === process.pid) killIfAlive(pid);
    await until('both are told', () => kiosk.failures.filter(([id]) => id === view.id || id === spare.id)[1]);
    expect(kiosk.failures.slice(-2).toSorted(([one], [other]) => one - other)).toEqual([
      [view.id, 'abnormal-exit'],
      [spare.id, 'abnormal-exit'],
    ]);
    await kiosk.host.discard(view);
    await kiosk.host.discard(spare);
    expect(processesOf()).toEqual([]);
  });

  test('the recovery page needs nothing of the app', async () => {
    await kiosk.open();
    await kiosk.host.showRecoveryPage();
    expect(processesOf().length).toBeGreaterThan(0);
  });
});
