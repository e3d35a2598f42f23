/** Which names an expression may use where it stands, and what they come from. */
import { extensionsOf, isObject, stringOf } from '../model/fhir-json.ts';
import type { CompiledPlan, PlanItem } from '../plan/plan.ts';
import { launchNames as launchNamesOf } from '../plan/plan-expressions.ts';
import {
  type ExpressionSite,
  expressionSites,
  NAMED,
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
  /** What a name means to the expression that reads it. */
  meaning(name: string, reader: ExpressionSite): Meaning | undefined;
  /** The variables that a site names itself. */
  directly(site: ExpressionSite): readonly ExpressionSite[];
  /** Names from outside of the response that a site reads, by way of variables too. */
  outsideOf(site: ExpressionSite): readonly string[];
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
  const launchNames = launchNamesOf(plan.questionnaire);
  const assembled = new Set(
    extensionsOf(plan.questionnaire, ASSEMBLE_CONTEXT).flatMap(
      ({ valueString }) => stringOf(valueString) ?? [],
    ),
  );
  const outside = new Set([...launchNames, ...queryNamesOf(plan)]);
  const inNames = (site: ExpressionSite) =>
    site.url === VARIABLE ||
    site.url === POPULATION_CONTEXT ||
    (NAMED.includes(site.url) && !launchNames.has(site.name ?? ''));
  /** By place, then by name, in the order in which the engine links them: variables, then other expressions that have a name. */
  const named = new Map<PlanItem | undefined, Map<string, ExpressionSite[]>>();
  const order = new Map<ExpressionSite, number>();
  for (const [item, all] of byItem) {
    const here = all.filter((site) => site.name !== undefined && inNames(site));
    const isOther = ({ url }: ExpressionSite) => NAMED.includes(url);
    const names = new Map<string, ExpressionSite[]>();
    for (const site of [...here.filter((one) => !isOther(one)), ...here.filter(isOther)]) {
      order.set(site, order.size);
      const list = names.get(site.name ?? '') ?? [];
      names.set(site.name ?? '', list);
      list.push(site);
    }
    if (names.size > 0) named.set(item, names);
  }

  /** The last of a name that stands before the reader: a definition doesn't see itself, but one of its name further out. */
  function definition(name: string, reader: ExpressionSite): ExpressionSite | undefined {
    const own = order.get(reader) ?? Number.POSITIVE_INFINITY;
    for (let place = reader.item; ; place = place.parent) {
      const all = named.get(place)?.get(name) ?? [];
      const here = place === reader.item ? all.filter((site) => (order.get(site) ?? 0) < own) : all;
      const found = here.findLast((site) => !NAMED.includes(site.url)) ?? here[0];
      if (found !== undefined || place === undefined) return found;
    }
  }

  function meaning(name: string, reader: ExpressionSite): Meaning | undefined {
    const site = definition(name, reader);
    if (site?.url === POPULATION_CONTEXT) return { from: 'outside' };
    if (site !== undefined) return { from: 'variable', site };
    if (outside.has(name)) return { from: 'outside' };
    if (assembled.has(name)) return { from: 'assembly' };
    // Nothing else has the name: the author meant the reader itself, or one that is defined too late.
    const [late] = named.get(reader.item)?.get(name) ?? [];
    if (late !== undefined) return { from: 'variable', site: late };
    return LAUNCH_NAMES.includes(name) ? { from: 'undeclared' } : undefined;
  }

  const variables = new Map<ExpressionSite, readonly string[]>();
  function variablesIn(site: ExpressionSite): readonly string[] {
    const known = variables.get(site);
    if (known !== undefined) return known;
    const found =
      site.source === undefined || site.language !== 'text/fhirpath' ? [] : namedVariables(site.source);
    variables.set(site, found);
    return found;
  }

  /** By way of variables too. */
  function outsideOf(site: ExpressionSite): readonly string[] {
    const seen = new Set<ExpressionSite>();
    const found = new Set<string>();
    const open = [site];
    for (const next of open) {
      if (next.language === 'application/x-fhir-query') found.add(next.name ?? next.kind);
      for (const name of variablesIn(next)) {
        const what = meaning(name, next);
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
        const what = meaning(name, site);
        return what?.from === 'variable' ? [what.site] : [];
      }),
    outsideOf,
  };
}
