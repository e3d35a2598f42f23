/** Claims: what a device has sent, perhaps before anybody was signed in, becomes a person's. By birth date, never by email address. */
import { MAX_CLAIMED } from '../../../protocol/api/accounts.ts';
import type { Transaction } from '../../base/database/database.ts';
import { ProblemError } from '../../base/problems.ts';
import type { IsKiosk } from '../../core/feature.ts';
import { orderFeed } from '../../core/ingest/feed-order.ts';
import type { PublishWithin } from '../../core/records/publishing.ts';
import type { AccountTrail } from './account-trail.ts';
import { type FollowClaim, ownOperations } from './owned-operations.ts';
import type { BirthDateReader, Claimable, ClaimedItem } from './patients.ts';
import type { People } from './people.ts';
import type { PatientSessionRow } from './sessions/stored-session.ts';

export interface ClaimsDependencies {
  readonly publishWithin: PublishWithin;
  readonly people: People;
  readonly trail: AccountTrail;
  readonly claimables: readonly Claimable[];
  readonly birthDateReaders: readonly BirthDateReader[];
  readonly followers: readonly FollowClaim[];
  readonly isKiosk: IsKiosk;
  readonly now: () => Date;
}

export interface ClaimRequest {
  readonly session: PatientSessionRow;
  readonly opIds: readonly string[];
  /** Of the patient whom they are about. Left out for the one receipt that the account was begun from. */
  readonly birthDate: string | undefined;
  /** IP address. */
  readonly from: string;
}

/** In which an account is begun from what was just sent. */
const BEGUN_WITHIN_MS = 60 * 60_000;

/** @property claimed the person's, by this claim or an earlier one. */
export interface Claimed {
  readonly claimed: readonly string[];
  /** Of this very device, and not judged yet. */
  readonly waiting: readonly string[];
}

/** May be repeated. */
export type ClaimOperations = (request: ClaimRequest) => Promise<Claimed>;

export function createClaims(dependencies: ClaimsDependencies): ClaimOperations {
  const { publishWithin, people, trail, claimables, birthDateReaders, followers, isKiosk, now } =
    dependencies;

  /** Whether the account was begun from it: sent in the hour before the code was asked for that opened this session. */
  function isBeginning(item: ClaimedItem, { codeAskedAt }: PatientSessionRow): boolean {
    if (codeAskedAt === null) return false;
    const before = codeAskedAt.getTime() - item.receivedAt.getTime();
    return before >= 0 && before <= BEGUN_WITHIN_MS;
  }

  function mayClaim(
    item: ClaimedItem,
    { session, opIds, birthDate }: ClaimRequest,
    own: string | null,
  ): boolean {
    if (item.device !== session.device || item.birthDate === null) return false;
    const begins = birthDate === undefined && opIds.length === 1 && isBeginning(item, session);
    if (item.birthDate === undefined) return begins;
    if (own !== null && own !== item.birthDate) return false;
    if (birthDate === undefined) return begins;
    return item.birthDate === birthDate;
  }

  /** @throws ProblemError SESSION_ENDED where it has ended meanwhile. */
  async function birthDateOf(transaction: Transaction, { vendor, person, id }: PatientSessionRow) {
    const isOpen = await people.lock(transaction, vendor, person);
    const [row] = await transaction<[{ birth_date: string | null }?]>`
      select p.birth_date from persons p join patient_sessions s on s.vendor = p.vendor and s.person = p.id
      where s.vendor = ${vendor} and s.id = ${id} and p.id = ${person}`;
    if (!isOpen || !row) throw new ProblemError('SESSION_ENDED');
    return row.birth_date;
  }

  return async (request) => {
    const { session, from } = request;
    const { vendor, person, device } = session;
    const opIds = [...new Set(request.opIds)].slice(0, MAX_CLAIMED).toSorted();
    // A kiosk's key has sent what everybody in a waiting room wrote.
    if (await isKiosk(vendor, device)) throw new ProblemError('NOT_FOUND');
    return publishWithin(async (transaction, publish) => {
      const own = await birthDateOf(transaction, session);
      // What is judged meanwhile waits: both want the rows of what was sent.
      await orderFeed(transaction);
      const wanted: { readonly claimable: Claimable; readonly items: readonly ClaimedItem[] }[] = [];
      for (const claimable of claimables) {
        const items = await claimable.find(transaction, vendor, opIds);
        wanted.push({ claimable, items: items.filter((item) => mayClaim(item, { ...request, opIds }, own)) });
      }
      const items = wanted.flatMap((one) => one.items);
      const gained = await ownOperations(
        transaction,
        items.map(({ opId }) => ({ vendor, opId, person })),
        now(),
      );
      const [begun] = items;
      if (begun?.birthDate && own === null && gained.size > 0) {
        const { birthDate } = begun;
        await transaction`
          update persons set birth_date = ${birthDate} where vendor = ${vendor} and id = ${person} and birth_date is null`;
        for (const read of birthDateReaders) await read(transaction, publish, { vendor, person, birthDate });
      }
      for (const one of wanted) {
        const moved = one.items.map(({ opId }) => opId).filter((opId) => gained.has(opId));
        if (moved.length > 0)
          await one.claimable.publish(transaction, publish, { vendor, person, opIds: moved });
      }
      if (gained.size > 0) {
        for (const follow of followers)
          await follow(transaction, { vendor, person, opIds: [...gained] }, publish);
        await trail.write(transaction, 'account-claimed', {
          vendor,
          person,
          from,
          detail: `operations=${gained.size}`,
        });
      }
      const rows = await transaction<{ op_id: string }[]>`
        select op_id from person_operations
        where vendor = ${vendor} and person = ${person} and op_id = any(${opIds}::uuid[]) order by op_id`;
      const claimed = rows.map((row) => row.op_id);
      const unjudged = await transaction<{ op_id: string }[]>`
        select op_id from op_ledger
        where vendor = ${vendor} and op_id = any(${opIds}::uuid[]) and device = ${device} and outcome = 'received' order by op_id`;
      return {
        claimed,
        waiting: unjudged.map((row) => row.op_id).filter((opId) => !claimed.includes(opId)),
      };
    });
  };
}
