import { useSyncExternalStore } from 'react';

const WIDE = '(width >= 48rem)';

function subscribe(listener: () => void): () => void {
  const query = matchMedia(WIDE);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}

/** Whether the page has room for more than the column: for layouts whose order differs, which no stylesheet can turn. */
export const useWide = (): boolean => useSyncExternalStore(subscribe, () => matchMedia(WIDE).matches);
