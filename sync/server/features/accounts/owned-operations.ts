/** Whose an operation is. */
import type { Transaction } from '../../base/database/database.ts';
import type { IsKiosk } from '../../core/feature.ts';
import type { Publish } from '../../core/records/publishing.ts';
import { createPersonMerging } from './merge-persons.ts';
import type { BirthDateReader, Claim, Claimable, Patients, PersonPart } from './patients.ts';
import type { People } from './people.ts';
import { isAlive } from './sessions/stored-session.ts';

interface OwnedOperation {
  readonly vendor: string;
  readonly opId: string;
  readonly person: string;
}

/** Never moves one that is somebody's already. @returns the ids of those that were nobody's. */
export async function ownOperations(
  transaction: Transaction,
  operations: readonly OwnedOperation[],
  at: Date,
): Promise<ReadonlySet<string>> {
  if (operations.length === 0) return new Set();
  // In one order, so that two that want the same ones don't wait for each other.
  const sorted = operations.toSorted((a, b) => (`${a.vendor} ${a.opId}` < `${b.vendor} ${b.opId}` ? -1 : 1));
  const gained = await transaction<{ op_id: string }[]>`
    insert into person_operations (vendor, op_id, person, claimed_at)
    select vendor, op_id, person, ${at.toISOString()}
    from unnest(${sorted.map(({ vendor }) => vendor)}::text[], ${sorted.map(({ opId }) => opId)}::uuid[],
      ${sorted.map(({ person }) => person)}::uuid[]) as n (vendor, op_id, person)
    on conflict do nothing returning op_id`;
  return new Set(gained.map((row) => row.op_id));
}

export type FollowClaim = (transaction: Transaction, claim: Claim, publish: Publish) => Promise<void>;

export interface OwnedOperationsDependencies {
  readonly claimables: Claimable[];
  readonly birthDateReaders: BirthDateReader[];
  readonly followers: FollowClaim[];
  readonly isKiosk: IsKiosk;
  readonly tell: People['tell'];
  readonly now: () => Date;
}

export function createPatients(dependencies: OwnedOperationsDependencies): Patients {
  const { claimables, birthDateReaders, followers, isKiosk, now } = dependencies;
  async function personsOf(transaction: Transaction, vendor: string, opIds: readonly string[]) {
    const rows = await transaction<{ op_id: string; person: string }[]>`
      select op_id, person from person_operations where vendor = ${vendor} and op_id = any(${opIds}::uuid[])`;
    return new Map(rows.map((row) => [row.op_id, row.person]));
  }

  const parts: PersonPart[] = [];
  return {
    ...{ personsOf, parts },
    merging: createPersonMerging(dependencies.tell),
    addPart: (part) => void parts.push(part),
    addClaimable: (claimable) => void claimables.push(claimable),
    addBirthDateReader: (reader) => void birthDateReaders.push(reader),
    onClaimed: (follow) => void followers.push(follow),

    async take(transaction, sent) {
      if (sent.length === 0) return new Map();
      const found = await transaction<(OwnedOperation & { readonly device: string })[]>`
        select n.vendor, n.op_id as "opId", n.device, s.person
        from unnest(${sent.map(({ vendor }) => vendor)}::text[], ${sent.map(({ opId }) => opId)}::uuid[],
          ${sent.map(({ device }) => device)}::text[], ${sent.map(({ birthDate }) => birthDate)}::text[]) as n (vendor, op_id, device, birth_date)
        join patient_sessions s on s.vendor = n.vendor and s.device = n.device
        join persons p on p.vendor = s.vendor and p.id = s.person and p.birth_date = n.birth_date
        where p.closed_at is null and p.merged_into is null and ${isAlive(transaction, now())}`;
      const theirs: OwnedOperation[] = [];
      for (const one of found) if (!(await isKiosk(one.vendor, one.device, transaction))) theirs.push(one);
      await ownOperations(transaction, theirs, now());
      const owned = new Map<string, string>();
      for (const vendor of new Set(sent.map((one) => one.vendor))) {
        const opIds = sent.filter((one) => one.vendor === vendor).map(({ opId }) => opId);
        for (const [opId, person] of await personsOf(transaction, vendor, opIds)) owned.set(opId, person);
      }
      return owned;
    },
  };
}
