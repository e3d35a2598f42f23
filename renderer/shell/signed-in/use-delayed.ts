import { useEffect, useState } from 'react';

const MOMENT_MS = 300;

/** True a moment after a wait has begun: what comes at once needs no placeholder, which would only flicker. */
export function useDelayed(waits: boolean): boolean {
  const [late, setLate] = useState(false);
  useEffect(() => {
    if (!waits) return;
    const timer = setTimeout(() => setLate(true), MOMENT_MS);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [waits]);
  return waits && late;
}
