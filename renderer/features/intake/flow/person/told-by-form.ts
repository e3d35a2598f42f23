/**
 * What a form that was sent tells of a person, and their profile doesn't say yet: SDC's `$extract` for measures, and who they are. It is offered, and never taken
 * over by itself.
 */
import type { BundleEntry, Observation, Resource } from 'fhir/r4.js';
import { centimeters, kilograms } from '../../../../../sync/domain/health/body-mass.ts';
import type { HealthRecord } from '../../../../../sync/domain/health/health-record.ts';
import { heightOf, weightOf } from '../../../../../sync/domain/health/make-resources.ts';
import type { Height, Weight } from '../../../../../sync/domain/health/resources.ts';
import type { PersonRecord, PersonValue } from '../../../../../sync/domain/profile/person-record.ts';
import type { IntakeSubmit } from '../../../../../sync/protocol/operations/payloads/intake-submit.ts';
import { withoutPopulation } from '../engine/without-population.ts';

export type Measured =
  | { readonly record: 'weight'; readonly resource: Weight }
  | { readonly record: 'height'; readonly resource: Height };

/** A fact, and by which record it is kept. `basedOn`: the version of what is there now. */
export type Told =
  | (Measured & { readonly basedOn: string | null; readonly before: HealthRecord | undefined })
  | {
      readonly record: 'name' | 'birth-date' | 'gender';
      readonly value: PersonValue;
      readonly basedOn: null;
    };

/** The measures among a form's answers, in the form's own units. Rejects where it can't be opened. */
export async function measuresOf(definition: unknown, copy: IntakeSubmit): Promise<readonly Measured[]> {
  const parts = await import('./extracting-parts.ts');
  const form = withoutPopulation(definition);
  const opened = parts.openQuestionnaire(form, await parts.coreSetsFor(form));
  if (!opened.ok) return [];
  const { bundle } = parts.extractResponse(opened.plan, copy.response, {
    ...(await parts.loadTools(opened.plan)),
    // What is extracted has no address here: it goes into records that have names.
    digest: () => crypto.randomUUID().replaceAll('-', ''),
  });
  return (bundle?.entry ?? []).flatMap((entry) => measureOf(entry) ?? []);
}

const isObservation = (resource: Resource | undefined): resource is Observation =>
  resource?.resourceType === 'Observation';

function measureOf({ resource }: BundleEntry): Measured | undefined {
  if (!isObservation(resource)) return undefined;
  const { code, valueQuantity: { value, code: unit } = {} } = resource;
  const is = (wanted: string) => code.coding?.some((coding) => coding.code === wanted);
  if (value === undefined) return undefined;
  if (is('29463-7') && unit === 'kg') return { record: 'weight', resource: weightOf(value, unit) };
  return is('8302-2') && unit === 'cm' ? { record: 'height', resource: heightOf(value, unit) } : undefined;
}

export interface Said {
  readonly health: ReadonlyMap<string, HealthRecord>;
  readonly person: ReadonlyMap<string, PersonRecord>;
}

/** Kilograms, or centimeters. */
export function inBase({ record, resource }: Measured): number {
  return record === 'weight' ? kilograms(resource) : centimeters(resource);
}

/** Units round differently: nobody would call that another value. */
const TOLERANCE = 0.1;

/** Nothing of a form that somebody else filled in, or that is about another person by its date of birth. */
export function toldBy(
  { patient }: Pick<IntakeSubmit, 'patient'>,
  measured: readonly Measured[],
  { health, person }: Said,
): readonly Told[] {
  const born = person.get('birth-date')?.value;
  if (patient.answeredBy !== 'self') return [];
  if (born && 'birthDate' in born && born.birthDate !== patient.birthDate) return [];
  const { givenName: given, familyName: family, birthDate, sexAtBirth } = patient;
  const values = { name: { given, family }, 'birth-date': { birthDate }, gender: { sexAtBirth } } as const;
  const ofPerson = (['name', 'birth-date', 'gender'] as const).filter((record) => !person.has(record));
  return [
    ...ofPerson.map((record): Told => ({ record, value: values[record], basedOn: null })),
    ...measured.flatMap((each): Told[] => {
      const before = health.get(each.record);
      const known = before && inBase({ ...each, resource: before.resource } as Measured);
      if (known !== undefined && Math.abs(known - inBase(each)) <= TOLERANCE) return [];
      return [{ ...each, basedOn: before?.version ?? null, before }];
    }),
  ];
}
