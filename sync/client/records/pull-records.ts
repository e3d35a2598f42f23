/** Asks for a person's records until they are complete. Sending never waits for it, and it never waits for sending. */
import { type RecordsPage, recordsPageSchema } from '../../protocol/api/records.ts';
import type { Clock, Locks } from '../base/ports.ts';
import type { AccountRow, RecordShadowRow } from '../store/rows.ts';
import type { SessionRequests } from '../wire/session-requests.ts';
import type { RecordCrypto, RecordKeys } from './record-crypto.ts';
import { clearRecords, type RecordPlace, type RecordPlaces } from './record-place.ts';
import { type Asked, isStillAsked, markFailed, nextCursor, takePage } from './take-page.ts';

/** In one pull. */
export const MAX_RESTARTS = 2;
export const SHARED_DAYS = 90;

export type Pulled =
  /** What is here changed, and is complete. */
  | 'complete'
  /** Nobody is signed in, another tab pulls, or there is no answer. */
  | 'nothing'
  | 'failed'
  /** The session that answers is another person's. */
  | 'another'
  /** Why the server has ended the session, or the records. */
  | { readonly ended: 'session' | 'closed' | 'merged' };

const ENDS: ReadonlyMap<string, 'session' | 'closed' | 'merged'> = new Map([
  ['SESSION_ENDED', 'session'],
  ['PERSON_CLOSED', 'closed'],
  ['PERSON_MERGED', 'merged'],
]);
export const endOf = (code: string) => ENDS.get(code);

const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/;
const DAY_MS = 24 * 3_600_000;

/** Whether a shared device has it: the newest instant that its body tells is of the last 90 days. What tells none is kept. */
function isRecent(body: Readonly<Record<string, unknown>>, serverTime: string): boolean {
  const instants = Object.values(body)
    .filter((value): value is string => typeof value === 'string' && INSTANT.test(value))
    .map((value) => Date.parse(value))
    .filter((value) => !Number.isNaN(value));
  return instants.length === 0 || Math.max(...instants) >= Date.parse(serverTime) - SHARED_DAYS * DAY_MS;
}

export function createPullRecords(dependencies: {
  readonly vendor: string;
  readonly places: RecordPlaces;
  readonly requests: SessionRequests;
  readonly crypto: RecordCrypto;
  readonly locks: Locks;
  readonly clock: Pick<Clock, 'now'>;
  /** Another tab pulls: it asks once more when it is through. */
  readonly askOther: () => void;
}): (account: AccountRow) => Promise<Pulled> {
  const { vendor, places, requests, crypto, locks, clock, askOther } = dependencies;

  /** Keys that are gone, on a shared device with each page, take what they sealed with them. */
  async function keysOf(place: RecordPlace, asked: Asked): Promise<RecordKeys | undefined> {
    const find = () =>
      place.read(async (transaction) =>
        (await isStillAsked(transaction, asked)) ? transaction.get('recordKeys', asked.person) : undefined,
      );
    const found = await find();
    // Some engines store a key and read it back as null (failure case 15).
    if (found?.key && found.tagKey) return found;
    const fresh = await crypto.newKeys();
    const made = await place.write(async (transaction) => {
      if (!(await isStillAsked(transaction, asked))) return false;
      const other = await transaction.get('recordKeys', asked.person);
      if (other?.key && other.tagKey) return false;
      await clearRecords(transaction);
      await transaction.put('recordKeys', { person: asked.person, ...fresh });
      return true;
    });
    return made ? fresh : await find();
  }

  async function seal(
    keys: RecordKeys,
    page: RecordsPage,
    shared: boolean,
  ): Promise<readonly RecordShadowRow[]> {
    const { person, epoch } = page;
    return await Promise.all(
      page.records.map(async ({ kind, v, id, seq, body }) => {
        const tag = await crypto.tag(keys, { kind, id });
        if (body === null || (shared && !isRecent(body, page.serverTime))) return { tag, seq };
        return { tag, seq, box: await crypto.seal(keys, { person, epoch, tag }, { kind, v, id, seq, body }) };
      }),
    );
  }

  async function pullAll(account: AccountRow, person: string): Promise<Pulled> {
    const place = places.of(account);
    const by = { mark: account.mark, person };
    const keys = await keysOf(place, { ...by, cursor: null });
    if (keys === undefined) return 'nothing';
    let restarts = 0;
    for (;;) {
      const state = await place.read((transaction) => transaction.get('recordState', person));
      const asked: Asked = { ...by, cursor: nextCursor(state) };
      const query = asked.cursor === null ? '' : `?cursor=${encodeURIComponent(asked.cursor)}`;
      const reply = await requests.ask(
        { method: 'GET', path: `/sync/v1/records${query}` },
        recordsPageSchema,
      );
      if (reply.status === 'problem') {
        const ended = endOf(reply.code);
        return ended === undefined ? 'nothing' : { ended };
      }
      if (reply.status !== 'ok') return 'nothing';
      const rows = await seal(keys, reply.body, account.shared === true);
      const taken = await takePage(place, asked, reply.body, rows, clock.now());
      if (taken === 'complete') return 'complete';
      if (taken === 'more') continue;
      const stays = await place.read((transaction) => isStillAsked(transaction, asked));
      if (!stays) return 'nothing';
      if (reply.body.person !== person) return 'another';
      restarts += 1;
      if (restarts > MAX_RESTARTS) {
        await markFailed(place, asked);
        return 'failed';
      }
    }
  }

  return async (account) => {
    const { person } = account;
    if (person === undefined) return 'nothing';
    // Each tab of a shared device has records of its own.
    if (account.shared === true) return await pullAll(account, person);
    const release = await locks.tryHold(`v:${vendor}:p:${person}:records`);
    if (release === undefined) {
      askOther();
      return 'nothing';
    }
    try {
      return await pullAll(account, person);
    } finally {
      release();
    }
  };
}
