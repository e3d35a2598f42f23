import { useCallback } from 'react';
import type { Area, MessageKey, Translate } from './areas.ts';
import { useMessages, useRegion } from './messages-provider.tsx';

/**
 * The texts of an area, where the vendor's country has a word of its own: "basket" in Britain. English has it beside the usual one, as `title.GB` beside `title`.
 */
export function useRegionalMessages<A extends Area>(area: A): Translate<A> {
  const t = useMessages(area);
  const region = useRegion();
  return useCallback(
    // A missing key reads ''.
    (key, parameters) => t(`${key}.${region}` as MessageKey<A>, parameters) || t(key, parameters),
    [t, region],
  );
}
