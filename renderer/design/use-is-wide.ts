import { useCallback, useSyncExternalStore } from 'react';

/** Whether a media query holds. */
export function useMedia(query: string): boolean {
  const watch = useCallback(
    (listener: () => void) => {
      const media = matchMedia(query);
      media.addEventListener('change', listener);
      return () => media.removeEventListener('change', listener);
    },
    [query],
  );
  return useSyncExternalStore(watch, () => matchMedia(query).matches);
}

/** Whether the page has a margin beside its column. */
export const useIsWide = (): boolean => useMedia('(min-width: 64rem)');
