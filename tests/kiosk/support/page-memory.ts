/** What a page holds in memory, as Chromium itself tells it. */
import type { CDPSession, Page } from 'playwright-core';

async function asking<T>(page: Page, ask: (session: CDPSession) => Promise<T>): Promise<T> {
  const session = await page.context().newCDPSession(page);
  try {
    return await ask(session);
  } finally {
    await session.detach();
  }
}

/** Bytes of the page's heap that are still in use once everything else was collected. */
export function heapInUse(page: Page): Promise<number> {
  return asking(page, async (session) => {
    await session.send('HeapProfiler.enable');
    for (let time = 0; time < 3; time += 1) await session.send('HeapProfiler.collectGarbage');
    return (await session.send('Runtime.getHeapUsage')).usedSize;
  });
}

/** Every text in the page's heap, one after the other. */
export function textsInHeap(page: Page): Promise<string> {
  return asking(page, async (session) => {
    const chunks: string[] = [];
    session.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => void chunks.push(chunk));
    await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
    const snapshot: { readonly strings: readonly string[] } = JSON.parse(chunks.join(''));
    return snapshot.strings.join('\n');
  });
}
