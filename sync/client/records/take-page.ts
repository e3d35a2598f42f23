/**
 * What a page of a person's records does to the store, all of it in one transaction.
 *
 *   base --a page--> base and shadow --the last page--> the next base
 *
 * Pages collect in the shadow, because a page holds only the newest version of a record: half a pull could show a settled operation beside old data. Rows, cursor and
 * what is settled take the base's place together.
 */
import type { RecordsPage, Settled } from '../../protocol/api/records.ts';
import { withoutRecordsSeq, withRecordsSeq } from '../outbox/records-seq.ts';
import { putAll } from '../store/many-rows.ts';
import type { RecordRow, RecordShadowRow, RecordStateRow } from '../store/rows.ts';
import { recallServer } from '../store/server-memory.ts';
import type { ReadTransaction, WriteTransaction } from '../store/store.ts';
import { clearRows, clearShadow, type RecordPlace } from './record-place.ts';

export type PageTaken =
  /** Not of who is signed in now, or another tab has read on: nothing was changed. */
  | 'refused'
  | 'more'
  | 'complete'
  /** It can't follow what is here: everything is asked for again. */
  | 'restart';

/** Who asked, and after which cursor. */
export interface Asked {
  readonly mark: string;
  readonly person: string;
  /** Null from the start. */
  readonly cursor: string | null;
}

type Base = NonNullable<RecordStateRow['base']>;
type Collecting = NonNullable<RecordStateRow['collecting']>;

/** Where to read on; null from the start. */
export function nextCursor(state: RecordStateRow | undefined): string | null {
  if (state?.collecting !== undefined) return state.collecting.cursor;
  return state?.doubted ? null : (state?.base?.cursor ?? null);
}

/** Whether what was asked for is still wanted, by the same sign-in. */
export async function isStillAsked(transaction: ReadTransaction, asked: Asked): Promise<boolean> {
  const account = await transaction.get('account', 'account');
  return account?.state === 'signed-in' && account.mark === asked.mark && account.person === asked.person;
}

const isOf = (known: Base | Collecting | undefined, page: RecordsPage): known is Base | Collecting =>
  known !== undefined && known.epoch === page.epoch && known.generation === page.generation;

/** Of what the page tells; undefined where that is nothing. */
function numbersOf(page: RecordsPage): { readonly first: number; readonly last: number } | undefined {
  const seqs = [...page.records, ...page.settled].map(({ seq }) => seq);
  return seqs.length === 0 ? undefined : { first: Math.min(...seqs), last: Math.max(...seqs) };
}

/** What the page adds to: pages so far, an empty listing of everything, or the base. Undefined where it can't follow any of them. */
function follows(
  state: RecordStateRow,
  page: RecordsPage,
  asked: Asked,
):
  | {
      readonly begins: boolean;
      readonly seq: number;
      readonly resync: boolean;
      readonly settled: Collecting['settled'];
    }
  | undefined {
  const { base, collecting } = state;
  // Within an epoch nobody is shown less than before.
  if (isOf(base, page) && page.head < base.seq) return undefined;
  const known = collecting ?? base;
  const goesOn =
    isOf(known, page) && page.head >= known.seq && (numbersOf(page)?.first ?? Infinity) > known.seq;
  if (page.resync === true || asked.cursor === null) {
    if (collecting?.resync === true && goesOn && page.first !== true)
      return { begins: false, seq: collecting.seq, resync: true, settled: collecting.settled };
    return { begins: true, seq: 0, resync: true, settled: [] };
  }
  if (!goesOn || known === undefined || collecting?.resync === true) return undefined;
  return {
    begins: collecting === undefined,
    seq: known.seq,
    resync: false,
    settled: collecting?.settled ?? [],
  };
}

type SettledRow = Pick<Settled, 'opId' | 'seq'> & { readonly held?: true };

/**
 * The operations of this device that the records now hold the result of.
 * @param resync the base is all that there is, and not what came after another.
 */
async function settle(
  transaction: WriteTransaction,
  person: string,
  base: Base,
  settled: readonly SettledRow[],
  resync: boolean,
): Promise<void> {
  const known = new Map(settled.map((each) => [each.opId, each]));
  const server = await recallServer(transaction);
  // After a restore, what was heard of an operation is of another state of the clinic's until it is heard again.
  const isHeardHere = server.epoch === base.epoch && server.resync === undefined;
  for (const row of await transaction.all('outbox')) {
    const found = known.get(row.opId);
    const isBeyond = row.recordsEpoch === base.epoch && (row.recordsSeq ?? 0) > base.seq;
    // A database that was put back without a word gives its numbers again: those it told before count no more. Where an answer only overtook this page, the
    // next one tells the same again.
    const current = resync && (isBeyond || found !== undefined) ? withoutRecordsSeq(row) : row;
    if (found !== undefined) {
      const { seq: recordsSeq, held } = found;
      const told = { recordsSeq, outcome: held ? 'held' : 'applied' } as const;
      await transaction.put('outbox', withRecordsSeq({ ...current, person }, told, base.epoch));
    } else if (current !== row) await transaction.put('outbox', current);
    // Judged, and nothing was said of records: it left none.
    else if (
      isHeardHere &&
      row.person === person &&
      row.state !== 'queued' &&
      row.outcome === 'applied' &&
      row.recordsEpoch !== base.epoch
    )
      await transaction.put('outbox', withRecordsSeq(row, { recordsSeq: base.seq }, base.epoch));
  }
}

async function swap(transaction: WriteTransaction, resync: boolean): Promise<void> {
  if (resync) await clearRows(transaction);
  const shadow = await transaction.all('recordShadow');
  const rows: RecordRow[] = [];
  for (const { tag, seq, box } of shadow)
    if (box !== undefined) rows.push({ tag, seq, box });
    // Of everything that there is, what is gone was never listed.
    else if (!resync) await transaction.delete('recordRows', tag);
  await putAll(transaction, 'recordRows', rows);
  await clearShadow(transaction);
}

/**
 * @param rows the page's records, sealed.
 * @param now reading of the device's clock.
 */
export function takePage(
  place: RecordPlace,
  asked: Asked,
  page: RecordsPage,
  rows: readonly RecordShadowRow[],
  now: number,
): Promise<PageTaken> {
  const { person } = asked;
  return place.write(async (transaction) => {
    if (page.person !== person || !(await isStillAsked(transaction, asked))) return 'refused';
    const state = (await transaction.get('recordState', person)) ?? { person };
    const isKeyThere = (await transaction.get('recordKeys', person)) !== undefined;
    if (!isKeyThere || nextCursor(state) !== asked.cursor) return 'refused';
    const from = follows(state, page, asked);
    const standsStill = page.more && (page.cursor === asked.cursor || numbersOf(page) === undefined);
    if (from === undefined || standsStill) {
      const { collecting: _, ...rest } = state;
      await clearShadow(transaction);
      await transaction.put('recordState', { ...rest, doubted: true });
      return 'restart';
    }
    if (from.begins) await clearShadow(transaction);
    await putAll(transaction, 'recordShadow', rows);
    const { epoch, generation, cursor, serverTime } = page;
    const settled = [
      ...from.settled,
      ...page.settled.map(
        ({ opId, seq, outcome }): SettledRow => ({ opId, seq, ...(outcome === 'held' && { held: true }) }),
      ),
    ];
    if (page.more) {
      const seq = numbersOf(page)?.last ?? from.seq;
      const collecting: Collecting = { epoch, generation, cursor, seq, resync: from.resync, settled };
      await transaction.put('recordState', { ...state, collecting });
      return 'more';
    }
    await swap(transaction, from.resync);
    const base: Base = {
      ...{ epoch, generation, cursor, seq: page.head, pulledAt: serverTime },
      ...mendedAt(state, from.resync, serverTime),
    };
    await settle(transaction, person, base, settled, from.resync);
    await transaction.put('recordState', { person, base });
    const account = await transaction.get('account', 'account');
    if (account !== undefined) await transaction.put('account', { ...account, contactAt: now });
    return 'complete';
  });
}

/** When everything was last read again out of doubt. */
function mendedAt(state: RecordStateRow, resync: boolean, serverTime: string): Pick<Base, 'mendedAt'> {
  if (resync && state.doubted) return { mendedAt: serverTime };
  return state.base?.mendedAt === undefined ? {} : { mendedAt: state.base.mendedAt };
}

const DAY_MS = 24 * 3_600_000;

/**
 * Something in the base can't be read: everything is asked for again, once. Where that was tried within a day of the server's, it is an error that is shown.
 * @returns whether to ask, or that it has just failed for good.
 */
export function doubt(place: RecordPlace, asked: Asked): Promise<'ask' | 'failed' | 'known'> {
  return place.write(async (transaction) => {
    const state = await transaction.get('recordState', asked.person);
    if (state?.base === undefined || state.doubted || !(await isStillAsked(transaction, asked)))
      return 'known';
    const { mendedAt, pulledAt } = state.base;
    if (mendedAt !== undefined && Date.parse(pulledAt) - Date.parse(mendedAt) < DAY_MS) {
      if (state.failed) return 'known';
      await transaction.put('recordState', { ...state, failed: true });
      return 'failed';
    }
    const { collecting: _, ...rest } = state;
    await clearShadow(transaction);
    await transaction.put('recordState', { ...rest, doubted: true });
    return 'ask';
  });
}

export function markFailed(place: RecordPlace, asked: Asked): Promise<void> {
  return place.write(async (transaction) => {
    if (!(await isStillAsked(transaction, asked))) return;
    const state = (await transaction.get('recordState', asked.person)) ?? { person: asked.person };
    await transaction.put('recordState', { ...state, failed: true });
  });
}
