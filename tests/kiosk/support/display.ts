/** A screen that nobody sees, without a window manager: what a kiosk under cage has for itself as well. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { until } from '../../support/wait.ts';

export interface Display {
  /** For `DISPLAY`. */
  readonly name: string;
  close(): Promise<void>;
}

/** Xvfb chooses a free number itself and writes it to descriptor 3. */
export async function openDisplay(width: number, height: number): Promise<Display> {
  const server = spawn(
    'Xvfb',
    ['-displayfd', '3', '-screen', '0', `${width}x${height}x24`, '-nolisten', 'tcp', '-ac'],
    { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] },
  );
  const ended = once(server, 'exit');
  let number = '';
  server.stdio[3]?.on('data', (chunk: Buffer) => {
    number += chunk.toString();
  });
  await until('Xvfb has a display', () => number.endsWith('\n'));
  return {
    name: `:${number.trim()}`,
    async close() {
      server.kill();
      await ended;
    },
  };
}
