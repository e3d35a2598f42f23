import {
  type PersonConflict,
  type PersonRecord,
  type PersonValue,
  personConflictSchema,
  personRecordSchema,
} from '../../../../../sync/domain/profile/person-record.ts';
import type { PersonChange } from '../../../../../sync/protocol/operations/payloads/person-edit.ts';
import { personSubmission } from '../../../../../sync/protocol/operations/person-edit.ts';
import { PERSON_CONFLICT, PERSON_RECORD } from '../../../../../sync/protocol/records/person.ts';
import { usePack, usePlatform } from '../../../../device/provider/platform-provider.tsx';
import { type TypedRecord, useRecords } from '../../../../device/use-account.ts';
import type { SignedInState } from '../../../../shell/signed-in/account-page.tsx';

export type SaidRecord = TypedRecord<PersonRecord>;

/** What a patient has said of themselves, and how they change it: with or without a network. */
export interface Person {
  /** Nothing may be said where nobody knows what was said before. */
  readonly isKnown: boolean;
  readonly records: readonly SaidRecord[];
  readonly conflicts: readonly PersonConflict[];
  find(id: string): SaidRecord | undefined;
  /** @param settles the edit that was held and is decided by this one. @returns false where this device couldn't keep it. */
  say(id: string, value: PersonValue, settles?: string): Promise<boolean>;
  /** What is there stays: the edit that was held isn't wanted. */
  keep(opId: string): Promise<boolean>;
}

/** @returns the value where the record is there and of that sort. */
export function saidValue<Key extends PropertyKey>(
  record: SaidRecord | undefined,
  key: Key,
): Extract<PersonValue, Readonly<Record<Key, unknown>>> | undefined {
  const value = record?.body.value;
  return value && key in value ? (value as Extract<PersonValue, Readonly<Record<Key, unknown>>>) : undefined;
}

export function usePerson({ person, shared }: SignedInState): Person {
  const { slug: vendor } = usePack();
  const platform = usePlatform();
  const { status, records } = useRecords(PERSON_RECORD, personRecordSchema);
  const conflicts = useRecords(PERSON_CONFLICT, personConflictSchema).records.map(({ body }) => body);
  const find = (id: string) => records.find((record) => record.id === id);
  async function send(change: PersonChange): Promise<boolean> {
    const statedAt = new Date().toISOString();
    try {
      const { deliveries } = await platform;
      await deliveries.send(
        personSubmission({ vendor, person, statedAt, change }),
        shared ? 'shared' : 'own',
      );
      return true;
    } catch {
      return false;
    }
  }
  return {
    isKnown: status !== 'loading',
    ...{ records, conflicts, find },
    say: (record, value, settles) =>
      send({
        ...{ does: 'state', record, value, basedOn: find(record)?.body.version ?? null },
        ...(settles !== undefined && { settles }),
      }),
    keep: (settles) => send({ does: 'keep', settles }),
  };
}
