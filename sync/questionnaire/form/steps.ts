import type { Form, NodeId, NodeState } from '../model/contract.ts';
import { SHORT_TEXT } from '../model/extensions.ts';
import { extensionsOf, isObject, objectsOf, stringOf } from '../model/fhir-json.ts';
import { readText, textIn } from '../values/language.ts';
import { engineForm } from './form-core.ts';
import { isDecoration } from './tree/sequence.ts';

/** One page of a runner. */
export interface Step {
  /** Stable as long as the node that the step is about lives: safe to keep as a position. */
  readonly id: string;
  /** What is asked on the page: one question, or one group with all its instances. */
  readonly nodes: readonly NodeId[];
  readonly sectionIndex: number;
  /** Groups and displays whose texts belong above the question, outermost first ("Over the last two weeks …"). */
  readonly stem?: readonly NodeId[];
}

export interface FormSection {
  readonly title: string;
  readonly nodeIds: readonly NodeId[];
}

/** Item controls that lay a group out as one piece (questionnaire-item-control). */
const ONE_PIECE: readonly string[] = ['page', 'gtable', 'table', 'grid', 'htable'];
/** A page of more questions than this is a form, not a page: then each question gets its own. */
const MAX_ON_A_PAGE = 12;

function controlsOf(state: NodeState): readonly string[] {
  const url = 'http://hl7.org/fhir/StructureDefinition/questionnaire-itemControl';
  return objectsOf(state.item.extension)
    .filter((extension) => extension.url === url)
    .flatMap(({ valueCodeableConcept: concept }) =>
      isObject(concept) ? objectsOf(concept.coding).flatMap((coding) => stringOf(coding.code) ?? []) : [],
    );
}

function statesOf(form: Form, ids: readonly NodeId[]): readonly NodeState[] {
  return ids.flatMap((id) => form.read(id) ?? []);
}

function isVisible(state: NodeState): boolean {
  return state.enabled && !state.hidden;
}

function isAsked(state: NodeState): boolean {
  return state.kind === 'question' && !state.calculated && !(state.readOnly && state.answers.length === 0);
}

/** Whether anything in the group is asked at present. */
function asks(form: Form, state: NodeState): boolean {
  if (!isVisible(state)) return false;
  return isAsked(state) || statesOf(form, state.children).some((child) => asks(form, child));
}

function countAsked(form: Form, state: NodeState): number {
  if (!isVisible(state)) return 0;
  const own = isAsked(state) ? 1 : 0;
  return statesOf(form, state.children).reduce((sum, child) => sum + countAsked(form, child), own);
}

function isOnePiece(form: Form, state: NodeState): boolean {
  if (state.kind !== 'group') return false;
  if (state.repeats) return true;
  return (
    controlsOf(state).some((control) => ONE_PIECE.includes(control)) &&
    countAsked(form, state) <= MAX_ON_A_PAGE
  );
}

/** Top-level parts of the form: the groups inside of a single group that holds everything, or else what stands at the top. */
function sectionGroups(form: Form): readonly NodeState[] | undefined {
  const top = statesOf(form, form.root);
  const groups = top.filter((state) => state.kind === 'group');
  const [only] = groups;
  if (groups.length > 1) return top;
  if (only === undefined || only.repeats) return undefined;
  const inner = statesOf(form, only.children);
  const others = top.some((state) => state !== only && state.kind === 'question');
  const subgroups = inner.filter((state) => state.kind === 'group' && !state.repeats);
  return subgroups.length > 0 && !others ? inner : undefined;
}

/** A short name that its author gave it beside its text: that may be a sentence, which is said above each question anyway. */
function shortTextOf(form: Form, state: NodeState): string | undefined {
  const [extension] = extensionsOf({ ...state.item }, SHORT_TEXT);
  const short = extension && readText(extension, 'valueString');
  const { language, tree } = engineForm(form);
  return short && textIn(short, language, tree.plan.language);
}

function titleOf(form: Form): string {
  const title = readText({ ...form.plan.questionnaire }, 'title');
  const { language, tree } = engineForm(form);
  return title === undefined ? '' : textIn(title, language, tree.plan.language);
}

/**
 * The sections that a progress display counts. Loose questions and displays between groups belong to the section before them
 * (those at the beginning to the first), and a section in which nothing is visible at present is left out.
 */
export function formSections(form: Form): readonly FormSection[] {
  const title = titleOf(form);
  const parts = sectionGroups(form);
  if (parts === undefined) return [{ title, nodeIds: form.root }];
  const sections: { title: string; nodeIds: NodeId[] }[] = [];
  const loose: NodeId[] = [];
  for (const part of parts) {
    if (!asks(form, part) && !says(form, part)) continue;
    const last = sections.at(-1);
    const opens =
      part.kind === 'group' &&
      asks(form, part) &&
      (last === undefined || !continues(form, part, last.nodeIds));
    if (opens)
      sections.push({
        title: shortTextOf(form, part) || part.text || title,
        nodeIds: [...loose.splice(0), part.id],
      });
    else if (last === undefined) loose.push(part.id);
    else last.nodeIds.push(part.id);
  }
  return sections.length === 0 ? [{ title, nodeIds: form.root }] : sections;
}

/** A further instance of the repeating group before it. */
function continues(form: Form, part: NodeState, nodeIds: readonly NodeId[]): boolean {
  return part.repeats && statesOf(form, nodeIds.slice(-1)).some((before) => before.linkId === part.linkId);
}

/** A text to read on its own: not a part of a question's control. */
function isReading(state: NodeState): boolean {
  return state.kind === 'display' && state.text !== '' && !isDecoration(controlsOf(state));
}

function says(form: Form, state: NodeState): boolean {
  if (!isVisible(state)) return false;
  if (state.kind === 'display') return isReading(state);
  // The displays of a question are a part of its control.
  const own = statesOf(form, state.children).filter(
    (child) => state.kind === 'group' || child.kind !== 'display',
  );
  return own.some((child) => says(form, child));
}

/**
 * Pages through a form: one visible, enabled question per step, in document order. A repeating group is one step with all its
 * instances; a group that its author laid out as a page or a table is one as well, unless it is long. A display goes above the
 * next question of its group; where none follows, it is a step by itself. A group's text goes above each of its questions.
 */
export function formSteps(form: Form): readonly Step[] {
  const sectionOf = new Map<NodeId, number>();
  for (const [index, section] of formSections(form).entries()) {
    for (const id of section.nodeIds) sectionOf.set(id, index);
  }
  const steps: Step[] = [];
  const taken = new Set<NodeId>();
  /** Displays met since the last step, waiting for the next one. */
  let waiting: NodeId[] = [];

  function push(
    nodes: readonly NodeId[],
    section: number,
    groups: readonly NodeId[],
    texts: readonly NodeId[],
  ): void {
    const [first] = nodes;
    if (first === undefined) return;
    const stem = [...groups, ...texts];
    steps.push({ id: `step-${first}`, nodes, sectionIndex: section, ...(stem.length === 0 ? {} : { stem }) });
  }

  function ask(nodes: readonly NodeId[], section: number, groups: readonly NodeId[]): void {
    const texts = waiting;
    waiting = [];
    push(nodes, section, groups, texts);
  }

  function walkSibling(
    state: NodeState,
    siblings: readonly NodeState[],
    section: number,
    groups: readonly NodeId[],
  ) {
    if (isReading(state)) waiting.push(state.id);
    if (state.kind === 'question') {
      if (isAsked(state)) ask([state.id], section, groups);
      const nested = statesOf(form, state.children).filter((child) => child.kind !== 'display');
      walk(nested, section, groups);
    } else if (isOnePiece(form, state) && asks(form, state)) {
      const nodes = siblings.filter((other) => other.linkId === state.linkId && isVisible(other));
      for (const node of nodes) taken.add(node.id);
      ask(
        nodes.map((node) => node.id),
        section,
        groups,
      );
    } else if (state.kind === 'group') {
      walk(statesOf(form, state.children), section, state.text === '' ? groups : [...groups, state.id]);
    }
  }

  function walk(siblings: readonly NodeState[], section: number, groups: readonly NodeId[]): void {
    const earlier = new Set(waiting);
    let place = section;
    for (const state of siblings) {
      if (taken.has(state.id) || !(asks(form, state) || says(form, state))) continue;
      place = sectionOf.get(state.id) ?? section;
      walkSibling(state, siblings, place, groups);
    }
    // What is said at the end of a group is read on a page of its own, before the next group begins.
    const closing = waiting.filter((id) => !earlier.has(id));
    waiting = waiting.filter((id) => earlier.has(id));
    push(closing, place, groups, []);
  }

  walk(statesOf(form, form.root), 0, []);
  return steps;
}
