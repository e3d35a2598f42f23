import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/**
 * Whether React has taken over what the server wrote into the page. Until then nothing hears of a press, and what is chosen is lost: what asks for
 * something is `inert` for so long.
 */
export function useIsHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
