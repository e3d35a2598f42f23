import { extensionsOf, isObject, type JsonObject, stringOf, valueKeyOf } from '../../model/fhir-json.ts';
import * as url from '../../model/sdc-extensions.ts';
import { findCanonical } from '../shared/canonicals.ts';
import type { IssueList } from '../shared/operation-issues.ts';
import { bundleEntry, type Entry } from './bundle-entry.ts';
import type { Found } from './convert-value.ts';
import type { ElementModel } from './element-model.ts';
import { type Evaluation, partOf, type Variables } from './evaluation.ts';
import { fixedUnit } from './observation-value.ts';
import { type Cursor, createResourceBuilder, type Placed, type ResourceBuilder } from './resource-builder.ts';
import { answerValue, below, hasContent, type Place } from './response-places.ts';

const CORE = 'http://hl7.org/fhir/StructureDefinition/';

/** A resource that answers go into, as long as the walk is at or below the item that asks for it. */
interface Context {
  readonly canonical: string;
  readonly type: string;
  /** Declared by type alone, as older forms do: any definition of that type belongs to it. */
  readonly byType: boolean;
  readonly builder: ResourceBuilder;
  readonly cursor: Cursor;
}

interface Declared {
  readonly canonical: string;
  readonly type: string | undefined;
  readonly byType: boolean;
  /** The extension, for what it says of the entry. */
  readonly extension: JsonObject;
}

const PROBLEMS: Readonly<Record<Exclude<Placed, 'placed'>, string>> = {
  'unknown-element': 'FHIR R4 has no such element',
  'unfit-value': 'the element takes no value of this type',
  taken: 'the element has a value already',
};

function withoutVersion(canonical: string): string {
  return canonical.split('|', 1)[0] ?? canonical;
}

/** Definitions of a profile that isn't at hand still name its type before the first dot. */
function typeIn(element: JsonObject, canonical: string): string | undefined {
  const [, type] =
    new RegExp(`"${canonical.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')}(?:\\|[^"#]*)?#([A-Z][A-Za-z]+)`).exec(
      JSON.stringify(element),
    ) ?? [];
  return type;
}

function contextFor(
  contexts: readonly Context[],
  definition: string,
): { context: Context; id: string } | undefined {
  const [canonical = '', id] = definition.split('#', 2);
  if (id === undefined || id === '') return undefined;
  const plain = withoutVersion(canonical);
  const type = id.split('.', 1)[0];
  const context = contexts.findLast(
    (one) =>
      (one.canonical === plain || (one.byType && one.type === type)) &&
      (id === one.cursor.id || id.startsWith(`${one.cursor.id}.`)),
  );
  return context && { context, id };
}

/** Definition-based extraction (SDC, Form Data Extraction): `item.definition` names the element that an answer goes to. */
export function extractDefinitions(
  root: Place,
  evaluation: Evaluation,
  rootVariables: Variables,
  sources: {
    readonly model: ElementModel;
    readonly resources: readonly JsonObject[];
    readonly issues: IssueList;
  },
): readonly Entry[] {
  const { model, resources, issues } = sources;
  const entries: { readonly order: number; readonly entry: Entry }[] = [];
  let opened = 0;

  function report(place: Place, code: 'not-found' | 'value' | 'not-supported', diagnostics: string): void {
    const linkId = place.item === undefined ? '' : ` (linkId "${place.item.linkId}")`;
    const expression = place.item?.path ?? 'Questionnaire';
    issues.add({ severity: 'warning', code, diagnostics: `${diagnostics}${linkId}`, expression });
  }

  function declared(place: Place): readonly Declared[] {
    const current = extensionsOf(place.source, url.DEFINITION_EXTRACT).flatMap((extension): Declared[] => {
      const part = partOf(extension, 'definition');
      const canonical = stringOf(part?.valueCanonical) ?? stringOf(part?.valueUri);
      if (canonical === undefined) return [];
      return [{ canonical: withoutVersion(canonical), type: typeOf(canonical), byType: false, extension }];
    });
    const older = extensionsOf(place.source, url.ITEM_EXTRACTION_CONTEXT).flatMap((extension): Declared[] => {
      const expression = isObject(extension.valueExpression) ? extension.valueExpression : undefined;
      const type =
        stringOf(extension.valueCode) ?? /^[A-Z][A-Za-z]+/.exec(stringOf(expression?.expression) ?? '')?.[0];
      return type === undefined ? [] : [{ canonical: `${CORE}${type}`, type, byType: true, extension }];
    });
    return [...current, ...older];
  }

  function typeOf(canonical: string): string | undefined {
    const profile = findCanonical(resources, 'StructureDefinition', canonical);
    const core = withoutVersion(canonical);
    return (
      stringOf(profile?.type) ?? (core.startsWith(CORE) ? core.slice(CORE.length) : typeIn(root.source, core))
    );
  }

  function place(at: Place, contexts: readonly Context[], definition: string, found: Found): void {
    const target = contextFor(contexts, definition);
    if (target === undefined) return;
    const placed = target.context.builder.put(target.context.cursor, target.id, found);
    if (placed !== 'placed') report(at, 'value', `nothing goes to ${target.id}: ${PROBLEMS[placed]}`);
  }

  function fixedValues(at: Place, contexts: readonly Context[], variables: Variables): void {
    for (const extension of extensionsOf(at.source, url.DEFINITION_EXTRACT_VALUE)) {
      const definition =
        stringOf(partOf(extension, 'definition')?.valueUri) ??
        stringOf(partOf(extension, 'definition')?.valueCanonical);
      if (definition === undefined) continue;
      if (contextFor(contexts, definition) === undefined) {
        report(at, 'not-found', `no definitionExtract above asks for ${definition.split('#', 1)[0] ?? ''}`);
        continue;
      }
      const fixed = partOf(extension, 'fixed-value');
      const key = fixed && valueKeyOf(fixed);
      if (fixed !== undefined && key !== undefined)
        place(at, contexts, definition, { suffix: key.slice('value'.length), value: fixed[key] });
      const expression = partOf(extension, 'expression')?.valueExpression;
      const source = isObject(expression) ? stringOf(expression.expression) : undefined;
      if (source === undefined) continue;
      for (const value of evaluation.at(at, variables, source))
        place(at, contexts, definition, { suffix: '', value });
    }
  }

  function answers(at: Place, contexts: readonly Context[], definition: string): void {
    const unit = fixedUnit(at.source);
    for (const { element } of at.answers) {
      const found = answerValue(element);
      if (found !== undefined) place(at, contexts, definition, { ...found, unit });
    }
  }

  function visit(at: Place, outer: readonly Context[], outerVariables: Variables): void {
    const variables = at === root ? outerVariables : evaluation.variablesAt(at, outerVariables);
    const own = at === root || hasContent(at) ? declared(at) : [];
    const started = own.flatMap(({ canonical, type, byType, extension }) => {
      if (type === undefined) {
        report(at, 'not-found', `the profile ${canonical} is not at hand, and nothing tells its type`);
        return [];
      }
      const profile = findCanonical(resources, 'StructureDefinition', canonical);
      const builder = createResourceBuilder(model, type, profile);
      opened += 1;
      return [
        { order: opened, extension, context: { canonical, type, byType, builder, cursor: builder.root } },
      ];
    });
    let contexts = [...outer, ...started.map(({ context }) => context)];
    const definition = stringOf(at.source.definition);
    const target = definition === undefined ? undefined : contextFor(contexts, definition);
    if (definition !== undefined && target !== undefined && at.item?.kind === 'question')
      answers(at, contexts, definition);
    if (target !== undefined && at.item?.kind === 'group') {
      const cursor = target.context.builder.open(target.context.cursor, target.id);
      if (cursor === undefined)
        report(at, 'value', `nothing goes to ${target.id}: ${PROBLEMS['unknown-element']}`);
      else contexts = [...contexts, { ...target.context, cursor }];
    }
    fixedValues(at, contexts, variables);
    for (const child of below(at)) visit(child, contexts, variables);
    for (const { order, extension, context } of started) {
      const { resource } = context.builder;
      const meta =
        context.canonical.startsWith(CORE) || resource.meta !== undefined
          ? {}
          : { meta: { profile: [context.canonical] } };
      const { resourceType, ...rest } = resource;
      entries.push({
        order,
        entry: bundleEntry(
          evaluation,
          at,
          variables,
          extension,
          evaluation.urn(at.key, 'definition', context.canonical),
          { resourceType, ...meta, ...rest },
        ),
      });
    }
  }

  visit(root, [], rootVariables);
  return entries.sort((left, right) => left.order - right.order).map(({ entry }) => entry);
}
