/**
 * A person's records, page by page. Each page is read at one moment, and what is changed between two of them has moved up behind the second: who has read to
 * the end holds everything as it was at the head of the last page.
 */
import {
  MAX_RECORDS,
  MAX_RECORDS_BYTES,
  type PersonRecord,
  type RecordsPage,
  type Settled,
} from '../../../protocol/api/records.ts';
import { encodeFeedCursor, type FeedCursor, readFeedCursor } from './feed-cursor.ts';
import type { PersonName } from './record-writer.ts';

export type ReadRecords = (name: PersonName, cursor: string | undefined) => Promise<RecordsPage>;

export interface PageLimits {
  readonly rows: number;
  readonly bytes: number;
}

export interface FeedState {
  readonly epoch: string;
  readonly head: number;
  readonly floor: number;
  readonly generation: number;
  /** Of the commit that ended with the head; 0 where there is none. */
  readonly mark: number;
}

export interface RowSize {
  readonly seq: number;
  /** Of what varies: body, names and problem. */
  readonly bytes: number;
}

/** One person's feed at one moment. */
export interface FeedView {
  /** @returns undefined where the vendor has no epoch yet. */
  state(): Promise<FeedState | undefined>;
  hasCommit(seq: number, mark: number): Promise<boolean>;
  /** Of the rows of both kinds after that number, so many, in their order. */
  sizes(after: number, limit: number): Promise<readonly RowSize[]>;
  records(after: number, through: number): Promise<PersonRecord[]>;
  settled(after: number, through: number): Promise<Settled[]>;
}
export type ViewFeed = <Result>(
  name: PersonName,
  read: (view: FeedView) => Promise<Result>,
) => Promise<Result>;

export interface RecordFeedDependencies {
  readonly view: ViewFeed;
  readonly now: () => Date;
  /** Mints the vendor's first epoch where there is none yet. */
  readonly mintEpoch: (vendor: string) => Promise<unknown>;
  readonly limits?: PageLimits;
}

/** Of a page's bytes, those around its rows. */
const FRAME_BYTES = 1024;
/** Of a row, those that aren't its body, its id or its problem. */
const ROW_BYTES = 150;

/**
 * Whether the device can go on from there. Not in another epoch or generation, where numbers are others; not past the head, nor after a commit that isn't
 * there (any more): then this is an older state of the database; and not where something was swept that it hadn't been told.
 */
async function continues(
  view: FeedView,
  { person }: PersonName,
  cursor: FeedCursor,
  { epoch, generation, head, floor, mark }: FeedState,
): Promise<boolean> {
  if (cursor.epoch !== epoch || cursor.person !== person || cursor.generation !== generation) return false;
  if (cursor.seq > cursor.head) return false;
  if (floor > Math.max(cursor.seq, cursor.floor)) return false;
  if (cursor.head === head) return cursor.mark === mark;
  return cursor.head === 0 || view.hasCommit(cursor.head, cursor.mark);
}

interface Extent {
  /** The last number of the page; undefined where there is nothing to tell. */
  readonly last: number | undefined;
  readonly more: boolean;
}

/** How far a page goes that begins after `from`: a row at least, and no more than there is room for. */
async function measurePage(view: FeedView, from: number, { rows, bytes }: PageLimits): Promise<Extent> {
  const sizes = await view.sizes(from, rows + 1);
  let left = bytes - FRAME_BYTES;
  let last: number | undefined;
  for (const [index, row] of sizes.entries()) {
    left -= row.bytes + ROW_BYTES;
    if (last !== undefined && (index >= rows || left < 0)) return { last, more: true };
    last = row.seq;
  }
  return { last, more: false };
}

/** From where to tell, and whether that is everything again. */
type Start = Pick<FeedCursor, 'seq' | 'floor' | 'resync'> & { readonly first: boolean };

async function startOf(
  view: FeedView,
  name: PersonName,
  text: string | undefined,
  state: FeedState,
): Promise<Start> {
  const cursor = text === undefined ? undefined : readFeedCursor(text);
  if (cursor && (await continues(view, name, cursor, state))) return { ...cursor, first: false };
  return { seq: 0, floor: state.floor, resync: true, first: true };
}

export function createRecordFeed({
  view: viewFeed,
  now,
  mintEpoch,
  limits = { rows: MAX_RECORDS, bytes: MAX_RECORDS_BYTES },
}: RecordFeedDependencies): ReadRecords {
  /** @returns undefined where the vendor has no epoch yet. */
  async function readPage(
    view: FeedView,
    name: PersonName,
    text: string | undefined,
  ): Promise<RecordsPage | undefined> {
    const state = await view.state();
    if (!state) return undefined;
    const { epoch, generation, head, mark } = state;
    const { seq: from, floor, resync, first } = await startOf(view, name, text, state);
    const { last, more } = await measurePage(view, from, limits);
    // What is complete ends with the head, where a commit does: its own row may have been swept.
    const seq = more && last !== undefined ? last : head;
    return {
      ...{ epoch, person: name.person, generation, head },
      cursor: encodeFeedCursor({
        ...{ epoch, person: name.person, generation, seq, head, mark, floor },
        resync: resync && more,
      }),
      more,
      ...(resync ? { resync } : {}),
      ...(first ? { first } : {}),
      serverTime: now().toISOString(),
      records: last === undefined ? [] : await view.records(from, seq),
      settled: last === undefined ? [] : await view.settled(from, seq),
    };
  }

  return async ({ vendor, person }, cursor) => {
    const name = { vendor, person: person.toLowerCase() };
    const read = () => viewFeed(name, (view) => readPage(view, name, cursor));
    const page = await read();
    if (page) return page;
    await mintEpoch(vendor);
    const again = await read();
    if (!again) throw new Error('The epoch was not stored.');
    return again;
  };
}
