import { isObject, type JsonObject } from '../fhir-json.ts';

/**
 * Value sets of FHIR R4 (4.0.1, CC0) that are too large for every form page: loaded for the forms that name them.
 */
const FHIR = 'http://hl7.org/fhir/ValueSet/';
const COUNTRIES = ['iso3166-1-2', 'iso3166-1-3', 'iso3166-1-N'] as const;
const RELATIONSHIPS = 'relatedperson-relationshiptype';
const CONTACT_ROLES = `${FHIR}patient-contactrelationship`;

function valueSet(name: string, version: string, include: readonly JsonObject[]): JsonObject {
  return { resourceType: 'ValueSet', url: `${FHIR}${name}`, version, compose: { include } };
}

/** Every text in a form is looked at: a set may be named by an item, a unit list, or another set. */
function names(value: unknown, wanted: ReadonlySet<string>, depth = 0): ReadonlySet<string> {
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
 * The larger bundled value sets that a form names, to be given as `supporting` where it is compiled.
 *
 * @param questionnaire - any JSON; what is no form names nothing
 */
export async function coreSetsFor(questionnaire: unknown): Promise<readonly JsonObject[]> {
  if (!isObject(questionnaire)) return [];
  const all = new Set([...COUNTRIES, RELATIONSHIPS].map((name) => `${FHIR}${name}`));
  const named = names(questionnaire, all);
  const sets: JsonObject[] = [];
  if (COUNTRIES.some((name) => named.has(`${FHIR}${name}`))) {
    const { default: data } = await import('./core-data/countries.json', { with: { type: 'json' } });
    for (const [column, name] of COUNTRIES.entries()) {
      const concept = data.codes.map((row) => ({ code: row[column], display: row[3] }));
      sets.push(valueSet(name, data.version, [{ system: data.system, concept }]));
    }
  }
  if (named.has(`${FHIR}${RELATIONSHIPS}`)) {
    const { default: data } = await import('./core-data/relationships.json', { with: { type: 'json' } });
    const concept = data.codes.map(([code, display]) => ({ code, display }));
    // FHIR takes in all contact roles as well.
    sets.push(
      valueSet(RELATIONSHIPS, '4.0.1', [{ valueSet: [CONTACT_ROLES] }, { system: data.system, concept }]),
    );
  }
  return sets;
}
