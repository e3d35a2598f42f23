/** Costly work whose result everyone who asks needs. */
export interface KeepOptions {
  readonly now: () => Date;
  /** After a failure it begins again no sooner: a fault that stays must not be paid for by each who asks. */
  readonly retryMs: number;
}

/** @returns the one result, begun when somebody first asks; after a failure its error, until there is time to try again */
export function keepResult<Result>(
  begin: () => Promise<Result>,
  { now, retryMs }: KeepOptions,
): () => Promise<Result> {
  let kept: Promise<Result> | undefined;
  let failedAt: number | undefined;
  return () => {
    // Either way: a clock that is set back mustn't keep a failure for as long as it was set back by.
    const isKept = failedAt === undefined || Math.abs(now().getTime() - failedAt) < retryMs;
    if (kept && isKept) return kept;
    failedAt = undefined;
    const own = begin();
    own.catch(() => {
      failedAt = now().getTime();
    });
    kept = own;
    return own;
  };
}
