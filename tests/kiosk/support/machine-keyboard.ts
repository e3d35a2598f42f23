/** Keys that reach a compositor in a window of X11's as those of a machine's own keyboard do: by their number alone. */
import { execFileSync, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { temporaryFolder } from '../../support/paths.ts';

const COMPILERS = ['tcc', 'cc'];
const findCompiler = () =>
  COMPILERS.find((name) => spawnSync('sh', ['-c', `command -v ${name}`]).status === 0);

/** Why it can't be had here; undefined where it can. */
export const machineKeyboardIsMissing = (): string | undefined =>
  findCompiler() === undefined ? 'tcc is not installed' : undefined;

/** @returns what goes before the compositor's other programs in `LD_PRELOAD`; anybody may read it */
export function makeMachineKeyboard(): string {
  const library = join(temporaryFolder('machine-keyboard'), 'machine-keyboard.so');
  const source = join(import.meta.dirname, 'machine-keyboard.c');
  execFileSync(findCompiler() ?? 'tcc', ['-shared', '-fPIC', '-nostdlib', '-o', library, source]);
  return library;
}
