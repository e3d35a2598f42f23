/** What waits, taken in turn from each that has something waiting: a thousand of one delay another's first by one. */
export interface FairQueue<Item> {
  readonly size: number;
  /** How many of its items wait. */
  sizeOf(owner: string): number;
  push(owner: string, item: Item): void;
  /** Before all that waits of this owner. */
  unshift(owner: string, item: Item): void;
  shift(): Item | undefined;
  /** Empties it. */
  clear(): Item[];
}

export function createFairQueue<Item>(): FairQueue<Item> {
  /** The first owner is the next whose turn it is. */
  const byOwner = new Map<string, Item[]>();
  let size = 0;

  function listOf(owner: string): Item[] {
    const known = byOwner.get(owner);
    if (known) return known;
    const list: Item[] = [];
    byOwner.set(owner, list);
    return list;
  }

  function shift(): Item | undefined {
    const [turn] = byOwner;
    if (!turn) return undefined;
    const [owner, list] = turn;
    const item = list.shift();
    size--;
    byOwner.delete(owner);
    if (list.length > 0) byOwner.set(owner, list);
    return item;
  }

  return {
    get size() {
      return size;
    },
    sizeOf: (owner) => byOwner.get(owner)?.length ?? 0,
    push(owner, item) {
      listOf(owner).push(item);
      size++;
    },
    unshift(owner, item) {
      listOf(owner).unshift(item);
      size++;
    },
    shift,
    clear() {
      const all = [...byOwner.values()].flat();
      byOwner.clear();
      size = 0;
      return all;
    },
  };
}
