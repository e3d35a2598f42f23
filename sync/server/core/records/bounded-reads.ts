/** After a restore every device reads everything again, and all of them at once: so many pages are read at a time, and who finds no room comes back later. */
import { randomInt } from 'node:crypto';
import { createLimiter } from '../../base/limiter.ts';
import { ProblemError } from '../../base/problems.ts';
import type { ReadRecords } from './record-feed.ts';

export interface ReadBounds {
  /** Each with a connection to the database, of which pushes and staff need theirs. */
  readonly atOnce: number;
  readonly waiting: number;
}

export const READ_BOUNDS: ReadBounds = { atOnce: 4, waiting: 200 };
/** Not all of them at the same moment. */
const COME_BACK_AFTER_SECONDS = [10, 120] as const;

/** The same with bounds. Throws `UNAVAILABLE` where there is no room. */
export function boundReads(read: ReadRecords, { atOnce, waiting }: ReadBounds = READ_BOUNDS): ReadRecords {
  const reads = createLimiter({ atOnce, line: waiting });
  return async (...asked) => {
    const place = reads.reserve(false);
    if (!place)
      throw new ProblemError(
        'UNAVAILABLE',
        {},
        { 'retry-after': String(randomInt(...COME_BACK_AFTER_SECONDS)) },
      );
    try {
      return await place.run(() => read(...asked));
    } finally {
      place.release();
    }
  };
}
