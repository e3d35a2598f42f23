import { isObject, type JsonObject } from '../model/fhir-json.ts';

/**
 * Value sets of HL7 (CC0) that would make every form page larger: loaded for the forms that name them.
 */
const FHIR = 'http://hl7.org/fhir/ValueSet/';
const THO = 'http://terminology.hl7.org/ValueSet/';
const COUNTRIES = ['iso3166-1-2', 'iso3166-1-3', 'iso3166-1-N'] as const;
const RELATIONSHIPS = 'relatedperson-relationshiptype';
const SMALL = [
  ...['item-type', 'marital-status', 'gender-identity', 'medicationrequest-category'].map(
    (name) => FHIR + name,
  ),
  ...['yes-no-unknown-not-applicable', 'v3-MessageWaitingPriority', 'v3-Ethnicity'].map((name) => THO + name),
];
const CONTACT_ROLES = `${FHIR}patient-contactrelationship`;

function valueSet(name: string, version: string, include: readonly JsonObject[]): JsonObject {
  return { resourceType: 'ValueSet', url: `${FHIR}${name}`, version, compose: { include } };
}

/** Every text in a form is looked at: a set may be named by an item, a unit list, or another set. */
function namesIn(value: unknown, wanted: ReadonlySet<string>, depth = 0): ReadonlySet<string> {
  const found = new Set<string>();
  const visit = (one: unknown, level: number): void => {
    if (typeof one === 'string') {
      const [url = ''] = one.split('|');
      if (wanted.has(url)) found.add(url);
    } else if (typeof one === 'object' && one !== null && level < 300) {
      for (const part of Object.values(one)) visit(part, level + 1);
    }
  };
  visit(value, depth);
  return found;
}

/**
 * The bundled value sets that a form names, to be given as `supporting` where it is compiled.
 *
 * @param named - any JSON: a Questionnaire, or one together with the resources that come with it
 */
export async function coreSetsFor(named: unknown): Promise<readonly JsonObject[]> {
  if (!isObject(named)) return [];
  const wanted = namesIn(
    named,
    new Set([...SMALL, ...[...COUNTRIES, RELATIONSHIPS].map((name) => FHIR + name)]),
  );
  const sets: JsonObject[] = [];
  if (SMALL.some((url) => wanted.has(url))) {
    const { SMALL_SETS } = await import('./small-sets.ts');
    sets.push(...SMALL_SETS);
  }
  if (COUNTRIES.some((name) => wanted.has(`${FHIR}${name}`))) {
    const { default: data } = await import('./core-data/countries.json', { with: { type: 'json' } });
    for (const [column, name] of COUNTRIES.entries()) {
      const concept = data.codes.map((row) => ({ code: row[column], display: row[3] }));
      sets.push(valueSet(name, data.version, [{ system: data.system, concept }]));
    }
  }
  if (wanted.has(`${FHIR}${RELATIONSHIPS}`)) {
    const { default: data } = await import('./core-data/relationships.json', { with: { type: 'json' } });
    const concept = data.codes.map(([code, display]) => ({ code, display }));
    // FHIR takes in all contact roles as well.
    sets.push(
      valueSet(RELATIONSHIPS, '4.0.1', [{ valueSet: [CONTACT_ROLES] }, { system: data.system, concept }]),
    );
  }
  return sets;
}
