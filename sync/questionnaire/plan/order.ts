/** Vertices in an order in which each comes after what it needs; those that need each other come together. */
export interface Order<Vertex> {
  readonly groups: readonly (readonly Vertex[])[];
}

interface Visit<Vertex> {
  readonly vertex: Vertex;
  readonly needs: readonly Vertex[];
  next: number;
}

/**
 * Tarjan's strongly connected components, without recursion: a chain of questions may be as long as a form. Groups come out with
 * what they need before them.
 */
export function orderOf<Vertex>(
  vertices: readonly Vertex[],
  needsOf: (vertex: Vertex) => readonly Vertex[],
): Order<Vertex> {
  const numbers = new Map<Vertex, number>();
  const lowest = new Map<Vertex, number>();
  const open: Vertex[] = [];
  const isOpen = new Set<Vertex>();
  const groups: Vertex[][] = [];

  function enter(vertex: Vertex, trail: Visit<Vertex>[]): void {
    numbers.set(vertex, numbers.size);
    lowest.set(vertex, numbers.size - 1);
    open.push(vertex);
    isOpen.add(vertex);
    trail.push({ vertex, needs: needsOf(vertex), next: 0 });
  }

  function lower(vertex: Vertex, value: number): void {
    lowest.set(vertex, Math.min(lowest.get(vertex) ?? value, value));
  }

  function close(vertex: Vertex): void {
    if (lowest.get(vertex) !== numbers.get(vertex)) return;
    const group = open.splice(open.lastIndexOf(vertex));
    for (const member of group) isOpen.delete(member);
    groups.push(group);
  }

  function visit(start: Vertex): void {
    const trail: Visit<Vertex>[] = [];
    enter(start, trail);
    for (let step = trail.at(-1); step !== undefined; step = trail.at(-1)) {
      const need = step.needs[step.next];
      step.next += 1;
      if (need === undefined) {
        trail.pop();
        close(step.vertex);
        const above = trail.at(-1);
        if (above !== undefined) lower(above.vertex, lowest.get(step.vertex) ?? 0);
      } else if (!numbers.has(need)) enter(need, trail);
      else if (isOpen.has(need)) lower(step.vertex, numbers.get(need) ?? 0);
    }
  }

  for (const vertex of vertices) if (!numbers.has(vertex)) visit(vertex);
  return { groups };
}

/** One way round among vertices that need each other, each before what it needs; empty where there is none. */
export function wayRound<Vertex>(
  group: readonly Vertex[],
  needsOf: (vertex: Vertex) => readonly Vertex[],
): readonly Vertex[] {
  const members = new Set(group);
  const trail: Vertex[] = [];
  const met = new Map<Vertex, number>();
  let step = group[0];
  while (step !== undefined && !met.has(step)) {
    met.set(step, trail.length);
    trail.push(step);
    step = needsOf(step).find((need) => members.has(need));
  }
  return step === undefined ? [] : [...trail.slice(met.get(step)), step];
}
