import { rulesFor } from '../../answer-rules/rules.ts';
import { readCondition } from '../../expressions/truth.ts';
import type { PlanItem } from '../../plan/plan.ts';
import { allowedTypes } from '../../plan/plan-item.ts';
import type { Computation, Program } from '../../plan/program.ts';
import { membership, type OptionSet, optionSet } from '../../values/options.ts';
import { isNamed, limitOf, optionsOf } from './expression-values.ts';
import type { NodeRecord } from './instances.ts';

const NOT_AT_HAND: OptionSet = optionSet('unavailable', []);

const SHOWN: readonly Computation['part'][] = [
  'answers',
  'candidates',
  'toggle',
  'required',
  'readOnly',
  'repeats',
  'minValue',
  'maxValue',
];

/** What a computation gave for the node: undefined where it was not checked, or failed. */
function valuesOf(node: NodeRecord, computation: Computation): readonly unknown[] | undefined {
  const result = node.results?.get(computation);
  return result?.ok === true ? result.values : undefined;
}

function booleanOf(values: readonly unknown[] | undefined, stated: boolean): boolean {
  const truth = values && readCondition(values);
  return truth === undefined || truth.notBoolean ? stated : truth.holds;
}

/** Options whose toggles all failed to hold are not offered; an option that no toggle names always is (SDC). */
function toggled(node: NodeRecord, set: OptionSet, toggles: readonly Computation[]): OptionSet {
  const shown = set.options.filter((option) => {
    const own = toggles.filter(({ toggle }) => toggle !== undefined && isNamed(set, option, toggle.options));
    if (own.length === 0) return true;
    return own.some((toggle) => {
      const values = valuesOf(node, toggle);
      return booleanOf(values, true);
    });
  });
  if (shown.length === set.options.length) return set;
  const hidden = optionSet(
    'ready',
    set.options.filter((option) => !shown.includes(option)),
  );
  return optionSet(set.status, shown, (coding) =>
    membership(hidden, { type: 'Coding', value: coding }) === 'member'
      ? 'not-member'
      : membership(set, { type: 'Coding', value: coding }),
  );
}

function build(node: NodeRecord, computations: readonly Computation[]): PlanItem {
  const { item } = node;
  const draft = { ...item, limits: { ...item.limits } };
  let candidates: OptionSet | undefined;
  for (const computation of computations) {
    const values = valuesOf(node, computation);
    const [first] = values ?? [];
    switch (computation.part) {
      case 'answers':
        draft.options = values === undefined ? NOT_AT_HAND : optionSet('ready', optionsOf(item, values));
        draft.allowed = allowedTypes(item.item, draft.options);
        break;
      case 'candidates':
        candidates = values === undefined ? NOT_AT_HAND : optionSet('ready', optionsOf(item, values));
        break;
      case 'required':
      case 'readOnly':
      case 'repeats':
        draft[computation.part] = booleanOf(values, item[computation.part]);
        break;
      case 'minValue':
      case 'maxValue':
        if (first !== undefined) draft.limits[computation.part] = limitOf(item, first);
        break;
      default:
    }
  }
  const toggles = computations.filter(({ part }) => part === 'toggle');
  if (draft.options !== undefined && toggles.length > 0)
    draft.options = toggled(node, draft.options, toggles);
  draft.rules = rulesFor(draft);
  // Candidates are proposed, and bind nobody: the rules don't know them.
  if (draft.options === undefined && candidates !== undefined) draft.options = candidates;
  return draft;
}

/** The item of a node, with the options, limits and the like that expressions compute for this instance. */
export function effectiveItem(node: NodeRecord, program: Program): PlanItem {
  if (node.effective !== undefined) return node.effective;
  const computations = program.of(node.item).filter(({ part }) => SHOWN.includes(part));
  node.effective = computations.length === 0 ? node.item : build(node, computations);
  return node.effective;
}

/** The text that is computed for the node, where there is one. */
export function computedText(node: NodeRecord, program: Program): string | undefined {
  if (!node.item.textIsComputed) return undefined;
  const computation = program.of(node.item).find(({ part }) => part === 'text');
  const [text] = (computation && valuesOf(node, computation)) ?? [];
  return typeof text === 'string' || typeof text === 'number' ? String(text) : undefined;
}
