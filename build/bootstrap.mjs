/** What every command does first: the right Node, and the packages of package-lock.json. Plain JavaScript. */
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { install } from './install.mjs';

/** The checkout's folder. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)));

export async function bootstrap() {
  process.chdir(root);
  await install(root);
}
