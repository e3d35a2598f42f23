/** What fingers and a page itself could open on the second host: a larger page, the page before, a menu, a dialog of files, another window. */
import type { CDPSession, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { processesOver } from '../../electron/hosts/chromium/processes.ts';
import type { KioskView } from '../../electron/hosts/host.ts';
import { until } from '../support/wait.ts';
import { chromiumKioskIsMissing, startTestKiosk, type TestKiosk } from './support/chromium-kiosk.ts';
import { type WindowWatch, watchWindows } from './support/windows.ts';

const missing = chromiumKioskIsMissing();

type Point = readonly [x: number, y: number];
/** Where each finger begins and ends. */
type Stroke = readonly [from: Point, to: Point];

/** Fingers that are set down together, moved in 10 steps and lifted. */
async function touch(devtools: CDPSession, fingers: readonly Stroke[]): Promise<void> {
  const at = (share: number) =>
    fingers.map(([[x, y], [toX, toY]], id) => ({
      id,
      x: Math.round(x + (toX - x) * share),
      y: Math.round(y + (toY - y) * share),
    }));
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', share?: number) =>
    devtools.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: share === undefined ? [] : at(share),
    });
  await send('touchStart', 0);
  for (let step = 1; step <= 10; step += 1) await send('touchMove', step / 10);
  await send('touchEnd');
}

describe.skipIf(missing !== undefined)(`hands at the Chromium host ${missing ?? ''}`, () => {
  let kiosk: TestKiosk;
  let windows: WindowWatch;
  let view: KioskView;
  let page: Page;
  beforeAll(async () => {
    kiosk = await startTestKiosk({ windowManager: undefined });
    windows = await watchWindows(kiosk.display);
    view = await kiosk.open();
    page = await kiosk.page();
  });
  afterAll(async () => {
    await windows.stop();
    await kiosk.close();
  });

  test.each([
    {
      hands: 'two fingers that part',
      fingers: [
        [
          [500, 900],
          [300, 500],
        ],
        [
          [560, 1000],
          [800, 1500],
        ],
      ],
    },
    {
      hands: 'two that meet',
      fingers: [
        [
          [200, 400],
          [500, 900],
        ],
        [
          [900, 1600],
          [560, 1000],
        ],
      ],
    },
    {
      hands: 'two that wipe together',
      fingers: [
        [
          [300, 900],
          [900, 900],
        ],
        [
          [300, 1100],
          [900, 1100],
        ],
      ],
    },
    {
      hands: 'three',
      fingers: [
        [
          [200, 900],
          [900, 900],
        ],
        [
          [200, 1100],
          [900, 1100],
        ],
        [
          [200, 1300],
          [900, 1300],
        ],
      ],
    },
    {
      hands: 'one from the left edge',
      fingers: [
        [
          [0, 900],
          [900, 900],
        ],
      ],
    },
    {
      hands: 'one from the right edge',
      fingers: [
        [
          [1078, 900],
          [100, 900],
        ],
      ],
    },
    {
      hands: 'one from the top, which would reload the page',
      fingers: [
        [
          [500, 0],
          [500, 1500],
        ],
      ],
    },
  ] as const)('$hands change neither the page’s size nor its place', async ({ fingers }) => {
    // Something to go back to.
    await page.evaluate(() => history.pushState(undefined, ''));
    const before = Object(await kiosk.probe(view, 'hands'));
    const since = windows.seen.length;
    const devtools = await page.context().newCDPSession(page);
    await touch(devtools, fingers);
    await devtools.detach();
    const after = Object(await kiosk.probe(view, 'hands'));
    // They were felt.
    expect(after.touched).toBeGreaterThan(before.touched);
    expect(after).toEqual({ ...before, scale: 1, at: [0, 0], touched: after.touched });
    expect(windows.seen.slice(since)).toEqual([]);
    expect(kiosk.failures).toEqual([]);
  });

  test('pressing for a file or a folder opens no dialog', async () => {
    const since = windows.seen.length;
    const before = kiosk.keptBack.length;
    await kiosk.probe(view, 'pickers');
    await page.click('#file');
    await until('the field’s own was kept back', () => kiosk.keptBack.slice(before).includes('window'));
    expect(
      await until('the others are answered', async () => {
        const picked = await kiosk.probe(view, 'picked');
        return picked === null ? undefined : picked;
      }),
    ).toEqual([expect.objectContaining({ is: 'refused' }), expect.objectContaining({ is: 'refused' })]);
    expect(windows.seen.slice(since)).toEqual([]);
    expect(kiosk.failures).toEqual([]);
  });

  // The last one: it ends the page.
  test('a page that came by a second window is killed with its whole Chromium', async () => {
    const ofView = () =>
      processesOver(kiosk.folder).filter(({ commandLine }) =>
        commandLine.some((argument) => argument.includes(`${kiosk.folder}/view-`)),
      );
    expect(ofView().length).toBeGreaterThan(0);
    const context = page.context();
    void context.newPage().catch(() => undefined);
    await until('it is told', () => kiosk.failures.length > 0, 5000);
    expect(kiosk.failures).toEqual([[view.id, 'abnormal-exit']]);
    expect(kiosk.keptBack).toContain('window');
    await until('no process of it is left', () => ofView().length === 0, 5000);
    const next = await kiosk.open();
    expect(await kiosk.probe(next, 'hands')).toMatchObject({ touched: 0, scale: 1 });
  });
});
