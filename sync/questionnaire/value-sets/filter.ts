import { type JsonObject, stringOf } from '../model/fhir-json.ts';
import type { CodeSystem, Concept } from './code-system.ts';

/** Whether a concept passes; undefined where the code system at hand can't say. */
export type Filter = (concept: Concept) => boolean | undefined;

const CANT_SAY: Filter = () => undefined;

/** Names by which authors mean the concept itself. */
const ITSELF: readonly string[] = ['concept', 'code'];

/** Absent means false (FHIR R4 CodeSystem, defined concept properties). */
const FALSE_BY_DEFAULT: readonly string[] = ['inactive', 'notSelectable'];

function valuesOf(concept: Concept, name: string, system: CodeSystem): readonly string[] | undefined {
  if (ITSELF.includes(name)) return [concept.code];
  if (name === 'display') return [stringOf(concept.source.display) ?? ''];
  const values = system.property(concept, name);
  if (values.length > 0) return values;
  if (FALSE_BY_DEFAULT.includes(name)) return ['false'];
  return system.declares(name) ? [] : undefined;
}

function amongValues(
  name: string,
  system: CodeSystem,
  passes: (values: readonly string[]) => boolean,
): Filter {
  return (concept) => {
    const values = valuesOf(concept, name, system);
    return values && passes(values);
  };
}

function amongCodes(codes: ReadonlySet<string> | undefined, inside: boolean): Filter {
  return codes === undefined ? CANT_SAY : ({ code }) => codes.has(code) === inside;
}

/**
 * Reads one filter of a ValueSet's include (FHIR R4 ValueSet.compose.include.filter, valueset-filter-operator).
 *
 * What the code system at hand can't answer says so: an unknown operator or property, `regex` (no author's pattern runs while a
 * form is compiled), a code that isn't there, a hierarchy that means something else than "is a".
 */
export function readFilter(filter: JsonObject, system: CodeSystem): Filter {
  const name = stringOf(filter.property);
  const value = stringOf(filter.value);
  if (name === undefined || value === undefined) return CANT_SAY;
  const hierarchy = ITSELF.includes(name) && system.subsumes;
  const list = value.split(',').map((part) => part.trim());
  switch (filter.op) {
    case '=':
      return amongValues(name, system, (values) => values.includes(value));
    case 'in':
      return amongValues(name, system, (values) => values.some((one) => list.includes(one)));
    case 'not-in':
      return amongValues(name, system, (values) => !values.some((one) => list.includes(one)));
    case 'exists':
      return value === 'true' || value === 'false'
        ? amongValues(name, system, (values) => values.length > 0 === (value === 'true'))
        : CANT_SAY;
    case 'is-a':
      return hierarchy ? amongCodes(system.descendants(value), true) : CANT_SAY;
    case 'descendent-of': {
      const below = hierarchy ? system.descendants(value) : undefined;
      return below === undefined ? CANT_SAY : ({ code }) => code !== value && below.has(code);
    }
    case 'is-not-a':
      return hierarchy ? amongCodes(system.descendants(value), false) : CANT_SAY;
    case 'generalizes':
      return hierarchy ? amongCodes(system.ancestors(value), true) : CANT_SAY;
    default:
      return CANT_SAY;
  }
}
