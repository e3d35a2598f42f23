/** Keys as a keyboard's: pressed at the screen, by XTEST. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const PYTHON = '/usr/bin/python3';
const SCRIPT = join(import.meta.dirname, 'press-keys.py');

/** Why no key can be pressed here; undefined where it can. */
export function keysAreMissing(): string | undefined {
  const found = spawnSync(PYTHON, ['-c', 'import ctypes; ctypes.CDLL("libXtst.so.6")']).status === 0;
  return found ? undefined : 'python3 or libxtst6 is not installed';
}

/** @param combinations such as `Control_L+q`, by the names of X. */
export function pressKeys(display: string, ...combinations: readonly string[]): void {
  const { status, stderr } = spawnSync(PYTHON, [SCRIPT, display, ...combinations], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`Keys could not be pressed: ${stderr}`);
}
