import { createHash } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { NsisUpdater } from 'electron-updater';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { until } from '../../../sync/client/testing/until.ts';
import { CHECK_EVERY_MS, createElectronUpdater } from './updater.ts';

const require = createRequire(import.meta.url);
const RUNNING = '1.2.3';
const sha512 = (text: string) => createHash('sha512').update(text).digest('base64');

/** The package finds this when it asks for `electron`, up to its last act: an app, and Node's own HTTP in the place of Chromium's. */
function electronIn(folder: string) {
  const app = Object.assign(new EventEmitter(), {
    isPackaged: true,
    getVersion: () => RUNNING,
    getName: () => 'carefront-kiosk',
    getPath: () => folder,
    whenReady: async () => undefined,
    quit: () => undefined,
  });
  const partitions: string[] = [];
  const electron = {
    app,
    autoUpdater: new EventEmitter(),
    net: { request: (options: Parameters<typeof request>[0]) => request(options) },
    session: { fromPartition: (name: string) => partitions.push(name) },
  };
  const id = require.resolve('electron');
  require.cache[id] = Object.assign(new EventEmitter(), {
    id,
    filename: id,
    loaded: true,
    exports: electron,
  }) as never;
  return { app, partitions };
}

/** A feed of files by their paths. */
async function openFeed() {
  const files = new Map<string, string>();
  const asked: string[] = [];
  const server = createServer(({ url = '' }, response) => {
    const { pathname } = new URL(url, 'http://feed.example');
    asked.push(pathname);
    const file = files.get(pathname);
    response.writeHead(file === undefined ? 404 : 200).end(file);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/willow`,
    asked,
    publish(version: string, folder = '/willow', bytes = `installer ${version}`) {
      const name = `carefront-kiosk-${version}.exe`;
      const about = `version: ${version}\nfiles:\n  - url: ${name}\n    sha512: ${sha512(`installer ${version}`)}\n    size: ${bytes.length}\npath: ${name}\nsha512: ${sha512(`installer ${version}`)}\nreleaseDate: '2026-11-01T00:00:00.000Z'\n`;
      files.set(`${folder}/latest.yml`, about).set(`${folder}/${name}`, bytes);
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

describe('K10: the real electron-updater behind the gate, with Node in the place of Electron', () => {
  let folder = '';
  let feed: Awaited<ReturnType<typeof openFeed>>;
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'updater-'));
    feed = await openFeed();
  });
  afterEach(async () => {
    await feed.close();
    rmSync(folder, { recursive: true });
  });

  function make({ publisher }: { readonly publisher?: string } = {}) {
    const { app, partitions } = electronIn(folder);
    vi.stubEnv('LOCALAPPDATA', folder).stubEnv('XDG_CACHE_HOME', folder);
    const real = new NsisUpdater();
    const config = join(folder, 'app-update.yml');
    writeFileSync(
      config,
      `provider: generic\nurl: ${feed.url}\nupdaterCacheDirName: cache\n${publisher === undefined ? '' : `publisherName: [${publisher}]\n`}`,
    );
    real.updateConfigPath = config;
    const started: (readonly [string, readonly string[]])[] = [];
    Object.assign(real, {
      _testOnlyOptions: { platform: 'win32', isUseDifferentialDownload: false },
      spawnLog: async (program: string, given: readonly string[]) => {
        started.push([basename(program), given]);
        return true;
      },
    });
    let now = 0;
    const faults: unknown[] = [];
    const updater = createElectronUpdater(real, {
      feed: feed.url,
      monotonic: () => now,
      onFault: (error) => faults.push(error),
    });
    return {
      ...{ real, updater, app, partitions, started, faults },
      pass(ms: number) {
        now += ms;
      },
      whenOffered: async (version: string) => {
        await expect.poll(() => updater.offered(), { interval: 10 }).toBe(version);
      },
    };
  }

  test('offers what is downloaded and whole, and starts nothing by itself, not even when the app quits', async () => {
    feed.publish('1.3.0');
    const { updater, app, whenOffered, started, faults, partitions } = make();
    expect(await updater.offered()).toBeUndefined();
    await whenOffered('1.3.0');
    app.emit('quit', {}, 0);
    expect([started, faults]).toEqual([[], []]);
    expect(new Set(partitions)).toEqual(new Set(['electron-updater']));
  });

  test('asks once an hour', async () => {
    const { real, updater, faults, pass } = make();
    let checks = 0;
    real.on('checking-for-update', () => {
      checks += 1;
    });
    await updater.offered();
    await until(() => faults.length === 1, 'the first answer');
    await updater.offered();
    pass(CHECK_EVERY_MS - 1);
    await updater.offered();
    expect(checks).toBe(1);
    pass(1);
    await updater.offered();
    expect(checks).toBe(2);
    await until(() => faults.length === 2, 'the second answer');
  });

  test.each(['1.2.3', '1.2.2'])('never offers %s, which is not newer', async (version) => {
    feed.publish(version);
    const { real, updater } = make();
    const none = new Promise((resolve) => real.on('update-not-available', resolve));
    await updater.offered();
    await none;
    expect(await updater.offered()).toBeUndefined();
    expect(feed.asked).toEqual(['/willow/latest.yml']);
  });

  test('what is not the announced file is never offered', async () => {
    feed.publish('1.3.0', '/willow', 'something else');
    const { updater, faults } = make();
    await updater.offered();
    await until(() => faults.length > 0, 'the fault');
    expect(String(faults[0])).toContain('sha512');
    expect(await updater.offered()).toBeUndefined();
  });

  test('what another publisher has signed is never offered', async () => {
    feed.publish('1.3.0');
    const { real, updater, faults } = make({ publisher: 'Willow' });
    const asked: unknown[] = [];
    real.verifyUpdateCodeSignature = async (publishers) => {
      asked.push(publishers);
      return 'signed by somebody else';
    };
    await updater.offered();
    await until(() => faults.length > 0, 'the fault');
    expect(asked).toEqual([['Willow']]);
    expect(await updater.offered()).toBeUndefined();
  });

  test('is exchanged by its installer, silently, which starts the kiosk again', async () => {
    feed.publish('1.3.0');
    const { updater, whenOffered, started } = make();
    expect(updater.exchange('1.3.0')).toBe(false);
    await whenOffered('1.3.0');
    expect(updater.exchange('1.4.0')).toBe(false);
    expect(started).toEqual([]);
    expect(updater.exchange('1.3.0')).toBe(true);
    expect(started).toEqual([['carefront-kiosk-1.3.0.exe', ['--updated', '/S', '--force-run']]]);
  });

  test('an installer that can not be started is told', async () => {
    feed.publish('1.3.0');
    const { real, updater, whenOffered, faults } = make();
    await whenOffered('1.3.0');
    Object.assign(real, {
      doInstall() {
        throw new Error('disk');
      },
    });
    expect(updater.exchange('1.3.0')).toBe(false);
    expect(faults).toHaveLength(1);
  });

  test('goes back to a version by its own folder, and rejects where that has none', async () => {
    feed.publish('1.3.0');
    feed.publish('1.2.2', '/willow/1.2.2');
    feed.publish('1.2.1', '/willow/1.2.0');
    const { updater, started } = make();
    await expect(updater.fetch('1.1.0')).rejects.toThrow();
    await expect(updater.fetch('1.2.0')).rejects.toThrow('Another version');
    await updater.fetch('1.2.2');
    expect(updater.exchange('1.2.2')).toBe(true);
    expect(started.map(([program]) => program)).toEqual(['carefront-kiosk-1.2.2.exe']);
  });
});
