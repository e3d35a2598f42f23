/** The pull feed of one device: what became of its own operations, free of content. */
import { z } from 'zod';
import type { Change, ChangesResponse } from '../../protocol/wire.ts';
import { changeSchema } from '../../protocol/wire.ts';
import type { Sql } from '../database/database.ts';
import type { Ledger } from './ledger.ts';

export const CHANGES_PAGE = 500;

const cursorSchema = z.tuple([z.uuid(), z.number().int().nonnegative()]);

function encodeCursor(epoch: string, seq: number): string {
  return Buffer.from(JSON.stringify([epoch, seq])).toString('base64url');
}

/** A cursor of another epoch, or none that can be read, starts the feed again: rows that a device has already are harmless to it. */
function startAfter(cursor: string | undefined, epoch: string): number {
  if (!cursor) return 0;
  try {
    const parsed = cursorSchema.safeParse(JSON.parse(Buffer.from(cursor, 'base64url').toString()));
    return parsed.success && parsed.data[0] === epoch ? parsed.data[1] : 0;
  } catch {
    return 0;
  }
}

function readChange(row: { seq: string; type: string; id: string; data: string }): Change {
  return changeSchema.parse({
    ...z.record(z.string(), z.unknown()).parse(JSON.parse(row.data)),
    seq: Number(row.seq),
    type: row.type,
    id: row.id,
  });
}

export type ReadChanges = (
  vendor: string,
  device: string,
  cursor: string | undefined,
) => Promise<ChangesResponse>;

export function createChangesFeed(sql: Sql, ledger: Ledger, now: () => Date): ReadChanges {
  return async (vendor, device, cursor) => {
    const { epoch } = await ledger.epoch(vendor);
    const after = startAfter(cursor, epoch);
    // A number may be taken long before its transaction commits: nothing is told that an older transaction, still running, could
    // yet precede, or the cursor would step over it for ever.
    const rows = await sql<{ seq: string; type: string; id: string; data: string }[]>`
      select seq, type, id, data from feed
      where vendor = ${vendor} and device = ${device} and seq > ${after}
        and xid < pg_snapshot_xmin(pg_current_snapshot())
      order by seq limit ${CHANGES_PAGE + 1}`;
    const changes = rows.slice(0, CHANGES_PAGE).map(readChange);
    return {
      epoch,
      cursor: encodeCursor(epoch, changes.at(-1)?.seq ?? after),
      more: rows.length > CHANGES_PAGE,
      serverTime: now().toISOString(),
      changes,
    };
  };
}
