/** Who wants to be told of one thing. */
export interface Listeners<Told extends readonly unknown[]> {
  /** @returns what ends it. */
  readonly add: (listener: (...told: Told) => void) => () => void;
  readonly tell: (...told: Told) => void;
}

export function createListeners<Told extends readonly unknown[]>(): Listeners<Told> {
  const all = new Set<(...told: Told) => void>();
  return {
    add(listener) {
      // Two of the same function are two listeners.
      const own = (...told: Told) => listener(...told);
      all.add(own);
      return () => {
        all.delete(own);
      };
    },
    tell(...told) {
      for (const listener of all) listener(...told);
    },
  };
}
