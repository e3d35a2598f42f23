/**
 * Small value sets that published forms name, by HL7 (CC0), as the published definitions list them: loaded for the forms that
 * name one of them.
 */
import type { JsonObject } from '../model/fhir-json.ts';
import { concepts, valueSet } from './core.ts';

/** HL7's own value sets, of the same licence: those that published forms name. */
function terminologyValueSet(name: string, version: string, ...include: readonly JsonObject[]): JsonObject {
  return {
    resourceType: 'ValueSet',
    url: `http://terminology.hl7.org/ValueSet/${name}`,
    version,
    compose: { include },
  };
}

export const SMALL_SETS: readonly JsonObject[] = [
  valueSet('item-type', {
    system: 'http://hl7.org/fhir/item-type',
    concept: concepts([
      ['group', 'Group'],
      ['display', 'Display'],
      ['question', 'Question'],
      ['boolean', 'Boolean'],
      ['decimal', 'Decimal'],
      ['integer', 'Integer'],
      ['date', 'Date'],
      ['dateTime', 'Date Time'],
      ['time', 'Time'],
      ['string', 'String'],
      ['text', 'Text'],
      ['url', 'Url'],
      ['choice', 'Choice'],
      ['open-choice', 'Open Choice'],
      ['attachment', 'Attachment'],
      ['reference', 'Reference'],
      ['quantity', 'Quantity'],
    ]),
  }),
  valueSet(
    'marital-status',
    {
      system: 'http://terminology.hl7.org/CodeSystem/v3-MaritalStatus',
      concept: concepts([
        ['A', 'Annulled'],
        ['D', 'Divorced'],
        ['I', 'Interlocutory'],
        ['L', 'Legally Separated'],
        ['M', 'Married'],
        ['P', 'Polygamous'],
        ['S', 'Never Married'],
        ['T', 'Domestic partner'],
        ['U', 'unmarried'],
        ['W', 'Widowed'],
      ]),
    },
    {
      system: 'http://terminology.hl7.org/CodeSystem/v3-NullFlavor',
      concept: concepts([['UNK', 'unknown']]),
    },
  ),
  valueSet('gender-identity', {
    system: 'http://hl7.org/fhir/gender-identity',
    concept: concepts([
      ['male', 'male'],
      ['female', 'female'],
      ['non-binary', 'non-binary'],
      ['transgender-male', 'transgender male'],
      ['transgender-female', 'transgender female'],
      ['other', 'other'],
      ['non-disclose', 'does not wish to disclose'],
    ]),
  }),
  valueSet('medicationrequest-category', {
    system: 'http://terminology.hl7.org/CodeSystem/medicationrequest-category',
    concept: concepts([
      ['inpatient', 'Inpatient'],
      ['outpatient', 'Outpatient'],
      ['community', 'Community'],
      ['discharge', 'Discharge'],
    ]),
  }),
  terminologyValueSet(
    'yes-no-unknown-not-applicable',
    '1.0.0',
    {
      system: 'http://terminology.hl7.org/CodeSystem/v2-0532',
      concept: concepts([
        ['Y', 'Yes'],
        ['N', 'No'],
      ]),
    },
    {
      system: 'http://terminology.hl7.org/CodeSystem/v3-NullFlavor',
      concept: concepts([
        ['UNK', 'unknown'],
        ['NA', 'not applicable'],
      ]),
    },
  ),
  terminologyValueSet('v3-MessageWaitingPriority', '2018-08-12', {
    system: 'http://terminology.hl7.org/CodeSystem/v3-MessageWaitingPriority',
    concept: concepts([
      ['H', 'High'],
      ['L', 'Low'],
      ['M', 'Medium'],
    ]),
  }),
  terminologyValueSet('v3-Ethnicity', '2018-08-12', {
    system: 'http://terminology.hl7.org/CodeSystem/v3-Ethnicity',
    concept: concepts([
      ['2135-2', 'Hispanic or Latino'],
      ['2137-8', 'Spaniard'],
      ['2138-6', 'Andalusian'],
      ['2139-4', 'Asturian'],
      ['2140-2', 'Castillian'],
      ['2141-0', 'Catalonian'],
      ['2142-8', 'Belearic Islander'],
      ['2143-6', 'Gallego'],
      ['2144-4', 'Valencian'],
      ['2145-1', 'Canarian'],
      ['2146-9', 'Spanish Basque'],
      ['2148-5', 'Mexican'],
      ['2149-3', 'Mexican American'],
      ['2150-1', 'Mexicano'],
      ['2151-9', 'Chicano'],
      ['2152-7', 'La Raza'],
      ['2153-5', 'Mexican American Indian'],
      ['2155-0', 'Central American'],
      ['2156-8', 'Costa Rican'],
      ['2157-6', 'Guatemalan'],
      ['2158-4', 'Honduran'],
      ['2159-2', 'Nicaraguan'],
      ['2160-0', 'Panamanian'],
      ['2161-8', 'Salvadoran'],
      ['2162-6', 'Central American Indian'],
      ['2163-4', 'Canal Zone'],
      ['2165-9', 'South American'],
      ['2166-7', 'Argentinean'],
      ['2167-5', 'Bolivian'],
      ['2168-3', 'Chilean'],
      ['2169-1', 'Colombian'],
      ['2170-9', 'Ecuadorian'],
      ['2171-7', 'Paraguayan'],
      ['2172-5', 'Peruvian'],
      ['2173-3', 'Uruguayan'],
      ['2174-1', 'Venezuelan'],
      ['2175-8', 'South American Indian'],
      ['2176-6', 'Criollo'],
      ['2178-2', 'Latin American'],
      ['2180-8', 'Puerto Rican'],
      ['2182-4', 'Cuban'],
      ['2184-0', 'Dominican'],
      ['2186-5', 'Not Hispanic or Latino'],
    ]),
  }),
];
