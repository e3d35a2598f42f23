/** Keys that are pressed while there is no page to hold them: between two patients, and after a Chromium that died. */
import { spawnSync } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { processesOver } from '../../electron/hosts/chromium/processes.ts';
import { killIfAlive } from '../support/processes.ts';
import { until } from '../support/wait.ts';
import { chromiumKioskIsMissing, startTestKiosk, type TestKiosk } from './support/chromium-kiosk.ts';
import { hammerKeys, keysAreMissing } from './support/keys.ts';
import { type WindowWatch, watchWindows } from './support/windows.ts';

const isFull = process.env.FULL === '1';
const CYCLES = isFull ? 30 : 3;
const KILLS = isFull ? 5 : 1;
const EVERY_MS = 50;

/** What opens something in a browser, as it is printed on a keyboard. Held back, each is a letter, a figure or nothing. */
const COMBINATIONS = [
  ...['o', 'n', 't', 'p', 's', 'u', 'j', 'h', 'd', 'l', 'w', 'q'].map((key) => `Control_L+${key}`),
  ...['n', 'i', 'j', 'o', 'b', 'w', 'Delete'].map((key) => `Control_L+Shift_L+${key}`),
  ...['Shift_L+Escape', 'F1', 'F3', 'F5', 'F6', 'F7', 'F10', 'F11', 'F12', 'Shift_L+F10', 'Menu'],
  ...['Alt_L+F4', 'Alt_L+d', 'Alt_L+f', 'Alt_L+space', 'Alt_L+Tab', 'Super_L', 'XF86HomePage'],
  ...['Button2', 'Button3', 'Button8', 'Button9'],
];

const hasManager = spawnSync('openbox', ['--version']).status === 0;
const missing = chromiumKioskIsMissing() ?? keysAreMissing();

describe.each([
  { where: 'without a window manager', windowManager: undefined },
  { where: 'with one', windowManager: 'openbox' },
] as const)('keys on a screen $where', ({ windowManager }) => {
  const skip =
    missing ?? (windowManager !== undefined && !hasManager ? 'openbox is not installed' : undefined);
  describe.skipIf(skip !== undefined)(`without a page ${skip ?? ''}`, () => {
    let kiosk: TestKiosk;
    let windows: WindowWatch;
    beforeAll(async () => {
      kiosk = await startTestKiosk({ windowManager });
      windows = await watchWindows(kiosk.display);
    });
    afterAll(async () => {
      await windows.stop();
      await kiosk.close();
    });

    /** One window for each page, over the whole screen (short of a pixel where no window manager is), and no other. */
    function expectNothingElse(since: number, pages: number): void {
      const came = windows.seen.slice(since);
      const others = came.filter(
        ({ popup, size }) => popup || size === null || size[0] < 1079 || size[1] < 1919,
      );
      expect(others.map((each) => JSON.stringify(each))).toEqual([]);
      expect(came).toHaveLength(pages);
    }

    /** A page may call before a window manager has its window on the screen, and be gone before it ever is. */
    const isOnScreen = (count: number) =>
      until('its window is on the screen', () => windows.seen.length >= count);

    test(
      `${CYCLES} patients come and go while combinations are pressed all the time, and no other window is ever mapped`,
      async () => {
        const since = windows.seen.length;
        const hammer = hammerKeys(kiosk.display, EVERY_MS, COMBINATIONS);
        let next = await kiosk.host.createView('patient');
        for (let cycle = 0; cycle < CYCLES; cycle += 1) {
          const view = next;
          const is = await kiosk.show(view);
          expect({ is, cycle, failures: kiosk.failures }).toEqual({ is: 'called', cycle, failures: [] });
          await isOnScreen(since + cycle + 1);
          next = await kiosk.host.createView('patient');
          await kiosk.host.discard(view);
        }
        await kiosk.host.discard(next);
        const pressed = await hammer.stop();
        expect(pressed).toBeGreaterThan(CYCLES);
        expectNothingElse(since, CYCLES);
        expect(kiosk.failures).toEqual([]);
      },
      60_000 + CYCLES * 10_000,
    );

    test(
      `nor through ${KILLS} kills of Chromium`,
      async () => {
        const since = windows.seen.length;
        const hammer = hammerKeys(kiosk.display, EVERY_MS, COMBINATIONS);
        for (let kill = 0; kill < KILLS; kill += 1) {
          const view = await kiosk.open();
          await isOnScreen(since + kill + 1);
          for (const { pid, parent } of processesOver(kiosk.folder))
            if (parent === process.pid) killIfAlive(pid);
          await expect.poll(() => kiosk.failures.some(([id]) => id === view.id)).toBe(true);
          await kiosk.host.discard(view);
        }
        const after = await kiosk.open();
        await isOnScreen(since + KILLS + 1);
        await hammer.stop();
        await kiosk.host.discard(after);
        expectNothingElse(since, KILLS + 1);
      },
      60_000 + KILLS * 10_000,
    );
  });
});
