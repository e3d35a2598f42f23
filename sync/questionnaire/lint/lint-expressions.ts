import type { ExpressionEngine } from '../model/contract.ts';
import { CALCULATED_EXPRESSION } from '../model/extensions.ts';
import { extensionOf, extensionsOf, isObject, objectsOf, stringOf } from '../model/fhir-json.ts';
import type { CompiledPlan, PlanItem } from '../plan/plan.ts';
import { findOption } from '../values/options.ts';
import { readValue } from '../values/values.ts';
import { type Remark, remark } from './lint-codes.ts';
import {
  CONSTRAINTS,
  type ExpressionSite,
  namedLinkIds,
  namedVariables,
  TOGGLE,
  VARIABLE,
} from './lint-expression-sites.ts';
import { isNeverTrue } from './lint-reachability.ts';
import type { Scope } from './lint-scope.ts';

const FHIRPATH = 'text/fhirpath';
const QUERY = 'application/x-fhir-query';

/** `%resource.item.where(…).answer` reaches the top level only. */
const TOP_LEVEL_ONLY = /%resource\.item(?:\.where\([^()]*(?:\([^()]*\)[^()]*)*\))?\.answer\b/;

function languageRemarks({ kind, language, decides }: ExpressionSite): readonly Remark[] {
  if (language === FHIRPATH) return [];
  if (language === QUERY && !decides) return [];
  return remark(
    'expression-language',
    `${kind} is written in ${language}, which is not evaluated here`,
    'Write it in FHIRPath.',
  );
}

function nameRemarks(site: ExpressionSite, source: string, scope: Scope): readonly Remark[] {
  return namedVariables(source).flatMap((name) => {
    const what = scope.meaning(name, site);
    if (what === undefined) {
      return remark(
        'expression-unknown-variable',
        `${site.kind} reads %${name}, which nothing defines here`,
        `Define the variable ${name} on the item, above it, or on the form.`,
      );
    }
    if (what.from !== 'undeclared') return [];
    return remark(
      'launch-context-undeclared',
      `${site.kind} reads %${name}, which the form does not ask for`,
      `Declare ${name} by the extension launchContext.`,
    );
  });
}

function linkIdRemarks(site: ExpressionSite, source: string, scope: Scope, plan: CompiledPlan) {
  // The linkIds may be those of another response, which a query or the launch context brought.
  if (scope.outsideOf(site).length > 0) return [];
  return namedLinkIds(source)
    .filter((linkId) => !plan.byLinkId.has(linkId))
    .flatMap((linkId) =>
      remark(
        'expression-unknown-link-id',
        `${site.kind} reads "${linkId}", which is not there`,
        'Name an existing linkId.',
      ),
    );
}

function siteRemarks(
  site: ExpressionSite,
  scope: Scope,
  plan: CompiledPlan,
  expressions: ExpressionEngine | undefined,
): readonly Remark[] {
  const { source, kind, language } = site;
  if (source === undefined) {
    return remark('expression-missing', `${kind} has no expression`, 'Write it, or remove the extension.');
  }
  const remarks: Remark[] = [...languageRemarks(site)];
  const outside = site.decides ? scope.outsideOf(site) : [];
  if (outside.length > 0) {
    remarks.push(
      ...remark(
        'reads-launch-context',
        `${kind} reads ${outside.map((name) => `%${name}`).join(', ')}: launch context or queries, which a server that judges the response does not have`,
        'Copy what it needs into a hidden question by initialExpression, and read that.',
      ),
    );
  }
  if (language !== FHIRPATH) return remarks;
  const compiled = expressions?.compile(source);
  if (compiled !== undefined && 'unusable' in compiled) {
    const message = `${kind} can not be evaluated: ${compiled.unusable}`;
    return [...remarks, ...remark('expression-unusable', message, 'Correct or simplify it.')];
  }
  return [...remarks, ...nameRemarks(site, source, scope), ...linkIdRemarks(site, source, scope, plan)];
}

function variableRemarks(sites: readonly ExpressionSite[], scope: Scope): readonly Remark[] {
  const variables = sites.filter((site) => site.url === VARIABLE);
  return variables.flatMap(({ name, at }, index) => {
    const why =
      name === undefined
        ? 'a variable has no name'
        : scope.launchNames.has(name)
          ? `the variable ${name} has the name of a launch context`
          : variables.findIndex((other) => other.name === name) < index
            ? `the variable ${name} is defined twice`
            : undefined;
    return why === undefined ? [] : remark('variable-name', why, 'Give it a name of its own.', at);
  });
}

function constraintRemarks(element: unknown): readonly Remark[] {
  return extensionsOf(element, ...CONSTRAINTS).flatMap((extension) => {
    const parts = objectsOf(extension.extension);
    const missing = ['severity', 'human', 'expression'].filter(
      (name) => !parts.some((part) => part.url === name),
    );
    return missing.length === 0
      ? []
      : remark(
          'constraint-incomplete',
          `a constraint has no ${missing.join(', no ')}`,
          'Say how bad it is (severity), what is wrong (human), and when (expression).',
        );
  });
}

function toggleRemarks({ item, options }: PlanItem): readonly Remark[] {
  return extensionsOf(item, TOGGLE).flatMap((extension) => {
    const parts = objectsOf(extension.extension);
    const remarks: Remark[] = [];
    const values = parts.flatMap((part) => {
      const read = part.url === 'option' ? readValue(part) : undefined;
      return read?.state === 'read' ? [read.value] : [];
    });
    const unknown = options?.status === 'ready' && values.some((value) => !findOption(options, value));
    if (values.length === 0 || unknown || options === undefined) {
      remarks.push(
        ...remark(
          'toggle-unknown-option',
          'answerOptionsToggleExpression names an option that the question does not have',
          'Name options of the question, by system and code.',
        ),
      );
    }
    const never = parts.some((part) => part.url === 'expression' && isNeverTrue(part));
    if (never) {
      remarks.push(
        ...remark(
          'option-never-offered',
          'options are shown on a condition that is never true',
          'Remove them.',
        ),
      );
    }
    return remarks;
  });
}

function calculationRemarks(item: PlanItem, plan: CompiledPlan): readonly Remark[] {
  const calculation = extensionOf(item.item, CALCULATED_EXPRESSION);
  if (calculation === undefined) return [];
  const { valueExpression: expression } = calculation;
  const source = isObject(expression) ? stringOf(expression.expression) : undefined;
  const remarks: Remark[] = [];
  if (item.kind !== 'question') {
    remarks.push(
      ...remark(
        'calculated-on-group',
        `a ${item.kind} has a calculatedExpression, and no answer to hold its value`,
        'Put it on a question, or use cqf-expression for a text.',
      ),
    );
  }
  const reached = plan.children.some((child) => child.kind === 'question' && child !== item);
  if (source !== undefined && TOP_LEVEL_ONLY.test(source) && !reached) {
    remarks.push(
      ...remark(
        'expression-misses-nesting',
        'the calculation reads answers of top-level items only, and all questions stand inside of groups',
        'Read %resource.repeat(item), or name the group.',
      ),
    );
  }
  return remarks;
}

/** What is wrong with the expressions of one item, or (without it) of the form. */
export function expressionRemarks(
  item: PlanItem | undefined,
  scope: Scope,
  plan: CompiledPlan,
  expressions: ExpressionEngine | undefined,
): readonly Remark[] {
  const sites = scope.of(item);
  return [
    ...sites.flatMap((site) =>
      siteRemarks(site, scope, plan, expressions).map((found) => ({ ...found, at: site.at })),
    ),
    ...variableRemarks(sites, scope),
    ...constraintRemarks(item?.item ?? plan.questionnaire),
    ...(item === undefined ? [] : [...toggleRemarks(item), ...calculationRemarks(item, plan)]),
  ];
}
