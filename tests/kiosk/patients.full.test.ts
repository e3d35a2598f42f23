/** One patient after the other, all day: what one leaves in memory or on a disk would add up. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { processesOver } from '../../electron/hosts/chromium/processes.ts';
import { until } from '../support/wait.ts';
import { chromiumKioskIsMissing } from './support/chromium-kiosk.ts';
import { heapInUse } from './support/page-memory.ts';
import { Visitor } from './support/visitor.ts';
import { enrol, startWholeKiosk, type WholeKiosk } from './support/whole-kiosk.ts';

const missing = chromiumKioskIsMissing();
/** Ten minutes of them; `PATIENTS=1000` makes a soak of it. */
const PATIENTS = Number(process.env.PATIENTS ?? 60);
/** What is loaded once is loaded by then. */
const WARM = 10;
/** Of two Chromiums, one that is shown and one that waits: 19 are the most that were seen. */
const MAX_PROCESSES = 24;
const MEGABYTE = 1024 * 1024;

interface Figures {
  /** Of the page, bytes, after everything that can be collected was. */
  readonly heap: number;
  /** Of the host's process, MB. It is this process: the test's own needs are in it. */
  readonly host: number;
  /** Of its heap, MB. */
  readonly hostHeap: number;
  /** Of all Chromiums, with their helpers: how many each has just now is its own affair, up to {@link MAX_PROCESSES}. */
  readonly processes: number;
  /** Processes over a profile that is gone. */
  readonly strays: number;
  readonly folders: number;
}

function residentMegabytes(): number {
  return Math.round(
    Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? 0) / 1024,
  );
}

describe.skipIf(missing !== undefined)(`${PATIENTS} patients in a row ${missing ?? ''}`, () => {
  let kiosk: WholeKiosk;
  beforeAll(async () => {
    kiosk = await startWholeKiosk({ vendor: 'willow' });
    await enrol(kiosk);
  });
  afterAll(async () => {
    await kiosk.close();
  });

  const settled = () =>
    until('one page is shown and one waits', () => readdirSync(kiosk.memoryFolder).length === 2);
  async function figures(): Promise<Figures> {
    await settled();
    globalThis.gc?.();
    const page = kiosk.page();
    await new Visitor(page).sees(new Visitor(page).words('kiosk', 'attract.title'));
    return {
      heap: await heapInUse(page),
      host: residentMegabytes(),
      hostHeap: Math.round(process.memoryUsage().heapUsed / MEGABYTE),
      ...processesNow(),
      folders: readdirSync(kiosk.memoryFolder).length,
    };
  }
  function processesNow(): Pick<Figures, 'processes' | 'strays'> {
    const { memoryFolder } = kiosk;
    const found = processesOver(memoryFolder);
    const profiles = readdirSync(memoryFolder).map((profile) => processesOver(join(memoryFolder, profile)));
    const living = new Set(profiles.flat().map(({ pid }) => pid));
    return {
      processes: found.length,
      strays: found.filter(({ pid }) => !living.has(pid)).length,
    };
  }
  async function comes(): Promise<void> {
    const page = kiosk.page();
    const visitor = new Visitor(page);
    await visitor.begins();
    await visitor.button(visitor.words('kiosk', 'ways.walkIn')).click();
    await visitor.button(visitor.words('kiosk', 'walkIn.desk')).click();
    await visitor.button(visitor.words('kiosk', 'done.finish')).click();
    await kiosk.nextPage(page);
  }

  test(
    'leave nothing behind: no process, no folder, no memory',
    async () => {
      const began = performance.now();
      let warm: Figures | undefined;
      for (let number = 1; number <= PATIENTS; number += 1) {
        await comes().catch(async (error: unknown) => {
          const shown = await kiosk
            .page()
            .innerText('body', { timeout: 5_000 })
            .catch(() => 'a page that says nothing');
          const { failures, errors, exits } = kiosk;
          const seen = JSON.stringify({ shown, failures, errors, exits });
          throw new Error(`Patient ${number} of ${PATIENTS} did not get through: ${seen}`, { cause: error });
        });
        if (number === WARM) warm = await figures();
      }
      const last = await figures();
      const seconds = (performance.now() - began) / 1000;
      console.info(
        `${PATIENTS} patients in ${Math.round(seconds)} s; after ${WARM}: ${JSON.stringify(warm)}; at the end: ${JSON.stringify(last)}`,
      );
      if (!warm) throw new Error('There were too few patients.');
      expect(last.heap).toBeLessThan(warm.heap * 1.05);
      expect(last.heap).toBeGreaterThan(warm.heap * 0.5);
      expect(last.strays).toBe(0);
      expect(last.processes).toBeLessThanOrEqual(MAX_PROCESSES);
      expect(last.folders).toBe(warm.folders);
      expect((await kiosk.desk.today()).walkIns).toHaveLength(PATIENTS);
      expect(kiosk.failures).toEqual([]);
      expect(kiosk.errors).toEqual([]);
      await kiosk.stopKiosk();
      expect(processesOver(kiosk.memoryFolder)).toEqual([]);
      expect(() => readdirSync(kiosk.memoryFolder)).toThrow(/ENOENT/);
    },
    PATIENTS * 10_000,
  );
});
