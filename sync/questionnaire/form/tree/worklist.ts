import type { Computation, Program } from '../../plan/program.ts';
import { pop, push } from './heap.ts';
import type { Place } from './instances.ts';

/** What is left to compute, each thing once, in the order of the program. */
export interface Worklist {
  mark(computation: Computation, place: Place): void;
  /** The next stage with everything that waits in it; undefined where nothing is left. */
  next():
    | { readonly stage: number; readonly waiting: ReadonlyMap<Computation, ReadonlySet<Place>> }
    | undefined;
}

export function createWorklist(program: Program): Worklist {
  const waiting = new Map<number, Map<Computation, Set<Place>>>();
  const stages: number[] = [];
  return {
    mark(computation, place) {
      const stage = program.stageOf(computation);
      let computations = waiting.get(stage);
      if (computations === undefined) {
        computations = new Map();
        waiting.set(stage, computations);
        push(stages, stage);
      }
      const places = computations.get(computation);
      if (places === undefined) computations.set(computation, new Set([place]));
      else places.add(place);
    },
    next() {
      const stage = pop(stages);
      if (stage === undefined) return undefined;
      const found = waiting.get(stage) ?? new Map<Computation, Set<Place>>();
      waiting.delete(stage);
      return { stage, waiting: found };
    },
  };
}
