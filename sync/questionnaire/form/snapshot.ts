import type { Signature } from 'fhir/r4.js';
import type { AnswerValue, FormSnapshot } from '../model/contract.ts';
import { isObject, type JsonObject, numberOf, objectsOf } from '../model/fhir-json.ts';
import type { CompiledPlan } from '../plan/plan.ts';
import { readSignature } from '../plan/signature.ts';
import { decimalAnswer, isValueType, typedValue } from '../values/values.ts';
import {
  type Container,
  emptyContainer,
  hasSlots,
  type InstanceTree,
  type NodeRecord,
} from './tree/instances.ts';

/** The snapshot belongs to another form or version, or isn't one. The message holds no answers. */
export class SnapshotMismatchError extends Error {
  override readonly name = 'SnapshotMismatchError';
}

interface SavedNode {
  readonly id: string;
  readonly linkId: string;
  readonly answers?: readonly AnswerValue[];
  /** Absent in snapshots from before calculations were kept. */
  readonly edited?: true;
  readonly inner?: readonly SavedNode[];
  readonly slots?: readonly (readonly SavedNode[])[];
}

function saveContainer(container: Container): readonly SavedNode[] {
  return container.lists.flatMap((list) => list.map(saveNode));
}

function saveNode(node: NodeRecord): SavedNode {
  const { id, item, answers, slots } = node;
  return {
    id,
    linkId: item.linkId,
    ...(answers.length === 0 ? {} : { answers }),
    ...(node.edited ? { edited: true as const } : {}),
    ...(node.inner.items.length === 0 ? {} : { inner: saveContainer(node.inner) }),
    ...(slots.length === 0 ? {} : { slots: slots.map(saveContainer) }),
  };
}

export function saveSnapshot(tree: InstanceTree, signature: Signature | undefined): FormSnapshot {
  return {
    v: 1,
    canonical: tree.plan.canonical,
    nodes: { next: tree.counter(), root: saveContainer(tree.root), ...(signature && { signature }) },
  };
}

function mismatch(reason: string): SnapshotMismatchError {
  return new SnapshotMismatchError(`the snapshot ${reason}`);
}

function savedAnswers(saved: JsonObject): readonly AnswerValue[] {
  return objectsOf(saved.answers).map((answer) => {
    const value = isValueType(answer.type) ? typedValue(answer.type, answer.value) : undefined;
    if (value === undefined) throw mismatch('has an answer that can not be read');
    return value.type === 'decimal' ? decimalAnswer(value.value, numberOf(answer.places)) : value;
  });
}

export interface OpenedSnapshot {
  /** Number of the next node id. */
  readonly next: number;
  readonly root: unknown;
  readonly signature: Signature | undefined;
}

/** Throws where the snapshot isn't one of this form. */
export function openSnapshot(plan: CompiledPlan, snapshot: unknown): OpenedSnapshot {
  if (!isObject(snapshot) || snapshot.v !== 1) throw mismatch('is not of version 1');
  if (snapshot.canonical !== plan.canonical) throw mismatch('belongs to another form or version');
  const { nodes } = snapshot;
  if (!isObject(nodes) || !Number.isSafeInteger(nodes.next)) throw mismatch('has no nodes');
  return { next: Number(nodes.next), root: nodes.root, signature: readSignature(nodes.signature) };
}

/** Lays the saved nodes out again under their ids; items that the snapshot doesn't mention begin blank. */
export function loadSnapshot(tree: InstanceTree, root: unknown): void {
  function loadContainer(container: Container, saved: unknown): void {
    for (const node of objectsOf(saved)) loadNode(container, node);
    tree.complete(container, 'blank');
  }

  function loadNode(container: Container, saved: JsonObject): void {
    const item = typeof saved.linkId === 'string' ? tree.plan.byLinkId.get(saved.linkId) : undefined;
    if (item === undefined || container.items[item.position] !== item) throw mismatch('has an unknown item');
    const { id } = saved;
    if (typeof id !== 'string' || tree.get(id) !== undefined) throw mismatch('has a node twice');
    const node = tree.bare(container, item, id);
    container.lists[item.position]?.push(node);
    node.answers = savedAnswers(saved);
    node.edited = saved.edited === true && item.calculated;
    loadContainer(node.inner, saved.inner);
    if (!hasSlots(item)) return;
    node.slots = node.answers.map((_answer, index) => {
      const slot = emptyContainer(node, item.children);
      loadContainer(slot, Array.isArray(saved.slots) ? saved.slots[index] : undefined);
      return slot;
    });
  }

  loadContainer(tree.root, root);
}
