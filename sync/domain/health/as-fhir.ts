import type { HealthResource } from './resources.ts';

export type Json = string | number | boolean | readonly Json[] | { readonly [key: string]: Json | undefined };
export interface FhirResource {
  readonly resourceType: string;
  readonly [key: string]: Json | undefined;
}

/**
 * As it was said, with whom it is about and when, where the resource has a place for it.
 * @param statedAt ISO 8601.
 * @param patient a reference.
 */
export function asFhir(said: HealthResource, statedAt: string, patient: string): FhirResource {
  const { resourceType, ...fields } = said;
  const reference = { reference: patient };
  switch (resourceType) {
    case 'AllergyIntolerance':
      return { resourceType, ...fields, patient: reference, recordedDate: statedAt };
    case 'Condition':
      return { resourceType, ...fields, subject: reference, recordedDate: statedAt };
    case 'MedicationStatement':
      return { resourceType, ...fields, subject: reference, dateAsserted: statedAt };
    case 'Observation':
      return { resourceType, ...fields, subject: reference, effectiveDateTime: statedAt };
    case 'RelatedPerson':
      return { resourceType, ...fields, patient: reference };
    case 'Practitioner':
      return { resourceType, ...fields };
  }
}
