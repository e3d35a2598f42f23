/** What logind says of sleep, by `gdbus monitor`. Where either is absent nothing is told. */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { PowerEvent } from '../host.ts';
import { type FindProgram, findProgram } from '../shared/commands/child.ts';

const ARGUMENTS = [
  'monitor',
  '--system',
  '--dest',
  'org.freedesktop.login1',
  '--object-path',
  '/org/freedesktop/login1',
] as const;

/** @param line as `gdbus monitor` prints signals: path, interface and name, arguments */
export function readPowerLine(line: string): PowerEvent | undefined {
  const asleep = /: org\.freedesktop\.login1\.Manager\.PrepareForSleep \((true|false),?\)$/.exec(line)?.[1];
  if (asleep === undefined) return undefined;
  return asleep === 'true' ? 'suspend' : 'resume';
}

/** @returns what ends it. */
export function watchPower(
  onEvent: (event: PowerEvent) => void,
  find: FindProgram = findProgram,
): () => void {
  const program = find('gdbus');
  if (program === undefined) return () => undefined;
  const child = spawn(program, ARGUMENTS, { stdio: ['ignore', 'pipe', 'ignore'] });
  child.on('error', () => undefined);
  createInterface({ input: child.stdout }).on('line', (line) => {
    const event = readPowerLine(line);
    if (event !== undefined) onEvent(event);
  });
  return () => void child.kill('SIGKILL');
}
