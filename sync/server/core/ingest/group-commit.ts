/**
 * Group commit: calls that arrive while a statement is under way share the next one, so that one round trip and one flush to disk
 * serve them all. A group that fails by the fault of one of them is done again call by call.
 */

export interface GroupCommitOptions<Call, Result> {
  /** Does all of them or none; one result for each, in their order. */
  readonly run: (calls: readonly Call[]) => Promise<readonly Result[]>;
  /** How much of {@link mostWeight} a call takes. */
  readonly weigh: (call: Call) => number;
  readonly mostWeight: number;
  /** Whether the calls can fare differently by themselves: not so where nobody answers at all. */
  readonly isFaultOfOne: (error: unknown) => boolean;
  /** After how long a statement that hasn't ended lets others go ahead of it: it may be waiting for another process. */
  readonly stalledAfterMs: number;
  /** Statements under way at once, stalled ones included. */
  readonly mostAtOnce: number;
}

interface Waiting<Call, Result> {
  readonly call: Call;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

export function createGroupCommit<Call, Result>(
  options: GroupCommitOptions<Call, Result>,
): (call: Call) => Promise<Result> {
  const { run, weigh, mostWeight, isFaultOfOne, stalledAfterMs, mostAtOnce } = options;
  let queue: Waiting<Call, Result>[] = [];
  let underWay = 0;
  let stalled = 0;
  let isScheduled = false;

  function takeGroup(): readonly Waiting<Call, Result>[] {
    let weight = 0;
    let count = 0;
    for (const { call } of queue) {
      weight += weigh(call);
      if (count > 0 && weight > mostWeight) break;
      count++;
    }
    const group = queue.slice(0, count);
    queue = queue.slice(count);
    return group;
  }

  async function runAlone({ call, resolve, reject }: Waiting<Call, Result>): Promise<void> {
    try {
      const [result] = await run([call]);
      if (result === undefined) throw new Error('A call has no result.');
      resolve(result);
    } catch (error) {
      reject(error);
    }
  }

  async function runGroup(group: readonly Waiting<Call, Result>[]): Promise<void> {
    try {
      const results = await run(group.map(({ call }) => call));
      for (const [index, { resolve, reject }] of group.entries()) {
        const result = results[index];
        if (result === undefined) reject(new Error('A call has no result.'));
        else resolve(result);
      }
    } catch (error) {
      if (group.length > 1 && isFaultOfOne(error)) for (const one of group) await runAlone(one);
      else for (const { reject } of group) reject(error);
    }
  }

  async function send(group: readonly Waiting<Call, Result>[]): Promise<void> {
    underWay++;
    let isStalled = false;
    const patience = setTimeout(() => {
      isStalled = true;
      stalled++;
      pump();
    }, stalledAfterMs);
    await runGroup(group);
    clearTimeout(patience);
    underWay--;
    if (isStalled) stalled--;
    pump();
  }

  function pump(): void {
    while (queue.length > 0 && underWay === stalled && underWay < mostAtOnce) void send(takeGroup());
  }

  return (call) =>
    new Promise((resolve, reject) => {
      queue.push({ call, resolve, reject });
      if (isScheduled) return;
      isScheduled = true;
      // What arrived in the same turn of the event loop goes together.
      setImmediate(() => {
        isScheduled = false;
        pump();
      });
    });
}
