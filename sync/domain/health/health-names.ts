/** The names of a health profile's records, and how old what they say may get. Apart from their schemas: a page that shows them is small without. */
import type { Confirmation, HealthRecord } from './health-record.ts';
import type { HealthResource } from './resources.ts';

export const GROUPS = [
  'body',
  'allergies',
  'medicines',
  'conditions',
  'pregnancy',
  'doctor',
  'contact',
] as const;
export type HealthGroup = (typeof GROUPS)[number];
export type ListGroup = 'allergies' | 'medicines' | 'conditions';

interface Named {
  readonly group: HealthGroup;
  /** What its resource is. */
  readonly type: HealthResource['resourceType'];
  /** One of many, or the word that there are none. */
  readonly list?: 'item' | 'none';
}
const names: Readonly<Record<string, Named>> = {
  weight: { group: 'body', type: 'Observation' },
  height: { group: 'body', type: 'Observation' },
  pregnancy: { group: 'pregnancy', type: 'Observation' },
  doctor: { group: 'doctor', type: 'Practitioner' },
  contact: { group: 'contact', type: 'RelatedPerson' },
  allergy: { group: 'allergies', type: 'AllergyIntolerance', list: 'item' },
  medicine: { group: 'medicines', type: 'MedicationStatement', list: 'item' },
  condition: { group: 'conditions', type: 'Condition', list: 'item' },
  'no-allergies': { group: 'allergies', type: 'AllergyIntolerance', list: 'none' },
  'no-medicines': { group: 'medicines', type: 'MedicationStatement', list: 'none' },
  'no-conditions': { group: 'conditions', type: 'Condition', list: 'none' },
};

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** `weight`, `no-allergies`, `allergy:<uuid>`. @returns undefined for what no record is called. */
export function namedRecord(id: string): Named | undefined {
  const [name = '', item, ...more] = id.split(':');
  const found = Object.hasOwn(names, name) ? names[name] : undefined;
  if (more.length > 0 || found === undefined) return undefined;
  return (found.list === 'item') === (item !== undefined && UUID.test(item)) &&
    (found.list === 'item' || item === undefined)
    ? found
    : undefined;
}

export const noneOf = (group: ListGroup) => `no-${group}` as const;

/** Nothing that has ended is removed: it is shown as past. */
export function isActive(resource: HealthResource): boolean {
  switch (resource.resourceType) {
    case 'AllergyIntolerance':
    case 'Condition':
      return resource.clinicalStatus.coding[0].code === 'active';
    case 'MedicationStatement':
      return resource.status === 'active';
    default:
      return true;
  }
}

export const RECONFIRM_DAYS = 180;
const DAY_MS = 86_400_000;

/** When it was last said, or said to be still correct. */
export function saidAt({ version, statedAt }: HealthRecord, confirmation: Confirmation | undefined): string {
  if (!confirmation?.versions.includes(version)) return statedAt;
  return Date.parse(confirmation.at) > Date.parse(statedAt) ? confirmation.at : statedAt;
}

/** A day more than 180 days ago: it has to be asked again. */
export function isStale(record: HealthRecord, confirmation: Confirmation | undefined, now: Date): boolean {
  return now.getTime() - Date.parse(saidAt(record, confirmation)) > RECONFIRM_DAYS * DAY_MS;
}
