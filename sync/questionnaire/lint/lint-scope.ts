/** Which names an expression may use where it stands, and what they come from. */
import { extensionsOf, isObject, objectsOf, stringOf } from '../fhir-json.ts';
import type { CompiledPlan, PlanItem } from '../plan/plan.ts';
import {
  type ExpressionSite,
  expressionSites,
  LAUNCH_CONTEXT,
  namedVariables,
  POPULATION_CONTEXT,
  SOURCE_QUERIES,
  VARIABLE,
} from './lint-expression-sites.ts';

const ASSEMBLE_CONTEXT = 'http://hl7.org/fhir/uv/sdc/StructureDefinition/sdc-questionnaire-assembleContext';
/** Names that SDC defines for launchContext. */
const LAUNCH_NAMES: readonly string[] = [
  'patient',
  'encounter',
  'location',
  'user',
  'practitioner',
  'study',
  'clinical',
];

export type Meaning =
  | { readonly from: 'variable'; readonly site: ExpressionSite }
  /** Launch context, a query, or what population found: not in the response, so absent when it is judged again. */
  | { readonly from: 'outside' }
  /** A name of SDC's launch context that the form doesn't ask for. */
  | { readonly from: 'undeclared' }
  /** Of the form that this one is a part of, once it is assembled. */
  | { readonly from: 'assembly' };

export interface Scope {
  readonly sites: readonly ExpressionSite[];
  /** Those of one item, or of the form itself. */
  of(item: PlanItem | undefined): readonly ExpressionSite[];
  readonly launchNames: ReadonlySet<string>;
  meaning(name: string, at: PlanItem | undefined): Meaning | undefined;
  /** The variables that a site names itself. */
  directly(site: ExpressionSite): readonly ExpressionSite[];
  /** Names from outside of the response that a site reads, by way of variables too. */
  outsideOf(site: ExpressionSite): readonly string[];
}

function launchNamesOf(plan: CompiledPlan): ReadonlySet<string> {
  const names = extensionsOf(plan.questionnaire, LAUNCH_CONTEXT).flatMap((extension) =>
    objectsOf(extension.extension).flatMap((part) => {
      if (part.url !== 'name') return [];
      const coded = isObject(part.valueCoding) ? stringOf(part.valueCoding.code) : undefined;
      return coded ?? stringOf(part.valueId) ?? stringOf(part.valueCode) ?? [];
    }),
  );
  return new Set(names);
}

/** A batch of queries is contained, and goes by its id. */
function queryNamesOf(plan: CompiledPlan): readonly string[] {
  const queries = extensionsOf(plan.questionnaire, SOURCE_QUERIES).flatMap(({ valueReference }) =>
    isObject(valueReference) ? (stringOf(valueReference.reference)?.replace(/^#/, '') ?? []) : [],
  );
  return queries;
}

export function expressionScope(plan: CompiledPlan): Scope {
  const sites = [
    ...expressionSites(plan.questionnaire, undefined),
    ...plan.items.flatMap((item) => expressionSites(item.item, item)),
  ];
  const byItem = Map.groupBy(sites, (site) => site.item);
  const launchNames = launchNamesOf(plan);
  const assembled = new Set(
    extensionsOf(plan.questionnaire, ASSEMBLE_CONTEXT).flatMap(
      ({ valueString }) => stringOf(valueString) ?? [],
    ),
  );
  const outside = new Set([...launchNames, ...queryNamesOf(plan)]);
  const named = new Map<PlanItem | undefined, Map<string, ExpressionSite>>();
  for (const site of sites) {
    if ((site.url !== VARIABLE && site.url !== POPULATION_CONTEXT) || site.name === undefined) continue;
    const here = named.get(site.item) ?? new Map<string, ExpressionSite>();
    named.set(site.item, here);
    here.set(site.name, site);
  }

  function meaning(name: string, at: PlanItem | undefined): Meaning | undefined {
    for (let place = at; ; place = place.parent) {
      const site = named.get(place)?.get(name);
      if (site?.url === POPULATION_CONTEXT) return { from: 'outside' };
      if (site !== undefined) return { from: 'variable', site };
      if (place === undefined) break;
    }
    if (outside.has(name)) return { from: 'outside' };
    if (assembled.has(name)) return { from: 'assembly' };
    return LAUNCH_NAMES.includes(name) ? { from: 'undeclared' } : undefined;
  }

  function variablesIn(site: ExpressionSite): readonly string[] {
    return site.source === undefined || site.language !== 'text/fhirpath' ? [] : namedVariables(site.source);
  }

  /** By way of variables too. */
  function outsideOf(site: ExpressionSite): readonly string[] {
    const seen = new Set<ExpressionSite>();
    const found = new Set<string>();
    const open = [site];
    for (const next of open) {
      if (next.language === 'application/x-fhir-query') found.add(next.name ?? next.kind);
      for (const name of variablesIn(next)) {
        const what = meaning(name, next.item);
        if (what?.from === 'variable') {
          if (seen.has(what.site)) continue;
          seen.add(what.site);
          open.push(what.site);
        } else if (what?.from === 'outside' || what?.from === 'undeclared') found.add(name);
      }
    }
    return [...found].sort();
  }

  return {
    sites,
    of: (item) => byItem.get(item) ?? [],
    launchNames,
    meaning,
    directly: (site) =>
      variablesIn(site).flatMap((name) => {
        const what = meaning(name, site.item);
        return what?.from === 'variable' ? [what.site] : [];
      }),
    outsideOf,
  };
}
