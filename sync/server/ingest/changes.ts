/** The pull feed of one device: what became of its own operations, free of content. */
import { z } from 'zod';
import { type ChangesResponse, TOMBSTONE_DAYS } from '../../protocol/wire.ts';
import type { Ledger } from './ledger.ts';

export const CHANGES_PAGE = 500;
const DAY_MS = 86_400_000;

interface Cursor {
  readonly epoch: string;
  /** All up to it was told. */
  readonly seq: number;
  /** When it was issued, in days since 1970 (UTC). */
  readonly day: number;
  /** Whether the device is being told everything anew, and isn't through yet. */
  readonly resync: boolean;
}

const cursorSchema = z
  .tuple([z.uuid(), z.number().int().nonnegative(), z.number().int().nonnegative(), z.boolean()])
  .transform(([epoch, seq, day, resync]): Cursor => ({ epoch, seq, day, resync }));

function encodeCursor({ epoch, seq, day, resync }: Cursor): string {
  return Buffer.from(JSON.stringify([epoch, seq, day, resync])).toString('base64url');
}

function readCursor(cursor: string): Cursor | undefined {
  try {
    return cursorSchema.safeParse(JSON.parse(Buffer.from(cursor, 'base64url').toString())).data;
  } catch {
    return undefined;
  }
}

/**
 * From where to tell, and whether that is everything anew: a cursor of another epoch counts other numbers, one older than the
 * tombstones may have missed some, and one that can't be read says nothing. Without any a device knows nothing yet.
 */
function startOf(text: string | undefined, epoch: string, day: number): Pick<Cursor, 'seq' | 'resync'> {
  if (text === undefined) return { seq: 0, resync: false };
  const cursor = readCursor(text);
  if (!cursor || cursor.epoch !== epoch || day - cursor.day > TOMBSTONE_DAYS) return { seq: 0, resync: true };
  return cursor;
}

export type ReadChanges = (
  vendor: string,
  device: string,
  cursor: string | undefined,
) => Promise<ChangesResponse>;

export function createChangesFeed(ledger: Pick<Ledger, 'epoch' | 'changes'>, now: () => Date): ReadChanges {
  return async (vendor, device, cursor) => {
    const { epoch, safeThrough } = await ledger.epoch(vendor);
    const at = now();
    const day = Math.floor(at.getTime() / DAY_MS);
    const { seq, resync } = startOf(cursor, epoch, day);
    const found = await ledger.changes(vendor, device, seq, CHANGES_PAGE + 1);
    const changes = found.slice(0, CHANGES_PAGE);
    const more = found.length > CHANGES_PAGE;
    return {
      epoch,
      cursor: encodeCursor({ epoch, seq: changes.at(-1)?.seq ?? seq, day, resync: resync && more }),
      more,
      ...(resync ? { resync } : {}),
      safeThrough,
      serverTime: at.toISOString(),
      changes,
    };
  };
}
