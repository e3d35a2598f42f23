import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { RunProgram } from '../shared/commands/child.ts';
import { runProgram } from '../shared/commands/child.ts';
import { createEspeak, readVoices } from '../shared/commands/speech.ts';
import { createSupervisor } from '../shared/commands/supervisor.ts';
import { dataFolderOf, volatileFoldersOf } from './folders.ts';
import { emptyFolder, findMemoryFolder, makeEmptyFolder } from './memory-folder.ts';
import { NETWORK_LOOK_MS, watchPower } from './power.ts';

const VOICES = `Pty Language       Age/Gender VoiceName          File                 Other Languages
 5  ar              --/M      Arabic             sem/ar
 2  en-gb           --/M      English_(Great_Britain) gmw/en               (en 2)
 5  en-us           --/M      English_(America)  gmw/en-US            (en 3)
 5  es              --/M      Spanish_(Spain)    roa/es
`;

/** Programs that run until they are told to end. */
function programs() {
  const started: {
    readonly path: string;
    readonly args: readonly string[];
    readonly input: string | undefined;
    readonly end: () => void;
    stopped: boolean;
  }[] = [];
  const run: RunProgram = (path, args, input) => {
    let end: () => void = () => undefined;
    const ended = new Promise<{ code: number; output: string }>((resolve) => {
      end = () => resolve({ code: 0, output: '' });
    });
    if (args[0] === '--voices')
      return { ended: Promise.resolve({ code: 0, output: VOICES }), stop: () => undefined };
    const own = { path, args, input, end, stopped: false };
    started.push(own);
    return {
      ended,
      stop() {
        own.stopped = true;
        end();
      },
    };
  };
  return { started, run, find: (name: string) => `/usr/bin/${name}` };
}

describe("the machine's voice", () => {
  test('speaks the languages it has, with the text by its input and not among its arguments', async () => {
    const { started, run, find } = programs();
    const speech = await createEspeak({ run, find });
    expect(['en', 'en-US', 'es-MX', 'ar', 'fr'].map(speech.has)).toEqual([true, true, true, true, false]);
    const said = speech.say({ text: 'How are you?', language: 'es-MX', rate: 2, volume: 0.5 });
    started[0]?.end();
    await said;
    expect(started[0]).toMatchObject({
      path: '/usr/bin/espeak-ng',
      args: ['-v', 'es', '-s', '350', '-a', '50', '--stdin'],
      input: 'How are you?',
    });
  });

  test('is replaced by what comes next, and stops', async () => {
    const { started, run, find } = programs();
    const speech = await createEspeak({ run, find });
    const utterance = { language: 'en', rate: 1, volume: 1 };
    const first = speech.say({ ...utterance, text: 'one' });
    const second = speech.say({ ...utterance, text: 'two' });
    await first;
    speech.stop();
    await second;
    expect(started.map(({ stopped }) => stopped)).toEqual([true, true]);
  });

  test('is silent where it is not installed, or has no voice for the language', async () => {
    const { started, run, find } = programs();
    const none = await createEspeak({ run, find: () => undefined });
    await none.say({ text: 'x', language: 'en', rate: 1, volume: 1 });
    await (await createEspeak({ run, find })).say({ text: 'x', language: '-w/tmp/x', rate: 1, volume: 1 });
    expect(none.has('en')).toBe(false);
    expect(started).toEqual([]);
    expect(readVoices('')).toEqual(new Set());
  });
});

describe('the supervisor', () => {
  test('is told by systemd-notify, where it listens', () => {
    const { started, run, find } = programs();
    createSupervisor({ environment: {}, run, find })('ready');
    expect(started).toEqual([]);
    const notify = createSupervisor({ environment: { NOTIFY_SOCKET: '/run/x' }, run, find });
    notify('ready');
    notify('alive');
    notify('stopping');
    // One that is under way makes the next sign of life needless, and nothing else.
    expect(started.map(({ args }) => args)).toEqual([['--ready'], ['STOPPING=1']]);
  });
});

describe('programs of the system', () => {
  test('are run with their input, by their path, and end when they are told to', async () => {
    expect(await runProgram('/bin/cat', [], 'what was typed').ended).toEqual({
      code: 0,
      output: 'what was typed',
    });
    const sleeping = runProgram('/bin/sleep', ['60']);
    sleeping.stop();
    expect(await sleeping.ended).toEqual({ code: undefined, output: '' });
    expect(await runProgram('/nowhere/at-all', []).ended).toEqual({ code: undefined, output: '' });
  });
});

describe('S15: folders in memory', () => {
  test('is the first that really is in memory', () => {
    const environment = { XDG_RUNTIME_DIR: '/run/user/1' };
    expect(findMemoryFolder({ environment, isInMemory: () => true })).toBe('/run/user/1');
    expect(findMemoryFolder({ environment, isInMemory: (folder) => folder === '/dev/shm' })).toBe('/dev/shm');
    expect(findMemoryFolder({ environment, isInMemory: () => false })).toBeUndefined();
    expect(findMemoryFolder({ environment: { XDG_RUNTIME_DIR: 'here' }, isInMemory: () => true })).toBe(
      '/dev/shm',
    );
  });

  test('what an earlier run or patient left there is gone', async () => {
    const parent = mkdtempSync(join(tmpdir(), 'kiosk-memory-'));
    try {
      writeFileSync(join(makeEmptyFolder(join(parent, 'dumps')), 'a.dmp'), 'x');
      const folder = makeEmptyFolder(join(parent, 'dumps'));
      expect(readdirSync(folder)).toEqual([]);
      writeFileSync(join(makeEmptyFolder(join(folder, 'deeper')), 'b.dmp'), 'x');
      await emptyFolder(folder);
      expect(readdirSync(folder)).toEqual([]);
      await emptyFolder(join(parent, 'absent'));
    } finally {
      rmSync(parent, { recursive: true });
    }
  });
});

describe('the kiosk keeps its files', () => {
  const userData = '/home/x/.config/kiosk';

  test("are the unit's on Linux, those that the write filter leaves out on Windows, the user's elsewhere", () => {
    const state = { STATE_DIRECTORY: '/var/lib/carefront-kiosk' };
    expect(dataFolderOf({ platform: 'linux', environment: state, userData })).toBe(
      '/var/lib/carefront-kiosk',
    );
    expect(dataFolderOf({ platform: 'linux', environment: {}, userData })).toBe(`${userData}/kiosk`);
    expect(dataFolderOf({ platform: 'linux', environment: { STATE_DIRECTORY: 'here' }, userData })).toBe(
      `${userData}/kiosk`,
    );
    expect(dataFolderOf({ platform: 'win32', environment: { ProgramData: '/ProgramData' }, userData })).toBe(
      '/ProgramData/Carefront Kiosk/data',
    );
    expect(dataFolderOf({ platform: 'darwin', environment: state, userData })).toBe(`${userData}/kiosk`);
  });

  test('that must not last are in memory where there is some, and each kiosk has its own', () => {
    const of = (dataFolder: string, memory?: string, platform: NodeJS.Platform = 'linux') =>
      volatileFoldersOf({ memory, temp: '/tmp', dataFolder, platform });
    expect(of('/a', '/dev/shm').crashDumps).toMatch(/^\/dev\/shm\/carefront-electron-[0-9a-f]{16}\/dumps$/);
    expect(of('/a', '/dev/shm').sessionData).toMatch(/^\/dev\/shm\/.*\/session$/);
    expect(of('/b', '/dev/shm').crashDumps).not.toBe(of('/a', '/dev/shm').crashDumps);
    expect(of('/a').crashDumps).toMatch(/^\/tmp\//);
    expect([of('/a').sessionData, of('/a', '/x', 'win32').sessionData]).toEqual([undefined, undefined]);
  });
});

describe('the network', () => {
  test('that changes is told once for each change', () => {
    const events: string[] = [];
    const looks: { readonly ms: number; readonly run: () => void }[] = [];
    let addresses = ['10.0.0.2', '127.0.0.1'];
    watchPower({
      powerMonitor: { on: () => undefined },
      powerSaveBlocker: { start: () => 1 },
      after(ms, run) {
        looks.push({ ms, run });
        return () => undefined;
      },
      addresses: () => addresses,
      onEvent: (event) => events.push(event),
    });
    const look = () => looks.at(-1)?.run();
    addresses = ['127.0.0.1', '10.0.0.2'];
    look();
    addresses = ['127.0.0.1'];
    look();
    look();
    expect(events).toEqual(['network-changed']);
    expect(looks.map(({ ms }) => ms)).toEqual(Array.from({ length: 4 }, () => NETWORK_LOOK_MS));
  });
});
