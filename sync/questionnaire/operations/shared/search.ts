import { isObject, type JsonObject, objectsOf, stringOf } from '../../model/fhir-json.ts';
import { compareTemporal } from '../../values/temporal.ts';

/** Elements that a search parameter reads, by its name (FHIR R4, Search Parameter Registry); the first that is there. */
const REFERENCES: Readonly<Record<string, readonly string[]>> = {
  patient: ['patient', 'subject', 'beneficiary'],
  subject: ['subject', 'patient'],
  encounter: ['encounter', 'context'],
};
const TOKENS: Readonly<Record<string, readonly string[]>> = {
  code: ['code', 'vaccineCode', 'medicationCodeableConcept'],
  'vaccine-code': ['vaccineCode'],
  category: ['category'],
  status: ['status'],
  'clinical-status': ['clinicalStatus'],
  'verification-status': ['verificationStatus'],
  intent: ['intent'],
  type: ['type'],
  class: ['class'],
  active: ['active'],
  gender: ['gender'],
  relationship: ['relationship'],
  identifier: ['identifier'],
};
const CANONICALS: Readonly<Record<string, readonly string[]>> = { questionnaire: ['questionnaire'] };
const DATES: Readonly<Record<string, readonly string[]>> = {
  date: [
    'effectiveDateTime',
    'effectiveInstant',
    'effectivePeriod',
    'occurrenceDateTime',
    'performedDateTime',
    'performedPeriod',
    'period',
    'recordedDate',
    'authoredOn',
    'authored',
    'date',
  ],
  'recorded-date': ['recordedDate'],
  'onset-date': ['onsetDateTime', 'onsetPeriod'],
  authoredon: ['authoredOn'],
  authored: ['authored', 'authoredOn'],
  effective: ['effectiveDateTime', 'effectivePeriod'],
  birthdate: ['birthDate'],
  _lastUpdated: ['meta.lastUpdated'],
};
/** They change what else comes with the answer, not which resources match. */
const WITHOUT_EFFECT: readonly string[] = [
  '_include',
  '_revinclude',
  '_summary',
  '_format',
  '_total',
  '_elements',
];

export type SearchAnswer =
  | { readonly answered: true; readonly result: JsonObject }
  /** Names what of the query can't be answered; never a value of it, which may tell of a patient. */
  | { readonly answered: false; readonly reason: string };

function elementsOf(resource: JsonObject, names: readonly string[]): readonly unknown[] {
  for (const name of names) {
    const value = name
      .split('.')
      .reduce<unknown>((at, part) => (isObject(at) ? at[part] : undefined), resource);
    if (value !== undefined) return Array.isArray(value) ? value : [value];
  }
  return [];
}

/** `Patient/p1`, `p1` and an address that ends in them name the same. */
export function sameReference(reference: unknown, wanted: string): boolean {
  const text = isObject(reference) ? stringOf(reference.reference) : undefined;
  if (text === undefined) return false;
  const plain = text.replace(/\/_history\/.*$/, '');
  return plain === wanted || plain.endsWith(`/${wanted}`) || wanted.endsWith(`/${plain}`);
}

/** system|code, |code, system|, or code alone (FHIR R4, 3.1.1.4.10). */
function matchesToken(value: unknown, wanted: string): boolean {
  const split = wanted.indexOf('|');
  const system = split < 0 ? undefined : wanted.slice(0, split);
  const code = wanted.slice(split + 1);
  const fits = (ownSystem: unknown, ownCode: unknown) =>
    (code === '' || ownCode === code) && (system === undefined || (ownSystem ?? '') === system);
  if (isObject(value)) {
    if (Array.isArray(value.coding))
      return objectsOf(value.coding).some((coding) => matchesToken(coding, wanted));
    return fits(value.system, value.code ?? value.value);
  }
  return fits(undefined, String(value)) || (code === String(value) && system !== '');
}

function dateText(value: unknown): string | undefined {
  return isObject(value) ? (stringOf(value.start) ?? stringOf(value.end)) : stringOf(value);
}

function matchesDate(value: unknown, wanted: string): boolean {
  const [, prefix = '', moment = ''] = /^([a-z]{2})?(.*)$/.exec(wanted) ?? [];
  const own = dateText(value);
  const order = own === undefined ? undefined : compareTemporal(own, moment);
  switch (prefix) {
    case 'ge':
      return order === 0 || order === 1 || own?.startsWith(moment) === true;
    case 'gt':
    case 'sa':
      return order === 1 && own?.startsWith(moment) !== true;
    case 'le':
      return order === 0 || order === -1 || own?.startsWith(moment) === true;
    case 'lt':
    case 'eb':
      return order === -1;
    case 'ne':
      return own !== undefined && !own.startsWith(moment);
    default:
      return own?.startsWith(moment) === true;
  }
}

type Filter = (resource: JsonObject) => boolean;

function filterFor(name: string, wanted: readonly string[]): Filter | undefined {
  const own = (table: Readonly<Record<string, readonly string[]>>) =>
    Object.hasOwn(table, name) ? table[name] : undefined;
  if (name === '_id') return (resource) => wanted.includes(stringOf(resource.id) ?? '');
  const references = own(REFERENCES);
  if (references !== undefined) {
    return (resource) =>
      elementsOf(resource, references).some((value) =>
        wanted.some((one) =>
          sameReference(value, one.includes('/') || name !== 'patient' ? one : `Patient/${one}`),
        ),
      );
  }
  const tokens = own(TOKENS);
  if (tokens !== undefined)
    return (resource) =>
      elementsOf(resource, tokens).some((value) => wanted.some((one) => matchesToken(value, one)));
  const canonicals = own(CANONICALS);
  if (canonicals !== undefined)
    return (resource) =>
      elementsOf(resource, canonicals).some((value) =>
        wanted.some((one) => value === one || (typeof value === 'string' && value.split('|', 1)[0] === one)),
      );
  const dates = own(DATES);
  if (dates !== undefined)
    return (resource) =>
      elementsOf(resource, dates).some((value) => wanted.some((one) => matchesDate(value, one)));
  return undefined;
}

function sorted(
  resources: readonly JsonObject[],
  keys: readonly string[],
): readonly JsonObject[] | undefined {
  const orders = keys.map((key) => {
    const down = key.startsWith('-');
    const name = down ? key.slice(1) : key;
    return Object.hasOwn(DATES, name) ? { down, names: DATES[name] ?? [] } : undefined;
  });
  if (orders.includes(undefined)) return undefined;
  return resources.toSorted((left, right) => {
    for (const order of orders) {
      if (order === undefined) continue;
      const [first, second] = [left, right].map((one) => dateText(elementsOf(one, order.names)[0]));
      // What has no date comes last, whichever way the others stand.
      if (first === undefined || second === undefined) {
        if (first !== second) return first === undefined ? 1 : -1;
        continue;
      }
      const compared = compareTemporal(first, second) ?? 0;
      if (compared !== 0) return order.down ? -compared : compared;
    }
    return 0;
  });
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}

/**
 * Answers `Type/id`, and a search by simple parameters, from resources at hand. A parameter that isn't known makes the whole query
 * unanswerable: leaving it out would find too much.
 */
export function search(resources: readonly JsonObject[], query: string): SearchAnswer {
  const [path = '', parameters = ''] = query.trim().split('?', 2);
  const match = /^\/?([A-Z][A-Za-z]+)(?:\/([A-Za-z0-9.-]{1,64}))?$/.exec(path);
  if (match === null) return { answered: false, reason: 'it does not begin with a resource type' };
  const [, type = '', id] = match;
  const ofType = resources.filter(({ resourceType }) => resourceType === type);
  if (id !== undefined) {
    const read = ofType.find((resource) => resource.id === id);
    return read === undefined
      ? { answered: false, reason: `that ${type} is not at hand` }
      : { answered: true, result: read };
  }
  let found: readonly JsonObject[] = ofType;
  let order: readonly string[] = [];
  let most = Number.POSITIVE_INFINITY;
  for (const part of parameters.split('&').filter((one) => one !== '')) {
    const [rawName = '', rawValue = ''] = part.split(/=(.*)/s, 2);
    const name = decode(rawName);
    const wanted = decode(rawValue)
      .split(',')
      .filter((one) => one !== '');
    if (name === '_sort') order = wanted;
    else if (name === '_count') most = Number(wanted[0] ?? most);
    else if (!WITHOUT_EFFECT.includes(name.split(':', 1)[0] ?? '')) {
      const filter = filterFor(name, wanted);
      if (filter === undefined)
        return { answered: false, reason: `its parameter "${name}" is not supported` };
      // A value that came out empty, as of a patient who isn't there, finds nothing.
      found = wanted.length === 0 ? [] : found.filter(filter);
    }
  }
  const ordered = sorted(found, order);
  if (ordered === undefined) return { answered: false, reason: 'its _sort is not supported' };
  const page = Number.isNaN(most) ? ordered : ordered.slice(0, most);
  return {
    answered: true,
    result: {
      resourceType: 'Bundle',
      type: 'searchset',
      total: found.length,
      ...(page.length === 0
        ? {}
        : { entry: page.map((resource) => ({ resource, search: { mode: 'match' } })) }),
    },
  };
}
