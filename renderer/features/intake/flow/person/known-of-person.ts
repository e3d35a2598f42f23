/**
 * What a signed-in patient has said before, for a form that they begin: SDC's `$populate` over the health profile, on this device alone, and who they are. It is
 * shown with each question, and theirs to change; nothing is skipped because of it.
 *
 * Left out: what is older than 180 days, or waits for their decision; and everything on a device that others use.
 */
import type { QuestionnaireResponse, QuestionnaireResponseItem } from 'fhir/r4.js';
import type { z } from 'zod/mini';
import { asFhir } from '../../../../../sync/domain/health/as-fhir.ts';
import { centimeters, kilograms } from '../../../../../sync/domain/health/body-mass.ts';
import {
  confirmationSchema,
  conflictSchema,
  healthRecordSchema,
  isStale,
  namedRecord,
  saidAt,
} from '../../../../../sync/domain/health/health-record.ts';
import { heightOf, weightOf } from '../../../../../sync/domain/health/make-resources.ts';
import type { HealthResource, Height, Weight } from '../../../../../sync/domain/health/resources.ts';
import {
  type PersonRecord,
  type PersonValue,
  personRecordSchema,
} from '../../../../../sync/domain/profile/person-record.ts';
import type { PatientDetails } from '../../../../../sync/protocol/operations/payloads/parts.ts';
import {
  HEALTH_CONFIRMATION,
  HEALTH_CONFLICT,
  HEALTH_RECORD,
} from '../../../../../sync/protocol/records/health.ts';
import { PERSON_RECORD } from '../../../../../sync/protocol/records/person.ts';
import type { Account } from '../../../../platform/contract/account.ts';

export interface KnownOfPerson {
  readonly patient: Partial<PatientDetails>;
  /** Absent where nothing of the form could be filled in. */
  readonly response?: QuestionnaireResponse;
  /** linkIds whose answers come from the health profile. */
  readonly filledIn: readonly string[];
}

export interface Knowing {
  readonly account: Account;
  readonly definition: unknown;
  readonly formLanguage: string;
  readonly now: Date;
}

/** Milliseconds: records come off the disk in a fraction of it, and a form doesn't wait for those that don't. */
const PATIENCE_MS = 2_000;

interface Known<Body> {
  readonly id: string;
  readonly body: Body;
}

/** @param schema of their body: what it doesn't take is of a version that isn't known here. */
async function recordsOf<Body>(
  account: Account,
  kind: string,
  schema: z.ZodMiniType<Body>,
): Promise<readonly Known<Body>[]> {
  let stop = () => {};
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    return await new Promise<readonly Known<Body>[]>((resolve) => {
      timer = setTimeout(() => resolve([]), PATIENCE_MS);
      stop = account.watchRecords(kind, ({ status, records }) => {
        if (status === 'loading') return;
        resolve(
          records.flatMap(({ id, body }) => {
            const read = schema.safeParse(body);
            return read.success ? [{ id, body: read.data }] : [];
          }),
        );
      });
    });
  } finally {
    clearTimeout(timer);
    stop();
  }
}

function patientOf(records: readonly Known<PersonRecord>[], email: string): Partial<PatientDetails> {
  const values = records.map(({ body }) => body.value);
  const find = <Key extends PropertyKey>(key: Key) =>
    values.find((value): value is Extract<PersonValue, Readonly<Record<Key, unknown>>> => key in value);
  const [name, birth, sex] = [find('given'), find('birthDate'), find('sexAtBirth')];
  return {
    ...(name && { givenName: name.given, familyName: name.family }),
    ...(birth && { birthDate: birth.birthDate }),
    ...(sex && { sexAtBirth: sex.sexAtBirth }),
    // That a message may name the vendor is for them to say.
    ...(email !== '' && { contact: { method: 'email', value: email, mayLeaveMessage: false } }),
  };
}

const ABSENT = 'http://hl7.org/fhir/uv/ips/CodeSystem/absent-unknown-uv-ips';
const NONE_CODES: Readonly<Record<string, string>> = {
  'no-allergies': 'no-known-allergies',
  'no-medicines': 'no-known-medications',
  'no-conditions': 'no-known-problems',
};

/** In the units that forms store, rounded as their fields do it; "none known" as the International Patient Summary codes it. */
function asForms(id: string, resource: HealthResource): HealthResource {
  const hundredths = (value: number) => Math.round(value * 100) / 100;
  const code = NONE_CODES[id];
  if (code !== undefined) {
    const none = { coding: [{ system: ABSENT, code }] };
    return (
      resource.resourceType === 'MedicationStatement'
        ? { ...resource, medicationCodeableConcept: none }
        : { ...resource, code: none }
    ) as HealthResource;
  }
  if (id === 'weight') return weightOf(hundredths(kilograms(resource as Weight)), 'kg');
  return id === 'height' ? heightOf(hundredths(centimeters(resource as Height)), 'cm') : resource;
}

async function supporting(account: Account, person: string, now: Date) {
  const [records, confirmed, conflicts] = await Promise.all([
    recordsOf(account, HEALTH_RECORD, healthRecordSchema),
    recordsOf(account, HEALTH_CONFIRMATION, confirmationSchema),
    recordsOf(account, HEALTH_CONFLICT, conflictSchema),
  ]);
  const open = new Set(conflicts.map(({ body }) => body.record));
  const confirmations = new Map(confirmed.map(({ id, body }) => [id, body]));
  return records.flatMap(({ id, body }) => {
    const confirmation = confirmations.get(namedRecord(id)?.group ?? '');
    if (open.has(id) || isStale(body, confirmation, now)) return [];
    return [asFhir(asForms(id, body.resource), saidAt(body, confirmation), `Patient/${person}`)];
  });
}

/** linkIds of the answers that carry the mark. */
function marked(items: readonly QuestionnaireResponseItem[] | undefined, mark: string): readonly string[] {
  return (items ?? []).flatMap(({ linkId, answer, item }) => [
    ...(answer?.some(({ extension }) => extension?.some(({ url }) => url === mark)) ? [linkId] : []),
    ...marked(item, mark),
    ...(answer ?? []).flatMap((each) => marked(each.item, mark)),
  ]);
}

async function populated({ account, definition, formLanguage, now }: Knowing, person: string) {
  const [parts, resources] = await Promise.all([
    import('./populating-parts.ts'),
    supporting(account, person, now),
  ]);
  const opened = parts.openQuestionnaire(definition, await parts.coreSetsFor(definition));
  if (!opened.ok || resources.length === 0) return { filledIn: [] };
  const { response } = parts.populateForm(opened.plan, {
    ...(await parts.loadTools(opened.plan)),
    ...{ language: formLanguage, now: now.toISOString(), supporting: resources },
    launchContext: { patient: { resourceType: 'Patient', id: person } },
  });
  const filledIn = marked(response.item, parts.INFORMATION_ORIGIN);
  return filledIn.length === 0 ? { filledIn } : { response, filledIn };
}

/** @returns undefined where nobody is signed in, or others use this device. */
export async function knownOfPerson(
  knowing: Knowing,
  isPopulated: boolean,
): Promise<KnownOfPerson | undefined> {
  const state = knowing.account.state();
  if (state?.status !== 'signed-in' || state.shared) return undefined;
  const [said, form] = await Promise.all([
    recordsOf(knowing.account, PERSON_RECORD, personRecordSchema),
    isPopulated ? populated(knowing, state.person) : { filledIn: [] },
  ]);
  return { patient: patientOf(said, state.email), ...form };
}
