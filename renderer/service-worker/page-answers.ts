/** A page as the server has written it now, if that doesn't take long; else as it was stored (C62). */
import { answerOr } from '../../sync/client/base/deadline.ts';
import { systemTimers } from '../../sync/client/base/system-clock.ts';
import { assetsOf } from './shell.ts';

/** A cache that doesn't answer by then, e.g. on a disk that hangs, is passed over: the network may be quicker. */
export const STORED_MS = 4_000;

/** A page that takes longer is shown as it was stored. */
export const PAGE_MS = 3_000;
/** One with powers of its own is worth a longer wait: as it was stored it has none. */
export const OWN_DOCUMENT_MS = 10_000;

export interface PageAnswerDependencies {
  /** What it needs of ServiceWorkerGlobalScope. */
  readonly worker: {
    readonly registration: { update(): Promise<unknown> };
    /** `false` is certain: there is no network. */
    readonly navigator: { readonly onLine: boolean };
    fetch(request: Request): Promise<Response>;
  };
  /** Paths of the build's files. */
  readonly build: ReadonlySet<string>;
  /** The page that was stored for all of them. */
  readonly stored: () => Promise<Response | undefined>;
}

export function createPageAnswers({ worker, build, stored }: PageAnswerDependencies) {
  /**
   * Whether a page is the server's, and runs on the files that are here: one of another build waits until somebody asks for the new version. A hotel's page, an
   * error and a redirect are none of it.
   */
  async function isOfThisBuild(page: Response): Promise<boolean> {
    if (!page.ok && page.status !== 404) return false;
    const html = await page.clone().text();
    if (!html.includes('id="carefront-bootstrap"')) return false;
    const assets = assetsOf(html);
    if (assets.length > 0 && assets.every((asset) => build.has(asset))) return true;
    // What is stored isn't stale for ever.
    void worker.registration.update().catch(() => undefined);
    return false;
  }

  async function answer(
    request: Request,
    milliseconds: number,
    isUsable: (page: Response) => Promise<boolean> = async () => true,
  ): Promise<Response> {
    const reading = stored().catch(() => undefined);
    const kept = answerOr(systemTimers, STORED_MS, reading, () => undefined);
    const known = worker.navigator.onLine ? undefined : await kept;
    if (known) return known;
    const answered = worker.fetch(request);
    const usable = answered.then(
      async (page) => ((await isUsable(page)) ? page : undefined),
      () => undefined,
    );
    const page = await answerOr(systemTimers, milliseconds, usable, () => undefined);
    return page ?? (await kept) ?? (await answered);
  }

  return { answer, isOfThisBuild };
}
