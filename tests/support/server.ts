/** The real server as a process of its own, on folders of its own, behind a {@link Network}. */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { temporaryFiles } from '../../build/test-run/temporary-files.ts';
import { compileVendors } from '../../build/vendor/compile.ts';
import { copyPreparedData } from '../../sync/server/testing/prepared-data.ts';
import { type Network, openNetwork } from './network.ts';
import { nodeExecutable, projectRoot, temporaryFolder } from './paths.ts';
import { until } from './wait.ts';

export interface ServerOptions {
  /** The port that browsers see; 0 or none takes a free one. */
  readonly port?: number;
  readonly dataDir?: string;
  /** Sources of vendor packs, compiled for this server; the demo vendors of the build by default. */
  readonly vendorsDir?: string;
  /** Already compiled packs. */
  readonly packsDir?: string;
  /** The built renderer; `dist/web` by default. */
  readonly webDir?: string;
  readonly env?: Readonly<Record<string, string>>;
}

export interface TestServer {
  /** What browsers open: the network's address, which stays over restarts. */
  readonly origin: string;
  readonly network: Network;
  /** Where the server itself listens. */
  port(): number;
  readonly dataDir: string;
  /** The server's own environment, for commands that work on the same data. */
  readonly env: Readonly<Record<string, string>>;
  /** What the server printed since it was first started. */
  output(): string;
  /** Ends it as Ctrl-C does and resolves with its exit code. */
  stop(): Promise<number>;
  /** Ends it as a power cut does. */
  kill9(): Promise<void>;
  /** Starts it again on the same data and address, once it is stopped; with other settings, if some are given. */
  start(changes?: Readonly<Record<string, string>>): Promise<void>;
  /** Moves its clock ahead: it is started again, and does what has come due. */
  pass(milliseconds: number): Promise<void>;
  /** Stops everything for good. */
  close(): Promise<void>;
}

/** Compiled code, shared by all that start. */
const COMPILED = join(tmpdir(), 'carefront-compiled');
const START_MS = 120_000;
const READY = /^ready (http:\/\/\S+)/m;

/** The demo vendors as `npm run build` compiled them; packs from elsewhere are compiled now. */
async function packsFor({ packsDir, vendorsDir }: ServerOptions): Promise<string> {
  if (packsDir !== undefined) return packsDir;
  const built = join(projectRoot, 'dist', 'vendors');
  if (vendorsDir === undefined && existsSync(built)) return built;
  const outDir = temporaryFolder('packs');
  await compileVendors({ vendorsDir: vendorsDir ?? join(projectRoot, 'vendors'), outDir });
  return outDir;
}

export async function startServer(options: ServerOptions = {}): Promise<TestServer> {
  const folder = options.dataDir === undefined ? temporaryFolder('data', temporaryFiles()) : undefined;
  const dataDir = options.dataDir ?? join(folder ?? '', 'data');
  if (folder !== undefined) await copyPreparedData(dataDir);
  const env: Record<string, string> = {
    // Browsers never speak to this port: the network's stands between.
    PORT: '0',
    DATA_DIR: dataDir,
    PACKS_DIR: await packsFor(options),
    WEB_DIR: options.webDir ?? join(projectRoot, 'dist', 'web'),
    ...options.env,
  };
  const network = await openNetwork(options.port ?? 0);
  let output = '';
  let child: ChildProcess | undefined;
  let port = 0;

  async function start(changes: Readonly<Record<string, string>> = {}): Promise<void> {
    if (child && child.exitCode === null && child.signalCode === null)
      throw new Error('The server runs already');
    Object.assign(env, changes);
    const from = output.length;
    const started = spawn(
      nodeExecutable(),
      [
        '--disable-warning=ExperimentalWarning',
        ...(env.CLOCK_AHEAD_MS === undefined ? [] : ['--import', './tests/support/clock-ahead.mjs']),
        '--import',
        './sync/server/base/database/load-drizzle.mjs',
        'sync/server/main.ts',
      ],
      {
        cwd: projectRoot,
        env: { ...process.env, NODE_COMPILE_CACHE: COMPILED, ...env },
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    );
    child = started;
    const collect = (chunk: Buffer) => {
      output += chunk.toString();
    };
    started.stdout.on('data', collect);
    started.stderr.on('data', collect);
    const address = await until(
      'the server is ready',
      () => {
        if (started.exitCode !== null)
          throw new Error(`The server ended with ${started.exitCode}:\n${output.slice(from)}`);
        return READY.exec(output.slice(from))?.[1];
      },
      START_MS,
    );
    port = Number(new URL(address).port);
    network.connect(port);
  }

  async function end(signal: NodeJS.Signals): Promise<number> {
    network.disconnect();
    const running = child;
    if (!running || running.exitCode !== null || running.signalCode !== null) return running?.exitCode ?? 0;
    const ended = new Promise<number>((resolve) => running.once('exit', (code) => resolve(code ?? -1)));
    running.kill(signal);
    return ended;
  }

  await start();
  return {
    origin: network.origin,
    network,
    port: () => port,
    dataDir,
    env,
    output: () => output,
    stop: () => end('SIGINT'),
    async kill9() {
      await end('SIGKILL');
    },
    start,
    async pass(milliseconds) {
      await end('SIGINT');
      await start({ CLOCK_AHEAD_MS: String(Number(env.CLOCK_AHEAD_MS ?? 0) + milliseconds) });
    },
    async close() {
      await end('SIGINT');
      await network.close();
      // Memory is given back at once.
      if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
    },
  };
}
