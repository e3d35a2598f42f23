/** A person's records as the sections of a health profile: pure, and the same for a screen and for what else reads them. */
import { GROUPS, type HealthGroup, isActive, isStale, namedRecord, saidAt } from './health-names.ts';
import type { Confirmation, Conflict, HealthRecord } from './health-record.ts';

export interface Entry<Extra = object> {
  readonly id: string;
  readonly record: HealthRecord;
  /** What the screen that shows it knows besides, such as that it is on its way. */
  readonly extra?: Extra;
}

export interface Section<Extra = object> {
  readonly group: HealthGroup;
  /** What holds now, in the order in which it was given. "None known" is not among them. */
  readonly entries: readonly Entry<Extra>[];
  readonly past: readonly Entry<Extra>[];
  /** That there are none, where that was said last. */
  readonly none: Entry<Extra> | undefined;
  /** What `basedOn` names of "none known", said before or not. */
  readonly noneVersion: string | null;
  readonly conflicts: readonly Conflict[];
  /** "Still correct", where that was ever said of the group. */
  readonly confirmation: Confirmation | undefined;
  /** When the oldest of what holds was last said, ISO 8601. */
  readonly saidAt: string | undefined;
  readonly isStale: boolean;
}

export function sectionsOf<Extra = object>(
  records: readonly Entry<Extra>[],
  confirmations: ReadonlyMap<string, Confirmation>,
  conflicts: readonly Conflict[],
  now: Date,
): readonly Section<Extra>[] {
  return GROUPS.map((group) => {
    const own = records.filter(({ id }) => namedRecord(id)?.group === group);
    const items = own.filter(({ id }) => namedRecord(id)?.list !== 'none');
    const entries = items.filter(({ record }) => isActive(record.resource));
    const saidNone = own.find(({ id }) => namedRecord(id)?.list === 'none');
    // Until the clinic has ended it, an entry that is on its way says otherwise.
    const none =
      saidNone && isActive(saidNone.record.resource) && entries.length === 0 ? saidNone : undefined;
    const holds = none ? [none] : entries;
    const confirmation = confirmations.get(group);
    return {
      ...{ group, entries, none, confirmation },
      past: items.filter(({ record }) => !isActive(record.resource)),
      noneVersion: saidNone?.record.version ?? null,
      conflicts: conflicts.filter(({ record }) => namedRecord(record)?.group === group),
      saidAt: holds
        .map(({ record }) => saidAt(record, confirmation))
        .toSorted((one, other) => Date.parse(one) - Date.parse(other))[0],
      isStale: holds.some(({ record }) => isStale(record, confirmation, now)),
    };
  });
}
