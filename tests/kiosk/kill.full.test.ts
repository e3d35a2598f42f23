/** The whole host, killed at any moment of an intake: nothing finished is lost or there twice, nothing is readable, and the next patient finds a kiosk. */
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { endProcessesOver, processesOver } from '../../electron/hosts/chromium/processes.ts';
import { nodeExecutable, projectRoot } from '../support/paths.ts';
import { scanProfile } from '../support/profile-scan.ts';
import { until } from '../support/wait.ts';
import { chromiumKioskIsMissing } from './support/chromium-kiosk.ts';
import { type Orders, type Told, toldSchema } from './support/mortal-kiosk.ts';
import { VENDOR } from './support/uti-check.ts';
import { enrol, startWholeKiosk, type WholeKiosk } from './support/whole-kiosk.ts';

const missing = chromiumKioskIsMissing();
const KILLS = 20;
const KILL_MS = 120_000;
/** Killed at most so long after what it told last, ms. */
const AFTER_MS = 4_000;
const CANARIES = [
  'Okonkwo-Brandt',
  'marguerite.canary@mailbox.example',
  '1984-03-17',
  'Peanutbutterfly',
  'Hivesandwelts',
  'Marguerite',
];
/** When it is killed: after this was told, at some moment. Each comes up, also in a short run. */
const MOMENTS: readonly Told['told'][] = ['half', 'sent', 'begun', 'half', 'started'];

/** What the kiosk wrote down about itself last: closed words only. */
const logOf = (dataFolder: string): string =>
  readdirSync(join(dataFolder, 'log'))
    .toSorted()
    .slice(-2)
    .map((name) => readFileSync(join(dataFolder, 'log', name), 'utf8'))
    .join('');

describe.skipIf(missing !== undefined)(`a kiosk that is killed ${KILLS} times ${missing ?? ''}`, () => {
  let kiosk: WholeKiosk;
  beforeAll(async () => {
    kiosk = await startWholeKiosk({ vendor: VENDOR });
    await enrol(kiosk);
    // Enrolled; from here on a process of its own has the folders.
    await kiosk.stopKiosk();
  });
  afterAll(async () => {
    await endProcessesOver(kiosk.memoryFolder);
    await kiosk.close();
  });

  /** @returns what it told, until it was killed */
  async function liveAndDie(name: string, moment: Told['told']): Promise<readonly Told[]> {
    const { dataFolder, memoryRoot: memoryFolder, files, display, builtIn } = kiosk;
    const orders: Orders = { dataFolder, memoryFolder, files, display, builtIn, name };
    const child = spawn(
      nodeExecutable(),
      [
        '--disable-warning=ExperimentalWarning',
        join(import.meta.dirname, 'support/mortal-kiosk.ts'),
        JSON.stringify(orders),
      ],
      { cwd: projectRoot, stdio: ['ignore', 'pipe', 'pipe'] },
    );
    let complaints = '';
    child.stderr.on('data', (chunk: Buffer) => {
      complaints += chunk.toString();
    });
    const told: Told[] = [];
    const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
    let killing = false;
    for await (const line of createInterface({ input: child.stdout })) {
      told.push(toldSchema.parse(JSON.parse(line)));
      if (killing || told.at(-1)?.told !== moment) continue;
      killing = true;
      setTimeout(() => child.kill('SIGKILL'), Math.random() * AFTER_MS);
    }
    await ended;
    if (child.signalCode !== 'SIGKILL')
      throw new Error(
        `It ended by itself (${child.exitCode}): ${complaints} ${JSON.stringify(told)} ${logOf(dataFolder)}`,
      );
    return told;
  }

  test(
    'loses nothing that was handed in, sends nothing twice, and leaves nothing to read (G3, G6)',
    async () => {
      const told: Told[] = [];
      for (let kill = 0; kill < KILLS; kill += 1) {
        const name = `Marguerite${String.fromCharCode(65 + kill)}`;
        told.push(...(await liveAndDie(name, MOMENTS[kill % MOMENTS.length] ?? 'half')));
        expect(scanProfile(kiosk.dataFolder, CANARIES)).toEqual([]);
      }
      // What is left in memory by the last is found and ended by the next start.
      await kiosk.restart();
      expect(processesOver(kiosk.memoryFolder).some(({ parent }) => parent === process.pid)).toBe(true);
      const { desk } = kiosk;
      const named = (kind: Told['told']) =>
        told.flatMap((each) => (each.told === kind && 'name' in each ? [each.name] : []));
      const finished = named('sent');
      const half = named('half').filter((name) => !finished.includes(name));
      const cases = async () => (await desk.inbox()).filter(({ kind }) => kind === 'case');
      const patients = async () => (await cases()).map(({ patientName }) => patientName?.split(' ')[0] ?? '');
      // Handed in in the moment of the kill, and not seen to be: it may be either.
      await until(
        'everything is at the clinic',
        async () => {
          const there = await patients();
          const { paused } = await desk.today();
          const unfinished = half.filter((name) => !there.includes(name));
          return finished.every((name) => there.includes(name)) && paused.length >= unfinished.length;
        },
        60_000,
      );
      const there = await patients();
      expect(new Set(there).size).toBe(there.length);
      const shown = told.flatMap((each) => (each.told === 'sent' ? [each.code] : []));
      const codes = (await cases()).map(({ code }) => code);
      expect(codes).toEqual(expect.arrayContaining(shown));
      const { paused } = await desk.today();
      expect(new Set(paused.map(({ reason }) => reason))).toEqual(
        new Set(paused.length > 0 ? ['crash'] : []),
      );
      expect((await desk.kiosk()).alarms).toEqual([]);
      expect(scanProfile(kiosk.dataFolder, CANARIES)).toEqual([]);
      expect(scanProfile(kiosk.memoryFolder, CANARIES)).toEqual([]);
      console.info(
        `${KILLS} kills of the whole host: ${finished.length} handed in, ${half.length} half, ${paused.length} paused`,
      );
    },
    KILLS * KILL_MS,
  );
});
