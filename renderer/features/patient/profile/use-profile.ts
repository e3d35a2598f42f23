/** A person's health profile as its screen shows it: their records, with what this device has queued laid over them. */

import type { HealthGroup } from '../../../../sync/domain/health/health-names.ts';
import type { Confirmation } from '../../../../sync/domain/health/health-record.ts';
import { type Entry, type Section, sectionsOf } from '../../../../sync/domain/health/profile-view.ts';
import {
  HEALTH_CONFIRMATION,
  HEALTH_CONFLICT,
  HEALTH_RECORD,
} from '../../../../sync/protocol/records/health.ts';
import { useNow } from '../../../base/use-now.ts';
import { type TypedRecords, useRecords } from '../../../device/use-account.ts';
import type { RecordView } from '../../../platform/contract/account.ts';
import { readConfirmation, readConflict, readHealthRecord } from './read-records.ts';

/** That it is on its way, or with the clinic. */
export type Pending = Pick<RecordView, 'pending'>;
export type ShownEntry = Entry<Pending>;
export type ShownSection = Section<Pending>;

export interface Profile extends Pick<TypedRecords<unknown>, 'status' | 'pulledAt'> {
  readonly sections: Readonly<Record<HealthGroup, ShownSection>>;
  /** By the name of its record. */
  readonly entries: ReadonlyMap<string, ShownEntry>;
}

export function useProfile(): Profile {
  const now = useNow();
  const { status, pulledAt, records } = useRecords(HEALTH_RECORD, readHealthRecord);
  const confirmed = useRecords(HEALTH_CONFIRMATION, readConfirmation).records;
  const conflicts = useRecords(HEALTH_CONFLICT, readConflict).records;
  const entries = records.map(
    ({ id, body, pending }): ShownEntry => ({ id, record: body, extra: pending ? { pending } : {} }),
  );
  const confirmations = new Map<string, Confirmation>(confirmed.map(({ id, body }) => [id, body]));
  const sections = sectionsOf(
    entries,
    confirmations,
    conflicts.map(({ body }) => body),
    now,
  );
  return {
    status,
    ...(pulledAt !== undefined && { pulledAt }),
    sections: Object.fromEntries(sections.map((section) => [section.group, section])) as Profile['sections'],
    entries: new Map(entries.map((entry) => [entry.id, entry])),
  };
}

/** What no one has said anything about yet, of what a clinic has to know of everybody. Having said that there are none is an answer. */
export function missingGroups({ sections, entries }: Profile): readonly HealthGroup[] {
  const needed = ['body', 'allergies', 'medicines', 'conditions', 'contact'] as const;
  return needed.filter((group) =>
    group === 'body'
      ? !entries.has('weight') || !entries.has('height')
      : sections[group].entries.length === 0 && sections[group].none === undefined,
  );
}
