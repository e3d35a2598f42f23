/** Receipts go first: says when so many are being made that other work should wait a little. Never for long, so that it goes on under any load. */

export interface Traffic {
  /** Counts the work for as long as it takes. */
  track<T>(work: () => Promise<T>): Promise<T>;
  /** Resolves when it isn't busy, and in any case before long. */
  quiet(): Promise<void>;
}

/** With this much at once it is busy: a hundred pushes a second come to less than one. */
const BUSY_AT = 4;
const MAX_WAIT_MS = 100;

export function createTraffic(busyAt: number = BUSY_AT, mostWaitMs: number = MAX_WAIT_MS): Traffic {
  let underWay = 0;
  let waiting: (() => void)[] = [];

  function release(): void {
    if (underWay >= busyAt) return;
    for (const resolve of waiting) resolve();
    waiting = [];
  }

  return {
    async track(work) {
      underWay++;
      try {
        return await work();
      } finally {
        underWay--;
        release();
      }
    },
    quiet() {
      if (underWay < busyAt) return Promise.resolve();
      return new Promise((resolve) => {
        const patience = setTimeout(resolve, mostWaitMs);
        waiting.push(() => {
          clearTimeout(patience);
          resolve();
        });
      });
    },
  };
}
