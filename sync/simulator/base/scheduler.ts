/**
 * Virtual time. Whatever waits in a schedule waits here: timers, the network, transactions. One event runs at a time, and the next one
 * begins when every promise that follows from it has been carried out, so that the same seed gives the same run.
 */
export interface Scheduler {
  /** True time, ms since 1970: what no device and no server can read exactly. */
  now(): number;
  /** @returns what takes it back. */
  in(milliseconds: number, run: () => void): () => void;
  pause(milliseconds: number): Promise<void>;
  /** Real work outside of virtual time, such as a database's: no event runs before it has ended. */
  hold<T>(work: Promise<T>): Promise<T>;
  /** Runs what falls due up to then. */
  runFor(milliseconds: number): Promise<void>;
  /** Runs events until the work has ended. @throws RunawayError after `mostMs` of virtual time. */
  runUntil(work: Promise<unknown>, mostMs: number): Promise<boolean>;
  /** Events so far. */
  events(): number;
}

/** Something goes round in circles. */
export class RunawayError extends Error {
  override name = 'RunawayError';
}

interface Event {
  readonly at: number;
  readonly no: number;
  run: (() => void) | undefined;
}

export const MAX_EVENTS = 400_000;

/** Microtasks run out before Node turns to the next tick, so this resolves when nothing is left to carry out. */
const settled = () => new Promise<void>((resolve) => process.nextTick(resolve));

const isBefore = (one: Event, other: Event) =>
  one.at < other.at || (one.at === other.at && one.no < other.no);

export function createScheduler(start: number): Scheduler {
  let time = start;
  let made = 0;
  let ran = 0;
  /** A binary heap by time, then by age. */
  const heap: Event[] = [];
  const held = new Set<Promise<unknown>>();

  function push(event: Event): void {
    let index = heap.length;
    heap.push(event);
    while (index > 0) {
      const parent = (index - 1) >> 1;
      const above = heap[parent];
      if (above === undefined || !isBefore(event, above)) break;
      heap[index] = above;
      index = parent;
    }
    heap[index] = event;
  }

  function pop(): Event | undefined {
    const top = heap[0];
    const last = heap.pop();
    if (top === undefined || last === undefined || heap.length === 0) return top;
    let index = 0;
    for (;;) {
      let child = 2 * index + 1;
      let below = heap[child];
      const right = heap[child + 1];
      if (below !== undefined && right !== undefined && isBefore(right, below)) {
        child += 1;
        below = right;
      }
      if (below === undefined || !isBefore(below, last)) break;
      heap[index] = below;
      index = child;
    }
    heap[index] = last;
    return top;
  }

  async function quiet(): Promise<void> {
    await settled();
    while (held.size > 0) {
      await Promise.race(held);
      await settled();
    }
  }

  async function step(until: number): Promise<boolean> {
    for (;;) {
      const next = heap[0];
      if (next === undefined || next.at > until) return false;
      pop();
      const { run } = next;
      if (run === undefined) continue;
      time = Math.max(time, next.at);
      ran += 1;
      if (ran > MAX_EVENTS) throw new RunawayError(`More than ${MAX_EVENTS} events.`);
      run();
      await quiet();
      return true;
    }
  }

  const scheduler: Scheduler = {
    now: () => time,
    in(milliseconds, run) {
      made += 1;
      const event: Event = { at: time + Math.max(0, milliseconds), no: made, run };
      push(event);
      return () => {
        event.run = undefined;
      };
    },
    pause: (milliseconds) =>
      new Promise((resolve) => {
        scheduler.in(milliseconds, resolve);
      }),
    hold(work) {
      const tracked = work.then(
        () => undefined,
        () => undefined,
      );
      held.add(tracked);
      void tracked.then(() => held.delete(tracked));
      return work;
    },
    async runFor(milliseconds) {
      const until = time + milliseconds;
      await quiet();
      while (await step(until));
      time = until;
    },
    async runUntil(work, mostMs) {
      let over = false;
      const end = () => {
        over = true;
      };
      void work.then(end, end);
      const until = time + mostMs;
      await quiet();
      while (!over && (await step(until)));
      if (!over) time = until;
      return over;
    },
    events: () => ran,
  };
  return scheduler;
}
