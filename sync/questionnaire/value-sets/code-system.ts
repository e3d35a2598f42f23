import { isObject, type JsonObject, objectsOf, stringOf } from '../model/fhir-json.ts';

/** Deeper trees than any published code system has; ends a hostile one. */
const MAX_DEPTH = 50;

export interface Concept {
  readonly code: string;
  readonly source: JsonObject;
  /** Groups others and is no answer (concept property notSelectable). */
  readonly isAbstract: boolean;
  readonly isInactive: boolean;
}

/** A CodeSystem at hand, its concepts by code and in document order. */
export interface CodeSystem {
  readonly url: string;
  /** Codes that aren't here don't exist; false for a fragment or an example. */
  readonly whole: boolean;
  /** The hierarchy means "is a"; other meanings, such as "part of", answer no question about subsumption. */
  readonly subsumes: boolean;
  readonly concepts: ReadonlyMap<string, Concept>;
  /** The code and all below it; undefined where the code isn't here. */
  descendants(code: string): ReadonlySet<string> | undefined;
  /** The code and all above it; undefined where the code isn't here. */
  ancestors(code: string): ReadonlySet<string> | undefined;
  /** Values of a concept's property, as text; a Coding's is its code. `parent` and `child` are read from the nesting too. */
  property(concept: Concept, name: string): readonly string[];
  /** Whether the code system says that its concepts may have such a property. */
  declares(name: string): boolean;
}

function textOf(property: JsonObject): string | undefined {
  const value =
    property.valueCode ??
    property.valueBoolean ??
    property.valueString ??
    property.valueInteger ??
    property.valueDecimal ??
    property.valueDateTime ??
    property.valueCoding;
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return String(value);
  return isObject(value) ? stringOf(value.code) : undefined;
}

function propertyValues(source: JsonObject, name: string): readonly string[] {
  return objectsOf(source.property).flatMap((property) =>
    property.code === name ? (textOf(property) ?? []) : [],
  );
}

/** Where a code's hierarchy leads, and the code itself. */
function reach(start: string, edges: ReadonlyMap<string, readonly string[]>): ReadonlySet<string> {
  const reached = new Set([start]);
  for (const code of reached) for (const next of edges.get(code) ?? []) reached.add(next);
  return reached;
}

function link(edges: Map<string, string[]>, from: string, to: string): void {
  const list = edges.get(from);
  if (list === undefined) edges.set(from, [to]);
  else list.push(to);
}

/** Reads a CodeSystem with concepts. A supplement is none: it says more about the concepts of another one. */
export function readCodeSystem(resource: JsonObject): CodeSystem | undefined {
  const url = stringOf(resource.url);
  const { content } = resource;
  if (url === undefined || content === 'not-present' || content === 'supplement') return undefined;
  const concepts = new Map<string, Concept>();
  const below = new Map<string, string[]>();
  const above = new Map<string, string[]>();
  function relate(parent: string, child: string): void {
    link(below, parent, child);
    link(above, child, parent);
  }
  function walk(list: unknown, parent: string | undefined, depth: number): void {
    if (depth > MAX_DEPTH) return;
    for (const source of objectsOf(list)) {
      const code = stringOf(source.code);
      if (code === undefined) continue;
      let isAbstract = false;
      let isInactive = false;
      if (parent !== undefined) relate(parent, code);
      // FHIR R4 CodeSystem, 4.8.10: defined properties, of which some say the same as nesting.
      for (const property of objectsOf(source.property)) {
        const value = textOf(property);
        if (value === undefined) continue;
        if (property.code === 'parent' || property.code === 'subsumedBy') relate(value, code);
        else if (property.code === 'child') relate(code, value);
        else if (property.code === 'notSelectable') isAbstract ||= value === 'true';
        else if (property.code === 'inactive') isInactive ||= value === 'true';
        else if (property.code === 'status') isInactive ||= value === 'retired' || value === 'inactive';
      }
      if (!concepts.has(code)) concepts.set(code, { code, source, isAbstract, isInactive });
      walk(source.concept, code, depth + 1);
    }
  }
  walk(resource.concept, undefined, 0);
  const declared = new Set(objectsOf(resource.property).flatMap(({ code }) => stringOf(code) ?? []));
  return {
    url,
    whole: content === undefined || content === 'complete',
    subsumes: resource.hierarchyMeaning === undefined || resource.hierarchyMeaning === 'is-a',
    concepts,
    descendants: (code) => (concepts.has(code) ? reach(code, below) : undefined),
    ancestors: (code) => (concepts.has(code) ? reach(code, above) : undefined),
    property({ code, source }, name) {
      if (name === 'parent') return above.get(code) ?? [];
      return name === 'child' ? (below.get(code) ?? []) : propertyValues(source, name);
    },
    declares: (name) => name === 'parent' || name === 'child' || declared.has(name),
  };
}
