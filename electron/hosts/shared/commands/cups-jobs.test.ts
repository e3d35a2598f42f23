import { describe, expect, test } from 'vitest';
import { createFakeElectron } from '../../../testing/fake-electron.ts';
import { createPrinter } from '../../electron/printer.ts';
import { createShellPages } from '../shell-pages.ts';
import type { FindProgram, RunProgram } from './child.ts';

const find: FindProgram = (name) => `/usr/bin/${name}`;

function printer(code: number | undefined, findProgram: FindProgram = find) {
  const ran: string[] = [];
  const run: RunProgram = (path, args) => {
    ran.push([path, ...args].join(' '));
    return { ended: Promise.resolve({ code, output: '' }), stop: () => undefined };
  };
  const made = createPrinter({
    electron: createFakeElectron(),
    pages: createShellPages('carefront://kiosk'),
    current: () => undefined,
    after: () => () => undefined,
    onKeptBack: () => undefined,
    find: findProgram,
    run,
    user: 'kiosk',
  });
  return { made, ran };
}

describe('print jobs at a wipe, in Electron', () => {
  test('those of this user alone are cancelled, with the files that CUPS has kept of them', async () => {
    const { made, ran } = printer(0);
    await made.cancelAll();
    expect(ran).toEqual(['/usr/bin/cancel -a -x -u kiosk']);
  });

  test('where nothing is queued, or there is no CUPS, that is no failure; a refusal is one', async () => {
    await printer(1).made.cancelAll();
    const without = printer(0, () => undefined);
    await without.made.cancelAll();
    expect(without.ran).toEqual([]);
    await expect(printer(2).made.cancelAll()).rejects.toThrow();
    await expect(printer(undefined).made.cancelAll()).rejects.toThrow();
  });
});
