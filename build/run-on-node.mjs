/**
 * Runs a TypeScript file of the checkout on Node 24, whatever Node started us. Plain JavaScript.
 */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';
import { isAtLeast, TYPE_STRIPPING_NODE } from './node-version.mjs';

const LOAD_DRIZZLE = new URL('../sync/server/base/database/load-drizzle.mjs', import.meta.url).href;
const FORWARDED = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/**
 * @param {string} root the checkout's folder
 * @returns {string} the packaged Node 24, or the running one where that can strip types itself
 */
export function nodeFor(root) {
  const packaged = join(root, 'node_modules', '.bin', 'node');
  if (existsSync(packaged)) return packaged;
  if (isAtLeast(process.versions.node, TYPE_STRIPPING_NODE)) return process.execPath;
  console.error(
    `No packaged Node exists for ${process.platform}-${process.arch}: please start Carefront with Node ${TYPE_STRIPPING_NODE.join('.')} or newer (this is ${process.versions.node}).`,
  );
  return process.exit(1);
}

/**
 * With compiled code kept between runs: every process and every thread would strip and compile the same sources again, a second for each
 * judging worker.
 *
 * @param {string} root the checkout's folder
 * @returns {NodeJS.ProcessEnv}
 */
export function environmentFor(root) {
  return { NODE_COMPILE_CACHE: join(root, '.cache', 'node'), ...process.env };
}

/**
 * Runs `file` with this terminal and resolves with its exit code (128 + n after signal n, as shells count).
 *
 * `leadsGroup` gives the child a process group of its own, so that Ctrl-C, which a terminal sends to every process of the
 * foreground, reaches it once, through us, and not a second time from npm and the shell in between. The child then
 * hears over its IPC channel when we are gone, and stops itself: see `stop-with-parent.mjs`. Over the same channel it says `ready`.
 *
 * @param {string} root the checkout's folder
 * @param {string} file path of the TypeScript file, from the root
 * @param {readonly string[]} args
 * @param {{ leadsGroup?: boolean, onReady?: () => void }} [options]
 * @returns {Promise<number>}
 */
export function runOnNode(root, file, args, options = {}) {
  const leadsGroup = options.leadsGroup === true;
  const flags = ['--disable-warning=ExperimentalWarning', '--import', LOAD_DRIZZLE];
  if (leadsGroup) flags.push('--import', new URL('./stop-with-parent.mjs', import.meta.url).href);
  const child = spawn(nodeFor(root), [...flags, file, ...args], {
    cwd: root,
    env: environmentFor(root),
    stdio: leadsGroup ? ['inherit', 'inherit', 'inherit', 'ipc'] : 'inherit',
    detached: leadsGroup,
  });
  child.on('message', (message) => {
    if (message === 'ready') options.onReady?.();
  });
  const forward = (signal) => {
    // Without a group of its own the child has heard a terminal's Ctrl-C already; hearing it twice is harmless there.
    child.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal);
  };
  for (const signal of FORWARDED) process.on(signal, forward);
  return new Promise((resolve) => {
    child.on('error', (error) => {
      console.error(`${file} could not be started: ${error.message}`);
      resolve(1);
    });
    child.on('exit', (code, signal) => {
      for (const name of FORWARDED) process.off(name, forward);
      resolve(code === null ? 128 + (constants.signals[signal] || 1) : code);
    });
  });
}
