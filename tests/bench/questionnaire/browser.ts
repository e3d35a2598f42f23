/** One page of a contestant in Chromium, with the figures that the browser itself keeps. */
import { type Browser, type CDPSession, chromium, type Page } from 'playwright';
import { findChromium } from '../../../build/find-chromium.ts';
import type { ContestantId } from './contestants.ts';

const QUIET_WINDOW = 500;
/** CPU that a page may use in a window and be called quiet, with the look at the counters. */
const QUIET_CPU = 12;
/** A page that never rests, because of a timer or an animation, is settled when so many windows cost as much as those before. */
const STEADY_WINDOWS = 4;
const STEADY_DIFFERENCE = 0.2;
const MAX_STEADY_SHARE = 0.3;
const LOAD_WAIT = 20_000;
const LONGEST_WAIT = 240_000;

export async function launch(): Promise<Browser> {
  const executablePath = findChromium();
  if (executablePath === undefined) throw new Error('Needs Chromium: set CHROMIUM_PATH');
  return chromium.launch({
    executablePath,
    // A run that is ended early reports first.
    handleSIGINT: false,
    handleSIGTERM: false,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--no-first-run',
      // What a route doesn't see, such as a worker's, leads nowhere either.
      '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
    ],
  });
}

export interface Script {
  readonly url: string;
  readonly body: Buffer;
}

export interface OpenPage {
  readonly page: Page;
  readonly session: CDPSession;
  /** Milliseconds of processor time that the main thread has used in tasks since the page began. */
  readonly cpu: () => Promise<number>;
  /**
   * Waits until next to nothing is computed any more, or always the same.
   * @returns CPU milliseconds that go on being used per millisecond: 0 of a page that rests
   */
  readonly quiet: () => Promise<number>;
  /** CPU milliseconds of some work until the page is quiet again, without what it would have used meanwhile anyway. */
  readonly spent: (work: () => Promise<void>) => Promise<number>;
  /** Bytes of the JavaScript heap after a forced collection. */
  readonly heap: () => Promise<number>;
  /** Shows a form, and waits until it stands. @returns the CPU milliseconds that it took */
  readonly mount: (form: unknown) => Promise<number>;
  /** Requests to anywhere else, all of them refused. */
  readonly outside: () => number;
  /** What it printed as an error, and what it threw. */
  readonly errors: readonly string[];
  readonly scripts: () => Promise<readonly Script[]>;
  readonly close: () => Promise<void>;
}

async function metric(session: CDPSession, name: string): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return metrics.find((one) => one.name === name)?.value ?? Number.NaN;
}

export const sleep = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

export interface PageOptions {
  /** Runs before the page's own scripts. */
  readonly before?: () => void;
}

export async function openPage(
  browser: Browser,
  origin: string,
  id: ContestantId,
  { before }: PageOptions = {},
): Promise<OpenPage> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  let outside = 0;
  await context.route(
    (url) => url.origin !== origin,
    (route) => {
      outside += 1;
      return route.abort('internetdisconnected');
    },
  );
  const page = await context.newPage();
  if (before) await page.addInitScript(before);
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  const bodies: Promise<Script>[] = [];
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script')
      bodies.push(response.body().then((body) => ({ url: response.url(), body })));
  });
  const session = await context.newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  await page.goto(`${origin}/${id}/index.html`);
  try {
    await page.waitForFunction(() => 'bench' in window, undefined, { timeout: LOAD_WAIT });
  } catch {
    throw new Error(`The page of ${id} does not start: ${errors.join('; ')}`);
  }
  const cpu = async () => (await metric(session, 'TaskDuration')) * 1000;
  const isIdle = () =>
    page.evaluate(
      (longest) =>
        new Promise<boolean>((resolve) => {
          setTimeout(() => resolve(false), longest);
          requestIdleCallback(() => resolve(true));
        }),
      QUIET_WINDOW,
    );
  const quiet = async () => {
    const began = performance.now();
    const costs: number[] = [];
    const sum = (some: readonly number[]) => some.reduce((all, one) => all + one, 0);
    for (let before = await cpu(), at = began; ; ) {
      if (performance.now() - began > LONGEST_WAIT) throw new Error('The page never became quiet');
      await sleep(QUIET_WINDOW);
      const [after, now] = [await cpu(), performance.now()];
      // Per window, however late this looked.
      costs.push(((after - before) / (now - at)) * QUIET_WINDOW);
      [before, at] = [after, now];
      if (costs.length >= 2 && costs.slice(-2).every((cost) => cost < QUIET_CPU)) return 0;
      if (costs.length < 2 * STEADY_WINDOWS) continue;
      const [earlier, later] = [
        sum(costs.slice(-2 * STEADY_WINDOWS, -STEADY_WINDOWS)),
        sum(costs.slice(-STEADY_WINDOWS)),
      ];
      const rate = (earlier + later) / (2 * STEADY_WINDOWS * QUIET_WINDOW);
      const isSteady = Math.abs(later - earlier) <= STEADY_DIFFERENCE * Math.max(earlier, later);
      if (isSteady && rate < MAX_STEADY_SHARE && (await isIdle())) return rate;
    }
  };
  const spent = async (work: () => Promise<void>) => {
    const [before, began] = [await cpu(), performance.now()];
    await work();
    const rate = await quiet();
    const used = (await cpu()) - before;
    return Math.max(0, used - rate * (performance.now() - began));
  };
  await quiet();
  return {
    page,
    session,
    cpu,
    quiet,
    spent,
    errors,
    outside: () => outside,
    async heap() {
      await session.send('HeapProfiler.collectGarbage');
      await session.send('HeapProfiler.collectGarbage');
      return metric(session, 'JSHeapUsedSize');
    },
    async mount(form) {
      await page.evaluate((given) => {
        window.benchForm = given;
      }, form);
      return spent(() =>
        page.evaluate(async () => {
          const host = document.getElementById('form');
          if (host) await window.bench.mount(window.benchForm, host);
        }),
      );
    },
    scripts: () => Promise.all(bodies),
    close: () => context.close(),
  };
}
