/** Lets so many through at once; the others wait in line. */
export type Gate = <R>(work: () => Promise<R>) => Promise<R>;

export function createGate(width: number): Gate {
  let free = width;
  const line: (() => void)[] = [];
  return async (work) => {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => line.push(resolve));
    try {
      return await work();
    } finally {
      // The place goes to the next in line, never back and forth.
      const next = line.shift();
      if (next) next();
      else free += 1;
    }
  };
}
