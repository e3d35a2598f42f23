import type { OperationOutcome, Questionnaire } from 'fhir/r4.js';
import type { ExpressionEngine } from '../model/contract.ts';
import { extensionOf, extensionsOf, type JsonObject, objectsOf, stringOf } from '../model/fhir-json.ts';
import { MAX_DEPTH } from '../model/limits.ts';
import * as url from '../model/sdc-extensions.ts';
import { isQuestionnaire, shapeFaults } from '../plan/shape.ts';
import { createContained } from './contained-resources.ts';
import { fillFromDefinitions } from './item-definitions.ts';
import {
  declaredPrefix,
  LINK_ID_PREFIX,
  prefixItems,
  renameContained,
  variableNames,
} from './link-id-prefix.ts';
import { allResources, canonicalOf, findCanonical } from './shared/canonicals.ts';
import { createIssueList, type IssueList, outcomeOfOperation } from './shared/operation-issues.ts';
import { carriedExtensions, checkSubForm, launchContextName, mergeExtensions } from './sub-questionnaire.ts';

export interface Assembled {
  /** Undefined where anything failed: half of a form is no form. */
  readonly questionnaire: Questionnaire | undefined;
  readonly outcome: OperationOutcome;
}

export interface AssembleOptions {
  /** Needed only where a linkIdPrefix is more than a text in quotes. */
  readonly expressions?: ExpressionEngine;
}

/** What surrounds an item while sub-forms are put into its place. */
interface Scope {
  /** Names that expressions may read here. */
  readonly names: ReadonlySet<string>;
  readonly prefix: string;
  /** The form whose items these are. */
  readonly form: JsonObject;
  /** Canonicals of the forms that are being assembled, from the root down. */
  readonly open: readonly string[];
}

/** Items in the place of one item, and what they bring to the element that holds them. */
interface Replaced {
  readonly items: readonly JsonObject[];
  readonly carried: readonly JsonObject[];
}

/** Forms that hold two of the next, sixty levels deep, would have more items than there is memory. */
const MAX_ITEMS = 20_000;

function countItems(items: unknown): number {
  return objectsOf(items).reduce((sum, item) => sum + 1 + countItems(item.item), 0);
}

const GOING: Readonly<Record<string, string | undefined>> = {
  'assemble-root': undefined,
  'assemble-root-or-child': 'independent-root-or-child',
  'assemble-child': 'independent-child',
};

/** Expressions name linkIds as texts, which no prefix reaches: SDC has their authors write `%linkIdPrefix + '…'`. */
function warnOfLiterals(
  items: readonly JsonObject[],
  prefix: string,
  { form, path, issues }: { readonly form: string; readonly path: string; readonly issues: IssueList },
): void {
  if (prefix === '') return;
  const text = JSON.stringify(items);
  for (const [, linkId] of text.matchAll(/linkId\s*=\s*'([^'\\]+)'/g)) {
    issues.add({
      severity: 'warning',
      code: 'business-rule',
      diagnostics: `an expression of ${form} names the item "${linkId}", which is "${prefix}${linkId}" here: it should read %${LINK_ID_PREFIX} + '${linkId}'`,
      expression: path,
    });
  }
}

function innerScope(element: JsonObject, scope: Scope): Scope {
  const launched = extensionsOf(element, url.LAUNCH_CONTEXT).flatMap((one) => launchContextName(one) ?? []);
  return { ...scope, names: new Set([...scope.names, ...variableNames(element), ...launched]) };
}

function reportDoubles(all: readonly JsonObject[], issues: IssueList): void {
  const origin = new Map<string, string>();
  function visit(items: readonly JsonObject[], path: string): void {
    for (const [index, item] of items.entries()) {
      const place = `${path}.item[${index}]`;
      const linkId = stringOf(item.linkId);
      const first = linkId === undefined ? undefined : origin.get(linkId);
      if (first !== undefined)
        issues.add({
          severity: 'error',
          code: 'duplicate',
          diagnostics: `the linkId "${linkId}" occurs twice in the assembled form, at ${first} as well: declare a ${LINK_ID_PREFIX}`,
          expression: place,
        });
      else if (linkId !== undefined) origin.set(linkId, place);
      visit(objectsOf(item.item), place);
    }
  }
  visit(all, 'Questionnaire');
}

/**
 * SDC `$assemble`: puts the items of sub-forms into the place of the display items that name them, and fills in what items leave
 * to their definitions.
 *
 * @param questionnaire - of any JSON shape
 * @param supporting - the sub-forms and StructureDefinitions, also in Bundles
 */
export function assembleQuestionnaire(
  questionnaire: unknown,
  supporting: readonly unknown[] = [],
  { expressions }: AssembleOptions = {},
): Assembled {
  const issues = createIssueList();
  if (!isQuestionnaire(questionnaire)) {
    for (const { message, path } of shapeFaults(questionnaire))
      issues.add({ severity: 'fatal', code: 'structure', diagnostics: message, expression: path });
    return { questionnaire: undefined, outcome: outcomeOfOperation(issues.all) };
  }
  const root: JsonObject = { ...questionnaire };
  const resources = allResources(supporting);
  const used: string[] = [];
  let added = 0;
  const contained = createContained(objectsOf(root.contained));
  let rootExtensions = objectsOf(root.extension);

  function prefixOf(element: JsonObject, outer: string, path: string): string {
    const declared = declaredPrefix(element, expressions);
    if (declared === undefined) return outer;
    if ('value' in declared) return declared.value;
    const diagnostics = `the variable ${LINK_ID_PREFIX} can not be used: ${declared.unusable}`;
    issues.add({ severity: 'error', code: 'not-supported', diagnostics, expression: path });
    return outer;
  }

  function subForm(item: JsonObject, canonical: string, scope: Scope, path: string): Replaced {
    const kept: Replaced = { items: [item], carried: [] };
    const fail = (code: 'not-found' | 'structure' | 'business-rule' | 'required', diagnostics: string) => {
      issues.add({ severity: 'error', code, diagnostics, expression: path });
      return kept;
    };
    if (item.type !== 'display') return fail('structure', 'only a display item can stand for a sub-form');
    const form = canonical.startsWith('#')
      ? objectsOf(scope.form.contained).find(
          ({ id, resourceType }) => `#${String(id)}` === canonical && resourceType === 'Questionnaire',
        )
      : findCanonical(resources, 'Questionnaire', canonical);
    if (form === undefined) return fail('not-found', `the sub-form ${canonical} is not at hand`);
    const name = canonicalOf(form) ?? canonical;
    if (scope.open.includes(name) || scope.open.length > MAX_DEPTH)
      return fail('business-rule', `sub-forms in a circle: ${[...scope.open, name].join(' -> ')}`);
    added += 1 + countItems(form.item);
    if (added > MAX_ITEMS)
      return fail('business-rule', `the assembled form would have more than ${MAX_ITEMS} items`);
    const before = issues.all.length;
    checkSubForm(form, root, name, path, issues);
    for (const { valueString } of extensionsOf(form, url.ASSEMBLE_CONTEXT)) {
      const wanted = stringOf(valueString);
      if (wanted !== undefined && !scope.names.has(wanted))
        fail('required', `the sub-form ${name} needs the variable "${wanted}", which nothing declares here`);
    }
    if (issues.all.length > before && issues.failed()) return kept;
    if (!canonical.startsWith('#') && !used.includes(name)) used.push(name);
    const carried = carriedExtensions(form, path, issues);
    rootExtensions = mergeExtensions(rootExtensions, carried.root, 'Questionnaire', issues);
    const inner = assembleItems(
      form,
      { ...innerScope(form, scope), form, prefix: '', open: [...scope.open, name] },
      path,
    );
    const prefix = scope.prefix;
    const ids = contained.add(
      objectsOf(form.contained).filter(({ resourceType }) => resourceType !== 'Questionnaire'),
      prefix,
    );
    warnOfLiterals(inner.items, prefix, { form: name, path, issues });
    return {
      items: renameContained(prefixItems(inner.items, prefix, expressions), ids),
      carried: renameContained([...carried.container, ...inner.carried], ids),
    };
  }

  /** The items inside of an element, sub-forms in their places; `carried` belongs on the element. */
  function assembleItems(element: JsonObject, scope: Scope, path: string): Replaced {
    const within: Scope = { ...innerScope(element, scope), prefix: prefixOf(element, scope.prefix, path) };
    const parts = objectsOf(element.item).map((item, index): Replaced => {
      const place = scope.open.length > 1 ? path : `${path}.item[${index}]`;
      const canonical = stringOf(extensionOf(item, url.SUB_QUESTIONNAIRE)?.valueCanonical);
      if (canonical !== undefined) {
        const own: Scope = { ...innerScope(item, within), prefix: prefixOf(item, within.prefix, place) };
        return subForm(item, canonical, own, place);
      }
      const inner = item.item === undefined ? undefined : assembleItems(item, within, place);
      const extension = mergeExtensions(objectsOf(item.extension), inner?.carried ?? [], place, issues);
      return {
        carried: [],
        items: [
          {
            ...item,
            ...(extension.length === 0 ? {} : { extension }),
            ...(inner === undefined ? {} : { item: inner.items }),
          },
        ],
      };
    });
    return { items: parts.flatMap(({ items }) => items), carried: parts.flatMap(({ carried }) => carried) };
  }

  const start: Scope = {
    names: new Set(),
    prefix: '',
    form: root,
    open: [canonicalOf(root) ?? 'the form itself'],
  };
  const assembled = assembleItems(root, start, 'Questionnaire');
  const items = fillFromDefinitions(assembled.items, resources, issues);
  reportDoubles(items, issues);
  rootExtensions = mergeExtensions(rootExtensions, assembled.carried, 'Questionnaire', issues);
  const result = {
    ...root,
    ...(contained.all().length === 0 ? {} : { contained: contained.all() }),
    extension: [
      ...rootExtensions.flatMap((extension): readonly JsonObject[] => {
        const code = extension.url === url.ASSEMBLE_EXPECTATION ? stringOf(extension.valueCode) : undefined;
        if (code === undefined || !Object.hasOwn(GOING, code)) return [extension];
        const next = GOING[code];
        return next === undefined ? [] : [{ ...extension, valueCode: next }];
      }),
      ...used
        .filter(
          (one) =>
            !extensionsOf(root, url.ASSEMBLED_FROM).some(({ valueCanonical }) => valueCanonical === one),
        )
        .map((valueCanonical) => ({ url: url.ASSEMBLED_FROM, valueCanonical })),
    ],
    item: items,
  };
  if (!issues.failed() && !isQuestionnaire(result)) {
    for (const { message, path } of shapeFaults(result))
      issues.add({ severity: 'error', code: 'structure', diagnostics: message, expression: path });
  }
  return {
    questionnaire: !issues.failed() && isQuestionnaire(result) ? withoutEmpty(result) : undefined,
    outcome: outcomeOfOperation(issues.all),
  };
}

/** FHIR has no empty lists. */
function withoutEmpty(questionnaire: Questionnaire): Questionnaire {
  const { extension, item, ...rest } = questionnaire;
  return {
    ...rest,
    ...(extension === undefined || extension.length === 0 ? {} : { extension }),
    ...(item === undefined || item.length === 0 ? {} : { item }),
  };
}
