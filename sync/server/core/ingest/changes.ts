/** The pull feed of one device: what became of its own operations, free of content. */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { type Change, type ChangesResponse, TOMBSTONE_DAYS } from '../../../protocol/wire.ts';
import type { Ledger } from './ledger.ts';

export const CHANGES_PAGE = 500;
const DAY_MS = 86_400_000;
const MARK_LENGTH = 8;

interface Cursor {
  readonly epoch: string;
  /** All up to it was told. */
  readonly seq: number;
  /** When it was issued, in days since 1970 (UTC). */
  readonly day: number;
  /** Whether the device is being told everything again, and isn't through yet. */
  readonly resync: boolean;
  /**
   * Fingerprint of the change that has that number; empty where nothing was told yet. After a restore that nobody was told of, numbers are given
   * again: a cursor whose change is another one now, or gone, would step over news for ever.
   */
  readonly mark: string;
}

const cursorSchema = z
  .tuple([
    z.uuid(),
    z.number().int().nonnegative(),
    z.number().int().nonnegative(),
    z.boolean(),
    z.string().max(MARK_LENGTH),
  ])
  .transform(([epoch, seq, day, resync, mark]): Cursor => ({ epoch, seq, day, resync, mark }));

function encodeCursor({ epoch, seq, day, resync, mark }: Cursor): string {
  return Buffer.from(JSON.stringify([epoch, seq, day, resync, mark])).toString('base64url');
}

function markOf(change: Change): string {
  const { seq, type, id, outcome, at, reviewedAt, acknowledgedAt, deletedAt, consultation } = change;
  const told = JSON.stringify([
    ...[seq, type, id, outcome, at, reviewedAt, acknowledgedAt, deletedAt],
    ...(consultation === undefined ? [] : [consultation]),
  ]);
  return createHash('sha256').update(told).digest('base64url').slice(0, MARK_LENGTH);
}

function readCursor(cursor: string): Cursor | undefined {
  try {
    return cursorSchema.safeParse(JSON.parse(Buffer.from(cursor, 'base64url').toString())).data;
  } catch {
    return undefined;
  }
}

type Start = Pick<Cursor, 'seq' | 'resync' | 'mark'>;
const ANEW: Start = { seq: 0, resync: true, mark: '' };

/**
 * From where to tell, and whether that is everything again: a cursor of another epoch counts other numbers, one older than the
 * tombstones may have missed some, and one that can't be read says nothing. Without any a device knows nothing yet.
 */
function startOf(text: string | undefined, epoch: string, day: number): Start {
  if (text === undefined) return { seq: 0, resync: false, mark: '' };
  const cursor = readCursor(text);
  if (!cursor || cursor.epoch !== epoch || day - cursor.day > TOMBSTONE_DAYS) return ANEW;
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
    /** @returns undefined where the change that the cursor names is not what was told. */
    const tell = async ({ seq, mark }: Start): Promise<readonly Change[] | undefined> => {
      if (mark === '') return ledger.changes(vendor, device, seq, CHANGES_PAGE + 1);
      const [last, ...next] = await ledger.changes(vendor, device, seq - 1, CHANGES_PAGE + 2);
      return last && markOf(last) === mark ? next : undefined;
    };
    const asked = startOf(cursor, epoch, day);
    const told = await tell(asked);
    const start = told === undefined ? ANEW : asked;
    const found = told ?? (await tell(ANEW)) ?? [];
    const { resync } = start;
    const changes = found.slice(0, CHANGES_PAGE);
    const more = found.length > CHANGES_PAGE;
    const last = changes.at(-1);
    return {
      epoch,
      cursor: encodeCursor({
        epoch,
        seq: last?.seq ?? start.seq,
        day,
        resync: resync && more,
        mark: last ? markOf(last) : start.mark,
      }),
      more,
      ...(resync ? { resync } : {}),
      safeThrough,
      serverTime: at.toISOString(),
      changes,
    };
  };
}
