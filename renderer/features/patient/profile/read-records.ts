/**
 * Records of a health profile as they come off this device's disk. The server has checked every field before it published them, and the device what it queued: what
 * is left is whether they are of a kind that this app knows. The schemas would say no more, and would travel with every page that reads anything.
 */
import { namedRecord } from '../../../../sync/domain/health/health-names.ts';
import type { Confirmation, Conflict, HealthRecord } from '../../../../sync/domain/health/health-record.ts';
import type { Reads } from '../../../device/use-account.ts';

type Body = Readonly<Record<string, unknown>>;

const isBody = (value: unknown): value is Body => typeof value === 'object' && value !== null;
const isInstant = (value: unknown) => typeof value === 'string' && !Number.isNaN(Date.parse(value));
const isSaid = (body: unknown): body is Body & { readonly resource: Body } =>
  isBody(body) && isBody(body.resource) && isInstant(body.statedAt);

function reader<Known>(isKnown: (body: unknown) => boolean): Reads<Known> {
  return {
    safeParse: (body) =>
      isKnown(body) ? { success: true, data: body as Known } : { success: false, data: undefined },
  };
}

const TYPES = [
  ...['AllergyIntolerance', 'MedicationStatement', 'Condition'],
  ...['Observation', 'Practitioner', 'RelatedPerson'],
];

export const readHealthRecord = reader<HealthRecord>(
  (body) =>
    isSaid(body) &&
    typeof body.version === 'string' &&
    ['patient', 'clinic'].includes(String(body.author)) &&
    TYPES.includes(String(body.resource.resourceType)),
);
export const readConfirmation = reader<Confirmation>(
  (body) => isBody(body) && isInstant(body.at) && Array.isArray(body.versions),
);
export const readConflict = reader<Conflict>(
  (body) =>
    isSaid(body) &&
    namedRecord(String(body.record))?.type === body.resource.resourceType &&
    typeof body.about === 'string' &&
    ['changed', 'signed-out', 'not-none'].includes(String(body.why)),
);
