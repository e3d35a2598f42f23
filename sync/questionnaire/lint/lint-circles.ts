/** Circles among what items read of each other, by conditions and by expressions. */
import { CALCULATED_EXPRESSION, ENABLE_WHEN_EXPRESSION } from '../model/extensions.ts';
import type { CompiledPlan, PlanItem } from '../plan/plan.ts';
import { answersNamed, givesDefinition } from './definition-paths.ts';
import { type Remark, remark } from './lint-codes.ts';
import type { ExpressionSite } from './lint-expression-sites.ts';
import type { Scope } from './lint-scope.ts';

/** What is worked out of an item, or a variable. Two facts of one item may depend on different things. */
interface Fact {
  readonly name: string;
  readonly byExpression: boolean;
  readonly needs: Set<Fact>;
}

/** Variables of variables; forms may be long chains of them. */
const MAX_NESTING = 50;

function factsOf(plan: CompiledPlan, scope: Scope): readonly Fact[] {
  const enabled = new Map<PlanItem, Fact>();
  const value = new Map<PlanItem, Fact>();
  const variable = new Map<ExpressionSite, Fact>();
  const fact = (name: string, byExpression: boolean): Fact => ({ name, byExpression, needs: new Set() });
  for (const item of plan.items) {
    enabled.set(item, fact(item.linkId, false));
    value.set(item, fact(item.linkId, false));
  }
  for (const site of scope.sites) {
    if (site.item !== undefined && site.url === ENABLE_WHEN_EXPRESSION)
      enabled.set(site.item, fact(site.item.linkId, true));
    if (site.item !== undefined && site.url === CALCULATED_EXPRESSION)
      value.set(site.item, fact(site.item.linkId, true));
    if (site.name !== undefined) variable.set(site, fact(`%${site.name}`, true));
  }

  const definitions = new Map<ExpressionSite, boolean>();
  let nesting = 0;
  /** Whether a name means the form's own definition to a reader: it never changes, and closes no circle. */
  const isDefinition = (reader: ExpressionSite) => (name: string) => {
    const what = scope.meaning(name, reader);
    if (what?.from !== 'variable') return false;
    const known = definitions.get(what.site);
    if (known !== undefined || nesting >= MAX_NESTING) return known ?? false;
    definitions.set(what.site, false);
    nesting += 1;
    const found = givesDefinition(what.site.source ?? '', isDefinition(what.site));
    nesting -= 1;
    definitions.set(what.site, found);
    return found;
  };
  function reads(from: Fact | undefined, target: PlanItem | undefined): void {
    for (const to of target === undefined ? [] : [enabled.get(target), value.get(target)])
      if (to !== undefined) from?.needs.add(to);
  }
  for (const item of plan.items) {
    const own = enabled.get(item);
    const above = item.parent && enabled.get(item.parent);
    if (above !== undefined) own?.needs.add(above);
    for (const { locator } of item.enableWhen?.conditions ?? []) reads(own, locator?.target);
  }
  for (const site of scope.sites) {
    const decided =
      site.item !== undefined && site.url === ENABLE_WHEN_EXPRESSION
        ? enabled.get(site.item)
        : site.item !== undefined && site.url === CALCULATED_EXPRESSION
          ? value.get(site.item)
          : undefined;
    const linkIds = answersNamed(site.source ?? '', isDefinition(site));
    // What an expression decides, and what it is under its name, need the same.
    for (const from of [decided, variable.get(site)]) {
      for (const name of from === undefined ? [] : scope.directly(site)) {
        const to = variable.get(name);
        if (to !== undefined) from?.needs.add(to);
      }
      for (const linkId of linkIds) reads(from, plan.byLinkId.get(linkId));
    }
  }
  return [...enabled.values(), ...value.values(), ...variable.values()];
}

/** One circle of each set of facts that need each other. Walks without recursion: forms may be long chains. */
function circlesAmong(facts: readonly Fact[]): readonly (readonly Fact[])[] {
  const state = new Map<Fact, 'open' | 'done'>();
  const circles: (readonly Fact[])[] = [];
  for (const start of facts) {
    if (state.has(start)) continue;
    const trail: { readonly fact: Fact; readonly rest: Iterator<Fact> }[] = [];
    const enter = (fact: Fact) => {
      state.set(fact, 'open');
      trail.push({ fact, rest: fact.needs.values() });
    };
    enter(start);
    for (let step = trail.at(-1); step !== undefined; step = trail.at(-1)) {
      const next = step.rest.next();
      if (next.done === true) {
        state.set(step.fact, 'done');
        trail.pop();
      } else if (!state.has(next.value)) enter(next.value);
      else if (state.get(next.value) === 'open') {
        const from = trail.findIndex(({ fact }) => fact === next.value);
        circles.push(trail.slice(from).map(({ fact }) => fact));
      }
    }
  }
  return circles;
}

/** More than these tell nothing new: breaking some breaks others. */
const MAX_CIRCLES = 20;

export function circleRemarks(plan: CompiledPlan, scope: Scope): readonly Remark[] {
  const circles = circlesAmong(factsOf(plan, scope)).map((circle) => {
    const names = circle.map(({ name }) => name).filter((name, at, all) => name !== all[at - 1]);
    const [first = ''] = names;
    const path = [...(names.length > 1 && names.at(-1) === first ? names.slice(0, -1) : names), first];
    return { path: path.join(' -> '), byExpression: circle.some((one) => one.byExpression) };
  });
  const distinct = [...new Map(circles.map((circle) => [circle.path, circle])).values()];
  return distinct
    .slice(0, MAX_CIRCLES)
    .flatMap(({ path, byExpression }) =>
      byExpression
        ? remark('expression-circle', `expressions read each other in a circle: ${path}`, 'Break the circle.')
        : remark(
            'condition-circle',
            `conditions read each other in a circle: ${path}`,
            'Break the circle; until then its items are judged from the assumption that all are enabled.',
          ),
    );
}
