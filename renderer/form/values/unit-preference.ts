/** Which units somebody measures themselves in: those of the country they are in, until they choose others. */
import type { Form, NodeId } from '../../../sync/questionnaire/model/contract.ts';
import { type Entry, entriesFor, isCustomary, type Measure, measureOf, usesCustomary } from './measures.ts';

export type UnitSystem = 'customary' | 'metric';

/** Where a choice outlives the page; it holds nothing but the names of units. */
export interface UnitMemory {
  read(measure: Measure): UnitSystem | undefined;
  keep(measure: Measure, system: UnitSystem): void;
}

export interface UnitPreference {
  /** In an order that no choice changes. */
  order(entries: readonly Entry[]): readonly Entry[];
  /** The way to enter a number that is shown first. */
  first(entries: readonly Entry[]): Entry | undefined;
  /** Of the units that a form offers, the one that is shown first; undefined where none is of this kind. */
  unitOf<Unit extends { readonly code?: string | undefined }>(units: readonly Unit[]): Unit | undefined;
  choose(entry: Entry): void;
}

/** @param country ISO 3166-1 of where the patient is, or else of the vendor. */
export function createUnitPreference(country: string | undefined, memory?: UnitMemory): UnitPreference {
  const chosen = new Map<Measure, UnitSystem>();
  const usual: UnitSystem = usesCustomary(country) ? 'customary' : 'metric';
  const suits = (entry: Entry) => {
    const measure = measureOf(entry);
    const system = chosen.get(measure) ?? memory?.read(measure) ?? usual;
    return isCustomary(entry) === (system === 'customary');
  };
  return {
    order: (entries) => {
      const first = entries.find((entry) => isCustomary(entry) === (usual === 'customary'));
      return entries.toSorted((one, another) => Number(another === first) - Number(one === first));
    },
    first: (entries) => entries.find(suits) ?? entries[0],
    unitOf: (units) =>
      units.find(({ code }) => {
        const own = entriesFor(code)?.[0];
        return own !== undefined && suits(own);
      }),
    choose(entry) {
      const system = isCustomary(entry) ? 'customary' : 'metric';
      chosen.set(measureOf(entry), system);
      memory?.keep(measureOf(entry), system);
    },
  };
}

/** What was typed in another unit than the form's, and what it became. */
export interface TypedMeasure {
  readonly entry: Entry;
  readonly main: string;
  readonly inches: string;
  /** The value in the form's own unit. */
  readonly value: number | undefined;
}

const typed = new WeakMap<Form, Map<NodeId, TypedMeasure>>();

/** 180 lb in a form of whole kilograms would come back as 181: while the form is open, what was typed is shown again. */
export const typedMeasure = (form: Form, node: NodeId): TypedMeasure | undefined =>
  typed.get(form)?.get(node);

export function keepTypedMeasure(form: Form, node: NodeId, measure: TypedMeasure): void {
  const ofForm = typed.get(form) ?? new Map<NodeId, TypedMeasure>();
  typed.set(form, ofForm.set(node, measure));
}
