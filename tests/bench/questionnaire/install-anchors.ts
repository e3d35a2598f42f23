/** The anchors' packages, installed when they are first needed, into their own folder. */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ANCHORS_FOLDER } from './contestants.ts';

const MODULES = join(ANCHORS_FOLDER, 'node_modules');
const MARK = join(MODULES, '.installed');

/**
 * Exactly what the lock file names, without running scripts of packages.
 * @returns why it could not be done; undefined where it is done
 */
export async function installAnchors(): Promise<string | undefined> {
  const lock = createHash('sha256')
    .update(readFileSync(join(ANCHORS_FOLDER, 'package-lock.json')))
    .digest('hex');
  if (existsSync(MARK) && readFileSync(MARK, 'utf8') === lock) return undefined;
  console.log('Installing the anchors (about 700 MB, once) …');
  const npm = spawn('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: ANCHORS_FOLDER,
    stdio: ['ignore', 'inherit', 'pipe'],
  });
  let said = '';
  npm.stderr.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  const [code] = (await once(npm, 'close')) as [number | null];
  if (code !== 0) return said.trim().split('\n').slice(0, 3).join(' ');
  writeFileSync(MARK, lock);
  return undefined;
}
