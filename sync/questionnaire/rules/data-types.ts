/**
 * The data types of FHIR R4 that a response is made of: the form of their primitives, the parts of the others, and their invariants. The
 * tables are those of the specification (Data Types; FHIR JSON: nothing is null or empty).
 */
import { isObject, type JsonObject } from '../model/fhir-json.ts';
import { isDate, isDateTime, isTime } from '../values/temporal.ts';
import { isResourceType } from './resource-types.ts';

/** FHIR R4, string: at most 1 MB, which it counts in characters. */
export const MAX_STRING = 1024 * 1024;
/** Data types nest through extensions and identifiers; no published response comes near. */
const MAX_NESTING = 20;
const INTEGER_LIMIT = 2 ** 31;

/** Control characters below 32 but for tab, line feed and carriage return, and halves of characters. */
const NOT_ALLOWED = /\p{Surrogate}|(?![\t\n\r\u007f-\u009f])\p{Cc}/u;
const ID = /^[A-Za-z0-9\-.]{1,64}$/;
const CODE = /^\S+(?: \S+)*$/;
const UUID = /^urn:uuid:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const OID = /^urn:oid:[0-2](?:\.(?:0|[1-9][0-9]*))+$/;
const RELATIVE = /^([A-Z][A-Za-z]*)\/([^/]+)(?:\/_history\/([^/]+))?$/;
const SCHEME = /^[A-Za-z][A-Za-z0-9+.-]*:./;

/** What is wrong with a value, without quoting it; undefined where nothing is. */
export type Fault = string | undefined;
type Check = (value: unknown, depth: number) => Fault;

/** FHIR R4, string: with content, in characters that can be written, of 1 MB at most. */
export function stringFault(value: unknown): Fault {
  if (typeof value !== 'string') return 'is not a string';
  if (value.trim() === '') return 'is blank';
  if (value.length > MAX_STRING) return 'is longer than 1 MB';
  return NOT_ALLOWED.test(value) ? 'has characters that FHIR does not allow' : undefined;
}

function text(pattern: RegExp | undefined, name: string): Check {
  return (value) => {
    const fault = stringFault(value);
    if (fault !== undefined || typeof value !== 'string') return fault;
    return pattern === undefined || pattern.test(value) ? undefined : `is not a FHIR ${name}`;
  };
}

/** FHIR R4, uri, with RFC 4122 and RFC 3061 for the two that FHIR names. */
export function uriFault(value: unknown): Fault {
  const fault = stringFault(value);
  if (fault !== undefined || typeof value !== 'string') return fault;
  if (/\s/.test(value)) return 'has blanks in a uri';
  if (/^urn:uuid:/i.test(value) && !UUID.test(value)) return 'is not a urn:uuid';
  return /^urn:oid:/i.test(value) && !OID.test(value) ? 'is not a urn:oid' : undefined;
}

/** FHIR R4, base64Binary: RFC 4648, white space between the digits allowed. */
export function base64Fault(value: unknown): Fault {
  if (typeof value !== 'string') return 'is not a string';
  const digits = value.replace(/[ \t\r\n]+/g, '');
  const body = digits.replace(/={1,2}$/, '');
  const whole = digits.length % 4 === 0 && body.length % 4 !== 1;
  return digits === '' || !whole || /[^A-Za-z0-9+/]/.test(body) ? 'is not base64' : undefined;
}

const string = text(undefined, 'string');
const code = text(CODE, 'code');
const id = text(ID, 'id');
const boolean: Check = (value) => (typeof value === 'boolean' ? undefined : 'is not a boolean');
const decimal: Check = (value) =>
  typeof value === 'number' && Number.isFinite(value) ? undefined : 'is not a decimal';
const integerFrom =
  (least: number): Check =>
  (value) =>
    typeof value === 'number' && Number.isInteger(value) && value >= least && value < INTEGER_LIMIT
      ? undefined
      : 'is not a whole number in the range of FHIR';
const matching =
  (test: (value: string) => boolean, name: string): Check =>
  (value) =>
    typeof value === 'string' && test(value) ? undefined : `is not a FHIR ${name}`;
const among =
  (...codes: readonly string[]): Check =>
  (value) =>
    codes.some((one) => one === value) ? undefined : 'is not one of the codes of FHIR';

const dateTime = matching(isDateTime, 'dateTime');

/** FHIR R4, Reference.reference: relative (with a known type and an id), absolute, urn:uuid, urn:oid, or of what is contained. */
export function referenceFault(value: unknown): Fault {
  const fault = uriFault(value);
  if (fault !== undefined || typeof value !== 'string') return fault;
  if (value.startsWith('#'))
    return value === '#' || ID.test(value.slice(1)) ? undefined : 'names no contained id';
  if (SCHEME.test(value)) return undefined;
  const [, type = '', name = '', version = 'x'] = RELATIVE.exec(value) ?? [];
  if (!isResourceType(type)) return 'names no resource of FHIR';
  return ID.test(name) && ID.test(version) ? undefined : 'has no FHIR id';
}

/** The resource type that a Reference is to, as far as it says so. */
export function referencedType(reference: JsonObject): string | undefined {
  if (typeof reference.type === 'string') return reference.type;
  const { reference: target } = reference;
  if (typeof target !== 'string' || target.startsWith('#') || /^urn:/i.test(target)) return undefined;
  const named = /(?:^|\/)([A-Z][A-Za-z]+)\/[^/]+(?:\/_history\/[^/]+)?$/.exec(target)?.[1];
  return named !== undefined && isResourceType(named) ? named : undefined;
}

/** Parts by name; `[check]` is a list. */
type Parts = Readonly<Record<string, Check | readonly [Check]>>;

const PRIMITIVE_TYPES = {
  boolean,
  decimal,
  string,
  code,
  id,
  markdown: string,
  uri: uriFault,
  url: uriFault,
  canonical: uriFault,
  oid: uriFault,
  uuid: uriFault,
  integer: integerFrom(-INTEGER_LIMIT),
  unsignedInt: integerFrom(0),
  positiveInt: integerFrom(1),
  base64Binary: base64Fault,
  date: matching(isDate, 'date'),
  dateTime,
  instant: matching((value) => isDateTime(value) && value.includes('T'), 'instant'),
  time: matching(isTime, 'time'),
} as const satisfies Readonly<Record<string, Check>>;

const PRIMITIVES: ReadonlySet<Check> = new Set<Check>(Object.values(PRIMITIVE_TYPES));

function element(parts: Parts, invariant: (value: JsonObject) => Fault = () => undefined): Check {
  const all: Parts = { id: string, extension: [extension], ...parts };
  return (value, depth) => {
    if (!isObject(value)) return 'is not an object';
    if (depth > MAX_NESTING) return 'is nested too deeply';
    if (Object.keys(value).length === 0) return 'is empty';
    return partsFault(value, all, depth) ?? invariant(value);
  };
}

/** FHIR JSON: every property is one of the type's, or the shadow of a primitive one; none is null, and no list is empty. */
export function partsFault(value: JsonObject, parts: Parts, depth = 0): Fault {
  for (const [key, part] of Object.entries(value)) {
    const isShadow = key.startsWith('_');
    const name = isShadow ? key.slice(1) : key;
    const check = Object.hasOwn(parts, name) ? parts[name] : undefined;
    if (part === undefined) continue;
    // FHIR R4, Extensibility: what changes the meaning of an element, and isn't understood, ends its reading.
    if (name === 'modifierExtension' || name === 'implicitRules')
      return `has ${name}, which is not known here`;
    if (check === undefined) return 'has a part that FHIR does not know';
    const fault = isShadow
      ? shadowFault(part, check, depth)
      : typeof check === 'function'
        ? check(part, depth + 1)
        : listFault(part, check[0], depth);
    if (fault !== undefined) return `${name} ${fault}`;
  }
  return undefined;
}

function listFault(value: unknown, check: Check, depth: number): Fault {
  if (!Array.isArray(value)) return 'is not a list';
  if (value.length === 0) return 'is an empty list';
  for (const one of value) {
    const fault = check(one, depth + 1);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

function shadowFault(value: unknown, check: Check | readonly [Check], depth: number): Fault {
  if (typeof check !== 'function') return Array.isArray(value) ? undefined : 'is not a list';
  return PRIMITIVES.has(check) ? plainElement(value, depth + 1) : 'has no shadow element';
}

/** FHIR R4, Extension: an address, and either a value or extensions (ext-1). */
function extension(value: unknown, depth: number): Fault {
  if (!isObject(value)) return 'is not an object';
  if (depth > MAX_NESTING) return 'is nested too deeply';
  const values = Object.keys(value).filter((key) => /^value[A-Z]/.test(key) && value[key] !== undefined);
  const [key] = values;
  const shadows = Object.keys(value).filter((one) => /^_value[A-Z]/.test(one));
  if (uriFault(value.url) !== undefined) return 'has no url';
  const named = values.length > 0 || shadows.length > 0;
  if (values.length > 1 || named === (value.extension !== undefined))
    return 'has not one value, or extensions';
  const others = Object.keys(value).filter((one) => one !== key && !shadows.includes(one));
  if (others.some((one) => !['id', 'url', '_url', 'extension'].includes(one)))
    return 'has a part that FHIR does not know';
  if (value.extension !== undefined) return listFault(value.extension, extension, depth);
  if (key === undefined) return undefined;
  const suffix = key.slice('value'.length);
  const name = `${suffix.charAt(0).toLowerCase()}${suffix.slice(1)}`;
  const checks: Readonly<Record<string, Check>> = { ...PRIMITIVE_TYPES, ...COMPLEX_TYPES };
  const check = Object.hasOwn(checks, name) ? checks[name] : checks[suffix];
  if (check !== undefined) return check(value[key], depth + 1);
  return isObject(value[key]) && Object.keys(value[key]).length > 0 ? undefined : 'has an empty value';
}

const plainElement = element({});
const uri = uriFault;
const period = element({ start: dateTime, end: dateTime });
const coding = element({ system: uri, version: string, code, display: string, userSelected: boolean });
const codeableConcept = element({ coding: [coding], text: string });
const reference: Check = (value, depth) => referenceCheck(value, depth);
const identifier = element({
  use: among('usual', 'official', 'temp', 'secondary', 'old'),
  type: codeableConcept,
  system: uri,
  value: string,
  period,
  assigner: reference,
});
const referenceCheck = element(
  { reference: referenceFault, type: uri, identifier, display: string },
  ({ type, reference: target, identifier: logical, display }) => {
    if (typeof type === 'string' && !SCHEME.test(type) && !isResourceType(type))
      return 'type is no resource of FHIR';
    const named = typeof target === 'string' ? referencedType({ reference: target }) : undefined;
    if (typeof type === 'string' && named !== undefined && named !== type)
      return 'is of another type than it says';
    return (target ?? logical ?? display) === undefined ? 'refers to nothing' : undefined;
  },
);
const quantity = element(
  { value: decimal, comparator: among('<', '<=', '>=', '>'), unit: string, system: uri, code },
  (value) =>
    value.code !== undefined && value.system === undefined
      ? 'has a code without a system (qty-3)'
      : undefined,
);
const attachment = element(
  {
    contentType: code,
    language: code,
    data: base64Fault,
    url: uri,
    size: integerFrom(0),
    hash: base64Fault,
    title: string,
    creation: dateTime,
  },
  ({ data, contentType }) =>
    data !== undefined && contentType === undefined ? 'has data of no contentType (att-1)' : undefined,
);
const COMPLEX_TYPES: Readonly<Record<string, Check>> = {
  Coding: coding,
  CodeableConcept: codeableConcept,
  Quantity: quantity,
  Reference: reference,
  Identifier: identifier,
  Period: period,
  Attachment: attachment,
};
const ANSWERS: Readonly<Record<string, Check>> = { ...PRIMITIVE_TYPES, ...COMPLEX_TYPES };
const anything: Check = () => undefined;
/** A list of anything but nothing: what stands in it is judged where it is read. */
const anyList: Check = (value) =>
  Array.isArray(value) && value.length > 0 ? undefined : 'is not a list with content';
const anyObject: Check = (value) =>
  isObject(value) && Object.keys(value).length > 0 ? undefined : 'is not an object';

const RESOURCE: Parts = {
  // These three are judged beside the form.
  resourceType: anything,
  status: anything,
  authored: anything,
  id,
  meta: element({
    versionId: id,
    lastUpdated: PRIMITIVE_TYPES.instant,
    source: uri,
    profile: [uri],
    security: [coding],
    tag: [coding],
  }),
  language: code,
  text: element({ status: among('generated', 'extensions', 'additional', 'empty'), div: string }),
  contained: [anyObject],
  extension: [extension],
  identifier,
  basedOn: [reference],
  partOf: [reference],
  // Compared with the form's own canonical, which may be no uri.
  questionnaire: string,
  subject: reference,
  encounter: reference,
  author: reference,
  source: reference,
  item: anyList,
};
const ITEM: Parts = {
  id: string,
  extension: [extension],
  linkId: string,
  definition: uri,
  text: string,
  answer: anyList,
  item: anyList,
};
const ANSWER: Parts = { id: string, extension: [extension], item: anyList };

/** What is wrong with the elements of a response beside its answers' values. `modifierExtension` and `implicitRules` are refused. */
export const responseFault = (value: JsonObject): Fault => partsFault(value, RESOURCE);
export const itemFault = (value: JsonObject): Fault => partsFault(value, ITEM);

/** What is wrong with an answer: exactly one value, of a form that its type has (FHIR R4, ele-1 and Data Types). */
export function answerFault(value: JsonObject): Fault {
  const keys = Object.keys(value).filter((key) => /^value[A-Z]/.test(key) && value[key] !== undefined);
  if (keys.length > 1) return 'has more than one value';
  const [key] = keys;
  const shadow = Object.keys(value).filter((one) => /^_value[A-Z]/.test(one));
  const rest = Object.fromEntries(
    Object.entries(value).filter(([one]) => one !== key && !shadow.includes(one)),
  );
  const fault = partsFault(rest, ANSWER);
  if (fault !== undefined) return fault;
  if (key === undefined) {
    // A value that is only described (data-absent-reason, say) is an answer without one.
    return shadow.length > 0 || value.extension !== undefined ? undefined : 'has no value';
  }
  const suffix = key.slice('value'.length);
  const check = ANSWERS[suffix] ?? ANSWERS[`${suffix.charAt(0).toLowerCase()}${suffix.slice(1)}`];
  if (check === undefined) return `${key} is of a type that no answer has`;
  if (shadow.some((one) => one !== `_${key}`)) return 'has the shadow of another value';
  const own =
    check(value[key], 1) ?? (shadow.length === 0 ? undefined : shadowFault(value[`_${key}`], check, 1));
  return own === undefined ? undefined : `${key} ${own}`;
}
