import { isVariable, type Reader } from '../plan/program.ts';
import type { Mark } from './circles.ts';
import type { SettlementParts } from './settlement-parts.ts';
import { isInside, type NodeRecord, type Place } from './tree/instances.ts';
import { readersOf } from './tree/nearest.ts';

/** Tells what reads a node that it has changed, so that it is computed again. */
export function createPropagation({
  tree,
  program,
  evaluation,
  projection,
}: Pick<SettlementParts, 'tree' | 'program' | 'evaluation' | 'projection'>) {
  /** Groups with constraints whose content may have come or gone. */
  const watched = new Set<NodeRecord>();

  function placesOf({ reader, via }: Reader, question: NodeRecord): Iterable<Place> {
    const { item } = reader;
    if (item === undefined) return [tree.form];
    if (via === undefined) return tree.instancesOf(item);
    let place: NodeRecord | undefined = question;
    while (place !== undefined && place.item !== via) place = place.parent;
    if (place === undefined) return [];
    const from = place;
    if (item === via) return [from];
    return [...tree.instancesOf(item)].filter((node) => isInside(node, from));
  }

  function tellConditions(node: NodeRecord, mark: Mark): void {
    for (const dependant of node.item.dependants) {
      for (const reader of readersOf(node, dependant)) mark(program.enabledOf(reader.item), reader);
    }
  }

  function tellExpressions(node: NodeRecord, mark: Mark, isConcerned: (reading: Reader) => boolean): void {
    for (const reading of program.readersOf(node.item).filter(isConcerned)) {
      const { reader } = reading;
      for (const place of placesOf(reading, node)) {
        if (isVariable(reader)) evaluation.forget(reader, place);
        else mark(reader, place);
      }
    }
  }

  function noteContent(node: NodeRecord): void {
    projection.changed(node);
    for (let step: NodeRecord | undefined = node; step !== undefined; step = step.parent) {
      if (step.item.expressions.constraints.length > 0) watched.add(step);
    }
  }

  function tell(node: NodeRecord, mark: Mark): void {
    noteContent(node);
    tellConditions(node, mark);
    tellExpressions(node, mark, () => true);
  }

  /** Whether it is enabled changed, or it came or went: who reads expressions cares only if it says something, or is pointed at. */
  function tellPresence(node: NodeRecord, mark: Mark): void {
    tellConditions(node, mark);
    const speaks = node.answers.length > 0;
    if (speaks) noteContent(node);
    tellExpressions(
      node,
      mark,
      ({ reader }) => speaks || (!isVariable(reader) && reader.location !== undefined),
    );
  }

  return { watched, tell, tellPresence, tellConditions, noteContent };
}
