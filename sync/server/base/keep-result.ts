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
  let retryAt = Infinity;
  return () => {
    if (kept && now().getTime() < retryAt) return kept;
    retryAt = Infinity;
    const own = begin();
    own.catch(() => {
      retryAt = now().getTime() + retryMs;
    });
    kept = own;
    return own;
  };
}
