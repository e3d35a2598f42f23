import { chmodSync, existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/** The checkout's folder. */
export const projectRoot = resolve(import.meta.dirname, '..', '..');

/** Real questionnaires and other data beside the checkout; undefined where it isn't there, and tests say that they skip. */
export function findTestData(): string | undefined {
  const folder = resolve(projectRoot, '..', 'shared', 'data');
  return existsSync(folder) ? folder : undefined;
}

/** A new empty folder that a database running as another user may enter. */
export function temporaryFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `carefront-${name}-`));
  chmodSync(folder, 0o755);
  return folder;
}

/** Node 24, whatever runs the test. */
export function nodeExecutable(): string {
  const packaged = join(projectRoot, 'node_modules', '.bin', 'node');
  return existsSync(packaged) ? packaged : process.execPath;
}
