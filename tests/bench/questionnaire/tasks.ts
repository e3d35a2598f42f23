/** The longest task of a page, by its processor time: what other programs take on this machine doesn't count. */
import type { Browser, Page } from 'playwright';

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  /** Processor time in microseconds. */
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

/** @returns what was done, and the CPU milliseconds of the longest task on the page's main thread meanwhile */
export async function longestTask<T>(
  browser: Browser,
  page: Page,
  work: () => Promise<T>,
): Promise<{ readonly result: T; readonly longest: number }> {
  await browser.startTracing(page, {
    categories: ['disabled-by-default-devtools.timeline', 'toplevel', '__metadata'],
  });
  const result = await work();
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as {
    readonly traceEvents: readonly TraceEvent[];
  };
  const mains = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid}:${tid}`),
  );
  const longest = traceEvents
    .filter(({ pid, tid, tdur }) => tdur !== undefined && mains.has(`${pid}:${tid}`))
    .reduce((most, { tdur = 0 }) => Math.max(most, tdur), 0);
  return { result, longest: longest / 1000 };
}
