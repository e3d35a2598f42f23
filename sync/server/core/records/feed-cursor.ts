/** Where a device is in a person's feed. Opaque to it, and nothing secret: what it forges it is told again, of its own person alone. */
import { z } from 'zod';

export interface FeedCursor {
  readonly epoch: string;
  readonly person: string;
  readonly generation: number;
  /** All up to it was told. */
  readonly seq: number;
  /** The head at that moment, and the mark of the commit that ended there; 0 and 0 where nothing had been written yet. */
  readonly head: number;
  readonly mark: number;
  /** The floor when this reading began: what had been swept then was never in it. */
  readonly floor: number;
  /** Whether the device is being told everything again, and isn't through yet. */
  readonly resync: boolean;
}

const count = z.number().int().nonnegative().max(Number.MAX_SAFE_INTEGER);
const cursorSchema = z.tuple([z.uuid(), z.uuid(), count, count, count, count, count, z.boolean()]).transform(
  ([epoch, person, generation, seq, head, mark, floor, resync]): FeedCursor => ({
    ...{ epoch, person, generation, seq, head, mark, floor, resync },
  }),
);

export const MAX_FEED_CURSOR_LENGTH = 400;

export function encodeFeedCursor(cursor: FeedCursor): string {
  const { epoch, person, generation, seq, head, mark, floor, resync } = cursor;
  const json = JSON.stringify([epoch, person, generation, seq, head, mark, floor, resync]);
  return Buffer.from(json).toString('base64url');
}

/** @returns undefined where it is none. */
export function readFeedCursor(text: string): FeedCursor | undefined {
  try {
    return cursorSchema.safeParse(JSON.parse(Buffer.from(text, 'base64url').toString())).data;
  } catch {
    return undefined;
  }
}
