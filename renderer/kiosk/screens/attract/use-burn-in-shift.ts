import { useEffect, useState } from 'react';

/** A still picture burns into a panel: it moves so far each minute, round a small square. */
export const SHIFT_PX = 4;
const EVERY_MS = 60_000;
const CORNERS = [
  [0, 0],
  [1, 0],
  [1, 1],
  [0, 1],
] as const;

/** @param minute whole minutes since anything. @returns CSS pixels to the right and down. */
export function shiftAt(minute: number): readonly [number, number] {
  const [x, y] = CORNERS[minute % CORNERS.length] ?? CORNERS[0];
  return [x * SHIFT_PX, y * SHIFT_PX];
}

export function useBurnInShift(): readonly [number, number] {
  const [minute, setMinute] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setMinute((current) => current + 1), EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  return shiftAt(minute);
}
