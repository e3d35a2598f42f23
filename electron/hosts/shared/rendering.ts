/** Whether this machine draws without its graphics processor, remembered over a restart: it has to be known before Electron is ready. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const FILE = 'software-rendering';

export const readSoftwareRendering = (folder: string): boolean => {
  try {
    return readFileSync(join(folder, FILE), 'utf8') === '1';
  } catch {
    return false;
  }
};

/** Never throws: a disk that is full must not keep a kiosk from being restarted. */
export function rememberSoftwareRendering(folder: string, software: boolean): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    if (software) writeFileSync(join(folder, FILE), '1', { mode: 0o600 });
    else rmSync(join(folder, FILE), { force: true });
  } catch {
    // The watchdog's own memory still says how often it was tried.
  }
}
