/** Every window that comes on a screen, told by the X server itself. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { z } from 'zod';
import { until } from '../../support/wait.ts';

const windowSchema = z.object({
  window: z.number(),
  /** One that no window manager has a say in: a menu, a tooltip, a list of suggestions. */
  popup: z.boolean(),
  size: z.tuple([z.number(), z.number()]).nullable(),
  name: z.string(),
});
export type SeenWindow = z.infer<typeof windowSchema>;

export interface WindowWatch {
  /** In the order in which they came; none is missed, however short it was there. */
  readonly seen: readonly SeenWindow[];
  stop(): Promise<void>;
}

export async function watchWindows(display: string): Promise<WindowWatch> {
  const child = spawn('/usr/bin/python3', [join(import.meta.dirname, 'watch-windows.py'), display], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const seen: SeenWindow[] = [];
  let isReady = false;
  let rest = '';
  child.stdout.on('data', (chunk: Buffer) => {
    const lines = (rest + chunk.toString()).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      if (line === 'ready') isReady = true;
      else seen.push(windowSchema.parse(JSON.parse(line)));
    }
  });
  const ended = new Promise((resolve) => child.on('close', resolve));
  await until('windows are watched', () => isReady);
  return {
    seen,
    async stop() {
      child.stdin.end();
      await ended;
    },
  };
}
