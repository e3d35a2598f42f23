import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import type { FindProgram, RunProgram } from '../shared/commands/child.ts';
import { clearClipboards } from './clipboard.ts';
import { createEventQueue, MAX_WAITING } from './event-queue.ts';
import { openMachineKey } from './machine-key.ts';
import { readPowerLine } from './power.ts';
import { createCupsPrinter } from './printer.ts';

const find: FindProgram = (name) => `/usr/bin/${name}`;
const nothing: FindProgram = () => undefined;

/** Programs that answer by their name and first words. */
function programs(answers: Readonly<Record<string, { readonly code?: number; readonly output?: string }>>) {
  const ran: { readonly command: string; readonly input: string | undefined }[] = [];
  const run: RunProgram = (path, args, input) => {
    const command = [path.replace('/usr/bin/', ''), ...args].join(' ');
    ran.push({ command, input });
    const key = Object.keys(answers).find((name) => command.startsWith(name));
    const { code = 0, output = '' } = key === undefined ? {} : (answers[key] ?? {});
    return { ended: Promise.resolve({ code, output }), stop: () => undefined };
  };
  return { run, ran };
}

describe('the printer', () => {
  const idle = { output: 'printer desk is idle.  enabled since Mon\nprinter other disabled since Mon\n' };
  const destination = { output: 'system default destination: desk\n' };

  test.each([
    ['ready', { 'env LC_ALL=C /usr/bin/lpstat -d': destination, 'env LC_ALL=C /usr/bin/lpstat -p': idle }],
    ['absent', { 'env LC_ALL=C /usr/bin/lpstat -d': { output: 'no system default destination\n' } }],
    [
      'failing',
      {
        'env LC_ALL=C /usr/bin/lpstat -d': destination,
        'env LC_ALL=C /usr/bin/lpstat -p': { output: 'printer desk disabled since Mon -\n' },
      },
    ],
  ])('is %s', async (state, answers) => {
    expect(await createCupsPrinter({ find, run: programs(answers).run }).state()).toBe(state);
  });

  test('is absent where there is no CUPS, prints nothing then, and has nothing to cancel', async () => {
    const { run, ran } = programs({});
    const printer = createCupsPrinter({ find: nothing, run });
    expect(await printer.state()).toBe('absent');
    expect(await printer.print({ title: 'Thank you', lines: ['K7'], language: 'en' })).toBe(false);
    await printer.cancelAll();
    expect(ran).toEqual([]);
  });

  test('gets a receipt by its input: neither its queue nor the list of processes shows a line of it', async () => {
    const { run, ran } = programs({});
    const printer = createCupsPrinter({ find, run });
    expect(await printer.print({ title: 'Thank you', lines: ['Code K7-42QF'], language: 'en' })).toBe(true);
    expect(ran).toEqual([
      { command: 'lp -s -t Receipt -o document-format=text/plain', input: 'Thank you\n\nCode K7-42QF\n' },
    ]);
  });

  test('is told to forget this user’s jobs with their files; where it does not, the wipe is not complete', async () => {
    const { run, ran } = programs({});
    await createCupsPrinter({ find, run, user: 'kiosk' }).cancelAll();
    expect(ran.map(({ command }) => command)).toEqual(['cancel -a -x -u kiosk']);
    const failing = programs({ cancel: { code: 2 } });
    await expect(createCupsPrinter({ find, run: failing.run }).cancelAll()).rejects.toThrow();
  });
});

describe('the clipboards', () => {
  test('are emptied by what the machine has, and looked at again', async () => {
    const { run, ran } = programs({});
    await clearClipboards({ platform: 'x11', find, run });
    expect(ran.map(({ command }) => command)).toEqual(
      ['primary', 'secondary', 'clipboard'].flatMap((name) => [
        `xsel --${name} --clear`,
        `xsel --${name} --output`,
      ]),
    );
    const wayland = programs({});
    await clearClipboards({ platform: 'wayland', find, run: wayland.run });
    expect(wayland.ran.map(({ command }) => command)).toEqual([
      'wl-copy --clear',
      'wl-copy --primary --clear',
    ]);
  });

  test('that are not empty afterwards fail the wipe', async () => {
    const { run } = programs({ 'xsel --clipboard --output': { output: 'left' } });
    await expect(clearClipboards({ platform: 'x11', find, run })).rejects.toThrow(
      'A clipboard is not empty.',
    );
  });
});

describe('power', () => {
  const line = (word: string) =>
    `/org/freedesktop/login1: org.freedesktop.login1.Manager.PrepareForSleep (${word},)`;
  test('a sleep and its end are told, and nothing else that logind says', () => {
    expect(readPowerLine(line('true'))).toBe('suspend');
    expect(readPowerLine(line('false'))).toBe('resume');
    expect(
      readPowerLine("/org/freedesktop/login1: org.freedesktop.login1.Manager.SessionNew ('2', ...)"),
    ).toBeUndefined();
    expect(readPowerLine('The name org.freedesktop.login1 is owned by :1.3')).toBeUndefined();
  });
});

describe('events for a page', () => {
  test('are handed over one after the other, whatever becomes of one', async () => {
    const seen: string[] = [];
    const queue = createEventQueue(
      async (message) => {
        await Promise.resolve();
        seen.push(message);
        if (message === '1') throw new Error('The page has gone.');
      },
      () => undefined,
    );
    for (const message of ['0', '1', '2']) queue.push(message);
    await expect.poll(() => seen).toEqual(['0', '1', '2']);
  });

  test('that a page does not take are its failure, told once', () => {
    let stuck = 0;
    const queue = createEventQueue(
      () => new Promise(() => undefined),
      () => {
        stuck += 1;
      },
    );
    for (let number = 0; number < MAX_WAITING * 3; number += 1) queue.push('x');
    expect(stuck).toBe(1);
  });
});

describe('the machine’s key', () => {
  const folders: string[] = [];
  const folder = () => {
    const made = mkdtempSync(join(tmpdir(), 'machine-key-'));
    folders.push(made);
    return made;
  };
  afterEach(() => {
    for (const made of folders.splice(0)) rmSync(made, { recursive: true });
  });

  test('is the credential where the unit has one', () => {
    const [data, credentials] = [folder(), folder()];
    writeFileSync(join(credentials, 'carefront-kiosk-key'), Buffer.alloc(32, 7));
    expect(openMachineKey(data, credentials)).toEqual({ secret: Buffer.alloc(32, 7), from: 'credential' });
  });

  test('else a file that only this user can read, the same at every start', () => {
    const data = folder();
    const first = openMachineKey(data, undefined);
    expect(first.from).toBe('file');
    expect(statSync(join(data, 'machine-key')).mode & 0o777).toBe(0o600);
    expect(openMachineKey(data, folder())).toEqual(first);
    expect(readFileSync(join(data, 'machine-key'))).toHaveLength(32);
  });

  test('one of another length is refused and left alone', () => {
    const data = folder();
    writeFileSync(join(data, 'machine-key'), 'short');
    expect(() => openMachineKey(data, undefined)).toThrow('32 bytes');
    expect(readFileSync(join(data, 'machine-key'), 'utf8')).toBe('short');
  });
});
