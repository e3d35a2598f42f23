import type { Signature } from 'fhir/r4.js';
import type { AnswerValue, IssueCode, NodeId } from '../model/contract.ts';
import { isObject, type JsonObject } from '../model/fhir-json.ts';
import type { PlanItem } from '../plan/plan.ts';
import { signaturesOf } from '../plan/signature.ts';
import { isTextOf } from '../values/language.ts';
import { isBlank, readValue } from '../values/values.ts';
import {
  type Container,
  emptyContainer,
  hasSlots,
  type InstanceTree,
  type NodeRecord,
} from './tree/instances.ts';

/** What is wrong with the structure of a response, at a place in it. */
export interface StructureFinding {
  readonly code: IssueCode;
  readonly severity: 'error' | 'warning';
  readonly diagnostics: string;
  readonly expression: string;
  readonly linkId?: string;
  readonly node?: NodeId;
}

/** Where each node was found in the response. */
export interface ReadPlaces {
  readonly items: ReadonlyMap<NodeId, string>;
  readonly answers: ReadonlyMap<NodeId, readonly string[]>;
  /** Nodes whose element has answers or items, readable or not. */
  readonly filled: ReadonlySet<NodeId>;
  /** Signatures that stand on items. */
  readonly signatures: ReadonlyMap<NodeId, readonly Signature[]>;
}

/** Every instance of a group brings all its items along, so that a small hostile response could ask for a very large tree. */
const MAX_NODES = 50_000;

/**
 * Reads QuestionnaireResponse.item of any JSON shape into an instance tree, and reports what has no place in it (rules 2 to 4 and
 * 11 of questionnaires, 3.2). What can't be placed is left out; what can be read is kept, right or wrong.
 */
export function readResponse(
  tree: InstanceTree,
  response: unknown,
  report: (finding: StructureFinding) => void,
): ReadPlaces {
  const items = new Map<NodeId, string>();
  const answers = new Map<NodeId, string[]>();
  const filled = new Set<NodeId>();
  const signatures = new Map<NodeId, readonly Signature[]>();
  let full = false;

  function structure(expression: string, diagnostics: string, item?: PlanItem): void {
    const linkId = item === undefined ? {} : { linkId: item.linkId };
    report({ code: 'structure', severity: 'error', diagnostics, expression, ...linkId });
  }

  /** A list of objects, or nothing; reports anything else. */
  function elements(value: unknown, path: string): readonly (JsonObject | undefined)[] {
    if (value === undefined) return [];
    if (!Array.isArray(value)) {
      structure(path, 'this is not a list');
      return [];
    }
    return value.map((element, index) => {
      if (isObject(element)) return element;
      structure(`${path}[${index}]`, 'this is not an object');
      return undefined;
    });
  }

  function itemFor(container: Container, raw: JsonObject, path: string): PlanItem | undefined {
    const { linkId } = raw;
    if (typeof linkId !== 'string' || linkId === '') {
      structure(path, 'the item has no linkId');
      return undefined;
    }
    const item = tree.plan.byLinkId.get(linkId);
    if (item === undefined) {
      const diagnostics = 'the form has no item with this linkId';
      report({ code: 'not-found', severity: 'error', diagnostics, expression: path, linkId });
      return undefined;
    }
    if (container.items[item.position] === item) return item;
    structure(path, 'the item is in the wrong place', item);
    return undefined;
  }

  function readContainer(container: Container, value: unknown, prefix: string): void {
    let last = 0;
    for (const [index, raw] of elements(value, `${prefix}.item`).entries()) {
      const path = `${prefix}.item[${index}]`;
      const item = raw && itemFor(container, raw, path);
      if (raw === undefined || item === undefined) continue;
      if (item.position < last) structure(path, 'the item is not in the order of the form', item);
      last = Math.max(last, item.position);
      readItem(container, item, raw, path);
    }
    tree.complete(container, 'blank');
  }

  function readItem(container: Container, item: PlanItem, raw: JsonObject, path: string): void {
    const list = container.lists[item.position] ?? [];
    const again = item.kind === 'question' ? list[0] : undefined;
    if (again !== undefined) structure(path, 'the answers of a question belong into one item', item);
    if (item.kind === 'display' && container.owner?.item.kind === 'question') {
      readDisplay(item, raw, path);
      return;
    }
    if (tree.size() > MAX_NODES) {
      if (!full) structure(path, 'the response has more items than can be read', item);
      full = true;
      return;
    }
    const node = again ?? tree.bare(container, item, tree.nextId());
    if (again === undefined) {
      list.push(node);
      items.set(node.id, path);
    }
    const signed = signaturesOf(raw);
    if (signed.length > 0) signatures.set(node.id, signed);
    if (hasContent(raw.answer) || hasContent(raw.item)) filled.add(node.id);
    checkText(node, raw, path, report);
    if (item.kind === 'group') {
      if (raw.answer !== undefined) structure(path, 'a group has items, no answers', item);
      readContainer(node.inner, raw.item, path);
    } else if (item.kind === 'display') readDisplay(item, raw, path);
    else {
      if (raw.item !== undefined)
        structure(path, 'items inside of a question belong under its answers', item);
      readAnswers(node, raw.answer, `${path}.answer`);
      tree.complete(node.inner, 'blank');
    }
  }

  function readDisplay(item: PlanItem, raw: JsonObject, path: string): void {
    if (raw.answer !== undefined || raw.item !== undefined) {
      structure(path, 'a display has neither answers nor items', item);
    }
  }

  function readAnswers(node: NodeRecord, value: unknown, path: string): void {
    const places = answers.get(node.id) ?? [];
    answers.set(node.id, places);
    const read: AnswerValue[] = [...node.answers];
    for (const [index, raw] of elements(value, path).entries()) {
      const place = `${path}[${index}]`;
      const answer = raw && readAnswer(node, raw, place);
      if (raw === undefined || answer === undefined) continue;
      read.push(answer);
      places.push(place);
      node.answers = read;
      if (hasSlots(node.item)) {
        const slot = emptyContainer(node, node.item.children);
        node.slots.push(slot);
        readContainer(slot, raw.item, place);
      } else if (raw.item !== undefined) readContainer(emptyContainer(node, []), raw.item, place);
    }
  }

  function readAnswer({ id, item }: NodeRecord, raw: JsonObject, path: string): AnswerValue | undefined {
    const value = readValue(raw);
    if (value.state === 'read' && !isBlank(value.value)) return value.value;
    if (value.state !== 'malformed') {
      // An answer without a value answers nothing, and can't hold other answers either.
      if (hasContent(raw.item)) structure(path, 'items under an answer without a value', item);
      return undefined;
    }
    const { linkId } = item;
    const diagnostics = `${value.key} is not a FHIR value`;
    report({ code: 'type', severity: 'error', diagnostics, expression: path, linkId, node: id });
    // Kept as text, so that it counts as answered and the type rule speaks of it where text has no place.
    const text = JSON.stringify(raw[value.key])?.slice(0, 1000) ?? '';
    return text === '""' || text === '' ? undefined : { type: 'string', value: text };
  }

  readContainer(
    tree.root,
    isObject(response) && 'item' in response ? response.item : undefined,
    'QuestionnaireResponse',
  );
  return { items, answers, filled, signatures };
}

/** SDC, Validation Expectations: the text as the form has it, or as it is translated there. */
function checkText(
  { id, item }: NodeRecord,
  raw: JsonObject,
  path: string,
  report: (finding: StructureFinding) => void,
): void {
  if (raw.text === undefined || item.textIsComputed) return;
  if (typeof raw.text === 'string' && item.text !== undefined && isTextOf(item.text, raw.text)) return;
  const diagnostics = 'the text is not the text of the form';
  report({
    code: 'text-changed',
    severity: 'error',
    diagnostics,
    expression: path,
    linkId: item.linkId,
    node: id,
  });
}

function hasContent(value: unknown): boolean {
  return Array.isArray(value) ? value.length > 0 : value !== undefined;
}
