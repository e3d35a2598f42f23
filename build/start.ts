/** What `npm start` does before it serves: reads the settings, because a wrong one is said at once, and builds what is stale. */
import { statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readConfig } from '../sync/server/base/config/config.ts';
import { StartupError } from '../sync/server/base/process/startup-error.ts';
import { build } from './build.ts';

const root = resolve(import.meta.dirname, '..');

/** @throws {StartupError} where the setting names no folder */
function readVendorsDir(value: string | undefined): string {
  const folder = resolve(root, value || 'vendors');
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return folder;
  throw new StartupError(`VENDORS_DIR "${folder}" is not a folder.`);
}

try {
  readConfig(process.env, root);
  const vendorsDir = readVendorsDir(process.env.VENDORS_DIR);
  const options = {
    root,
    vendorsDir,
    dist: join(root, 'dist'),
    force: false,
    strict: false,
    selfDestroy: false,
  };
  process.exit((await build({ ...options, log: (line) => console.log(line) })) ? 0 : 1);
} catch (error) {
  if (!(error instanceof StartupError)) throw error;
  console.error(error.message);
  process.exit(1);
}
