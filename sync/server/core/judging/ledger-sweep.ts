/** Finds what the ledger holds unjudged, page by page. */
import { keyOf } from './batch-judging.ts';
import type { JudgeStore, KeylessStore, OperationName } from './judge-store.ts';

const SWEEP_PAGE = 500;

export interface LedgerSweepDependencies {
  readonly store: Pick<JudgeStore, 'findUnjudged'> & Partial<KeylessStore>;
  readonly knowsKey?: (vendor: string, keyId: string) => Promise<boolean>;
}

export interface LedgerSweep {
  /** What was received longer ago than this, and isn't judged. */
  unjudged(olderThanMs: number): Promise<void>;
  /** What is held because its key was not there, where it is there now. */
  keyless(): Promise<void>;
}

/** @param enqueue resolves when these are judged, or left to the next sweep. */
export function createLedgerSweep(
  { store, knowsKey }: LedgerSweepDependencies,
  enqueue: (names: readonly OperationName[]) => Promise<unknown>,
  isStopped: () => boolean,
): LedgerSweep {
  /** Nothing waits for a page before its own, so that what is urgent goes first. */
  async function enqueueAll<Name extends OperationName>(
    find: (after: Name | undefined) => Promise<readonly Name[]>,
    choose: (names: readonly Name[]) => Promise<readonly Name[]>,
  ): Promise<void> {
    const pages: Promise<unknown>[] = [];
    for (let after: Name | undefined; !isStopped(); ) {
      const found = await find(after);
      const last = found.at(-1);
      pages.push(enqueue(await choose(found)));
      if (found.length < SWEEP_PAGE || !last || (after && keyOf(after) === keyOf(last))) break;
      after = last;
    }
    await Promise.all(pages);
  }

  return {
    unjudged: (olderThanMs) =>
      enqueueAll(
        (after) => store.findUnjudged(olderThanMs, SWEEP_PAGE, after),
        async (found) => found,
      ),
    async keyless() {
      const { findKeyless } = store;
      if (!findKeyless || !knowsKey) return;
      await enqueueAll(
        (after: Awaited<ReturnType<typeof findKeyless>>[number] | undefined) =>
          findKeyless(SWEEP_PAGE, after),
        async (found) => {
          const isKnown = await Promise.all(found.map(({ vendor, keyId }) => knowsKey(vendor, keyId)));
          return found.filter((_, index) => isKnown[index]);
        },
      );
    },
  };
}
