export interface Placed<Item> {
  readonly item: Item;
  readonly key: string;
}

/**
 * Keys for a list that never changes its order while it is shown (a document's paragraphs, frozen answers): the place is the
 * identity, because two items may read the same.
 */
export function placed<Item>(items: readonly Item[]): readonly Placed<Item>[] {
  return items.map((item, index) => ({ item, key: String(index) }));
}
