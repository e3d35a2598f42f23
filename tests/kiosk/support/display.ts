/** A screen that nobody sees; without a window manager, as a kiosk under cage has it for itself, or with one. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../../support/paths.ts';
import { until } from '../../support/wait.ts';

export interface Display {
  /** For `DISPLAY`. */
  readonly name: string;
  close(): Promise<void>;
}

export interface DisplayOptions {
  readonly windowManager?: 'openbox' | undefined;
}

/** Starts a window manager, and waits until it has the screen. @returns what ends it */
async function manage(name: string, program: 'openbox'): Promise<() => Promise<unknown>> {
  const began = join(temporaryFolder('display'), 'began');
  const manager = spawn(program, ['--sm-disable', '--startup', `touch ${began}`], {
    stdio: 'ignore',
    env: { ...process.env, DISPLAY: name },
  });
  const ended = once(manager, 'exit');
  await until('the window manager has the screen', () => existsSync(began));
  return async () => {
    manager.kill();
    await ended;
  };
}

/** Xvfb chooses a free number itself and writes it to descriptor 3. */
export async function openDisplay(
  width: number,
  height: number,
  { windowManager }: DisplayOptions = {},
): Promise<Display> {
  const server = spawn(
    'Xvfb',
    ['-displayfd', '3', '-noreset', '-screen', '0', `${width}x${height}x24`, '-nolisten', 'tcp', '-ac'],
    { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] },
  );
  const ended = once(server, 'exit');
  let number = '';
  server.stdio[3]?.on('data', (chunk: Buffer) => {
    number += chunk.toString();
  });
  await until('Xvfb has a display', () => number.endsWith('\n'));
  const name = `:${number.trim()}`;
  const endManager = windowManager === undefined ? undefined : await manage(name, windowManager);
  return {
    name,
    async close() {
      await endManager?.();
      server.kill();
      await ended;
    },
  };
}
