import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/** The checkout's folder. */
export const projectRoot = resolve(import.meta.dirname, '..', '..');

/** Real questionnaires and other data beside the checkout; undefined where it isn't there, and tests say that they skip. */
export function findTestData(): string | undefined {
  const folder = resolve(projectRoot, '..', 'shared', 'data');
  return existsSync(folder) ? folder : undefined;
}

const made: string[] = [];

/** Each run would leave a gigabyte, and a hundred thousand files for a scan of the system's temporary folder to read. */
function removeAll(): void {
  for (const folder of made.splice(0))
    try {
      rmSync(folder, { recursive: true, force: true });
    } catch {
      // A process that outlives its test still writes there.
    }
}

/** A new empty folder that a database running as another user may enter; it goes with this process. */
export function temporaryFolder(name: string, within = tmpdir()): string {
  const folder = mkdtempSync(join(within, `carefront-${name}-`));
  chmodSync(folder, 0o755);
  if (made.length === 0) process.once('exit', removeAll);
  made.push(folder);
  return folder;
}

/** Node 24, whatever runs the test. */
export function nodeExecutable(): string {
  const packaged = join(projectRoot, 'node_modules', '.bin', 'node');
  return existsSync(packaged) ? packaged : process.execPath;
}
