/**
 * Turns at work that takes much of the processor: so many at once, and a short line behind them. A longer line would answer nobody in time, and what
 * else the server does would wait with it. Those who go first have places in the line that others can't take.
 */
export interface Turns {
  /** @returns undefined where the line is full. */
  reserve(isFirst: boolean): Turn | undefined;
}

export interface Turn {
  /** To be called once. */
  take<R>(work: () => Promise<R>): Promise<R>;
  /** Gives the place back, whether its turn has come or not. */
  leave(): void;
}

export interface TurnsOptions {
  readonly atOnce: number;
  /** Who may wait, besides those at work. */
  readonly line: number;
  /** Further places of those who go first. */
  readonly keptForFirst: number;
}

export function createTurns({ atOnce, line, keptForFirst }: TurnsOptions): Turns {
  let [reserved, working] = [0, 0];
  const first: (() => void)[] = [];
  const others: (() => void)[] = [];

  async function take<R>(isFirst: boolean, work: () => Promise<R>): Promise<R> {
    if (working < atOnce) working += 1;
    else await new Promise<void>((resolve) => (isFirst ? first : others).push(resolve));
    try {
      return await work();
    } finally {
      // The place goes to the next in line, never back and forth.
      const next = first.shift() ?? others.shift();
      if (next) next();
      else working -= 1;
    }
  }

  return {
    reserve(isFirst) {
      if (reserved >= atOnce + line + (isFirst ? keptForFirst : 0)) return undefined;
      reserved += 1;
      let isHeld = true;
      return {
        take: (work) => take(isFirst, work),
        leave() {
          if (isHeld) reserved -= 1;
          isHeld = false;
        },
      };
    },
  };
}
