/** Safari's engine, as Debian packages it, with a profile on disk that outlives the browser. */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { Builder, type WebDriver } from 'selenium-webdriver';
import { temporaryFolder } from '../support/paths.ts';
import { killFamily } from '../support/processes.ts';
import { until } from '../support/wait.ts';

const DRIVER = '/usr/bin/WebKitWebDriver';
/** Debian's own: the packages with WebKit's bindings belong to it. */
const PYTHON = '/usr/bin/python3';
const HOST = join(import.meta.dirname, 'host.py');

export interface WebKitOptions {
  /** A folder that may hold the profile of an earlier launch. */
  readonly profileDir?: string;
  /** What `host.py` is told besides: `--cookies all`, say. */
  readonly hostArguments?: readonly string[];
}

export interface WebKit {
  readonly profileDir: string;
  /** Of the browser that runs now: another one after {@link WebKit.relaunch}. */
  readonly driver: WebDriver;
  /** SIGKILL to the browser and its network and web processes: nothing is flushed. */
  kill9(): Promise<void>;
  /** Opens the same profile again. */
  relaunch(): Promise<WebDriver>;
  close(): Promise<void>;
}

/** Why WebKit can't be driven here; undefined where it can. */
export function webKitIsMissing(): string | undefined {
  const absent = [DRIVER, PYTHON, '/usr/bin/Xvfb'].filter((path) => !existsSync(path));
  return absent.length === 0 ? undefined : `WebKit needs ${absent.join(', ')}: npm test names the packages`;
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() =>
        address === null || typeof address === 'string'
          ? reject(new Error('No port'))
          : resolve(address.port),
      );
    });
  });
}

/** A screen that nobody sees; Xvfb chooses a free number itself and writes it to descriptor 3. */
async function openDisplay(): Promise<{ readonly name: string; readonly server: ChildProcess }> {
  const server = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1280x1024x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  let number = '';
  server.stdio[3]?.on('data', (chunk: Buffer) => {
    number += chunk.toString();
  });
  await until('Xvfb has a display', () => number.endsWith('\n'));
  return { name: `:${number.trim()}`, server };
}

interface Running {
  readonly driver: WebDriver;
  readonly process: ChildProcess;
}

async function startDriver(
  hostArguments: readonly string[],
  profileDir: string,
  display: string,
): Promise<Running> {
  const port = await freePort();
  const started = spawn(DRIVER, [`--port=${port}`, '--host=127.0.0.1'], {
    stdio: 'ignore',
    env: {
      ...process.env,
      DISPLAY: display,
      GDK_BACKEND: 'x11',
      HOME: profileDir,
      NO_AT_BRIDGE: '1',
      LIBGL_ALWAYS_SOFTWARE: '1',
      WEBKIT_DISABLE_COMPOSITING_MODE: '1',
    },
  });
  const url = `http://127.0.0.1:${port}`;
  await until('the driver listens', () =>
    fetch(`${url}/status`).then(
      (answer) => answer.ok,
      () => false,
    ),
  );
  const driver = await new Builder()
    .disableEnvironmentOverrides()
    .usingServer(url)
    .withCapabilities({
      browserName: 'Carefront test host',
      'webkitgtk:browserOptions': { binary: PYTHON, args: [HOST, profileDir, ...hostArguments] },
    })
    .build();
  await driver.manage().setTimeouts({ script: 60_000, pageLoad: 60_000, implicit: 0 });
  return { driver, process: started };
}

/**
 * Starts WebKit under a display of its own. There is no offline switch in this engine: a test stops the server, or disconnects
 * the network.
 */
export async function launchWebKit(options: WebKitOptions = {}): Promise<WebKit> {
  const profileDir = options.profileDir ?? temporaryFolder('webkit');
  const { hostArguments = [] } = options;
  const display = await openDisplay();
  let running = await startDriver(hostArguments, profileDir, display.name);

  const kill9 = async () => {
    if (running.process.pid !== undefined) await killFamily(running.process.pid);
  };
  return {
    profileDir,
    get driver() {
      return running.driver;
    },
    kill9,
    async relaunch() {
      running = await startDriver(hostArguments, profileDir, display.name);
      return running.driver;
    },
    async close() {
      await running.driver.quit().catch(() => undefined);
      await kill9();
      display.server.kill();
    },
  };
}
