/** Keys as a keyboard's: pressed at the screen, by XTEST. */
import { spawn, spawnSync } from 'node:child_process';
import { join } from 'node:path';

const PYTHON = '/usr/bin/python3';
const SCRIPT = join(import.meta.dirname, 'press-keys.py');

/** Why no key can be pressed here; undefined where it can. */
export function keysAreMissing(): string | undefined {
  const found = spawnSync(PYTHON, ['-c', 'import ctypes; ctypes.CDLL("libXtst.so.6")']).status === 0;
  return found ? undefined : 'python3 or libxtst6 is not installed';
}

/** @param combinations such as `Control_L+q` or `Button3`, by what is printed on a US keyboard */
export function pressKeys(display: string, ...combinations: readonly string[]): void {
  const { status, stderr } = spawnSync(PYTHON, [SCRIPT, display, ...combinations], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`Keys could not be pressed: ${stderr}`);
}

export interface KeyHammer {
  /** @returns how many were pressed */
  stop(): Promise<number>;
}

/** Presses one combination after the other, from the first again after the last, every `everyMs` ms. */
export function hammerKeys(display: string, everyMs: number, combinations: readonly string[]): KeyHammer {
  const child = spawn(PYTHON, [SCRIPT, display, '--every', String(everyMs), ...combinations], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  return {
    async stop() {
      child.stdin.end();
      if ((await ended) !== 0) throw new Error('Keys could not be pressed.');
      return Number(output);
    },
  };
}
