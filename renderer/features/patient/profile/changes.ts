/** What a patient does on the screen, as changes of their records. Pure. */

import {
  type HealthGroup,
  isActive,
  type ListGroup,
  namedRecord,
  noneOf,
} from '../../../../sync/domain/health/health-names.ts';
import type { Conflict } from '../../../../sync/domain/health/health-record.ts';
import { allergyTo, conditionOf, medicineOf } from '../../../../sync/domain/health/make-resources.ts';
import type {
  Allergy,
  Concept,
  Condition,
  HealthResource,
  Medicine,
} from '../../../../sync/domain/health/resources.ts';
import type { HealthChange } from '../../../../sync/protocol/operations/payloads/health-edit.ts';
import type { ShownEntry, ShownSection } from './use-profile.ts';

/** The most versions that one word of confirmation names. */
const MAX_CONFIRMED = 200;

export type ListResource = Allergy | Medicine | Condition;

const ITEM_NAMES = { allergies: 'allergy', medicines: 'medicine', conditions: 'condition' } as const;
export const LIST_GROUPS = ['allergies', 'medicines', 'conditions'] as const;
export const isListGroup = (group: HealthGroup): group is ListGroup => group in ITEM_NAMES;
export const newItem = (group: ListGroup): string => `${ITEM_NAMES[group]}:${crypto.randomUUID()}`;

/** @param before what is on the screen of that record, if anything */
export const stated = (
  record: string,
  resource: HealthResource,
  before: ShownEntry | undefined,
  share?: boolean,
): HealthChange => ({
  ...{ does: 'state', record, resource, basedOn: before?.record.version ?? null },
  ...(share !== undefined && { share }),
});

export const confirmed = ({ group, entries, none }: ShownSection): HealthChange => ({
  ...{ does: 'confirm', group },
  versions: (none ? [none] : entries).map(({ record }) => record.version).slice(0, MAX_CONFIRMED),
});

const RESOURCES = { allergies: allergyTo, medicines: medicineOf, conditions: conditionOf } as const;
export const itemOf = (group: ListGroup, concept: Concept, detail: string): HealthResource =>
  RESOURCES[group](concept, detail);

export function isListed(resource: HealthResource): resource is ListResource {
  return ['AllergyIntolerance', 'MedicationStatement', 'Condition'].includes(resource.resourceType);
}
export const conceptOf = (resource: ListResource): Concept =>
  resource.resourceType === 'MedicationStatement' ? resource.medicationCodeableConcept : resource.code;
export function detailOf(resource: ListResource): string {
  if (resource.resourceType === 'MedicationStatement') return resource.dosage?.[0].text ?? '';
  if (resource.resourceType === 'Condition') return resource.note?.[0].text ?? '';
  return resource.reaction?.[0].manifestation[0].text ?? '';
}

/** The same, over by now or back again: nothing else of it changes, what staff have confirmed included. */
export function turned(resource: ListResource, to: 'ended' | 'active'): HealthResource {
  if (resource.resourceType === 'MedicationStatement')
    return { ...resource, status: to === 'active' ? 'active' : 'completed' };
  const [{ system }] = resource.clinicalStatus.coding;
  const code = to === 'active' ? 'active' : 'resolved';
  return { ...resource, clinicalStatus: { coding: [{ system, code }] } } as HealthResource;
}

export function ending(entry: ShownEntry): readonly HealthChange[] {
  const { resource } = entry.record;
  return isListed(resource) ? [stated(entry.id, turned(resource, 'ended'), entry)] : [];
}
export function restoring(entry: ShownEntry): readonly HealthChange[] {
  const { resource } = entry.record;
  return isListed(resource) ? [stated(entry.id, turned(resource, 'active'), entry)] : [];
}

/** @param words "None known" as the patient has read it */
export const sayingNone = (group: ListGroup, words: string, section: ShownSection): HealthChange => ({
  ...{ does: 'state', record: noneOf(group), resource: itemOf(group, { text: words }, '') },
  basedOn: section.noneVersion,
});

/** The other value takes the place of the one in the profile. Where it says that there are none, what there is ends first. */
export function using(
  conflict: Conflict,
  section: ShownSection,
  entries: ReadonlyMap<string, ShownEntry>,
): readonly HealthChange[] {
  const { record, resource, share, about } = conflict;
  const isNone = namedRecord(record)?.list === 'none' && isActive(resource);
  return [
    ...(isNone ? section.entries.flatMap(ending) : []),
    {
      ...{ does: 'state', record, resource, settles: about },
      basedOn: entries.get(record)?.record.version ?? null,
      ...(share !== undefined && { share }),
    },
  ];
}
export const keeping = ({ about }: Conflict): readonly HealthChange[] => [{ does: 'keep', settles: about }];
