/**
 * Lets so much work be done at once; the rest waits in line, and where the line is bounded, more is refused: a longer one would answer nobody in
 * time. Those who go first have places in the line that others can't take.
 */
export interface Limiter {
  /** Waits in line, however long that is. */
  run<R>(work: () => Promise<R>): Promise<R>;
  /** @returns undefined where the line is full. */
  reserve(isFirst: boolean): Place | undefined;
}

/** In the line, or at work. */
export interface Place {
  /** To be called once. */
  run<R>(work: () => Promise<R>): Promise<R>;
  /** Gives the place back, whether its work was done or not. */
  release(): void;
}

export interface LimiterOptions {
  readonly atOnce: number;
  /** Who may wait, besides those at work. */
  readonly line?: number;
  /** Further places of those who go first. */
  readonly keptForFirst?: number;
}

export function createLimiter({ atOnce, line = Infinity, keptForFirst = 0 }: LimiterOptions): Limiter {
  let [reserved, working] = [0, 0];
  const first: (() => void)[] = [];
  const others: (() => void)[] = [];

  async function run<R>(isFirst: boolean, work: () => Promise<R>): Promise<R> {
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
    run: (work) => run(false, work),
    reserve(isFirst) {
      if (reserved >= atOnce + line + (isFirst ? keptForFirst : 0)) return undefined;
      reserved += 1;
      let isHeld = true;
      return {
        run: (work) => run(isFirst, work),
        release() {
          if (isHeld) reserved -= 1;
          isHeld = false;
        },
      };
    },
  };
}
