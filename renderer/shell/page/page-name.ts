import { createContext, use, useLayoutEffect } from 'react';
import type { Area, MessageKey } from '../../i18n/index.ts';

/** A text of the feature's own catalogue, which its loader loads. */
type OwnTitle = { [A in Area]: readonly [area: A, key: MessageKey<A>] }[Area];

export type PageName = MessageKey<'shell'> | OwnTitle;

/** Sets the name that goes before the route's own; undefined takes it back. */
export const PageNameContext = createContext<(name: PageName | undefined) => void>(() => undefined);

/** For a screen that stands in for a route's own: not found, broken. Of a feature's own catalog: one and the same pair each time. */
export function usePageName(name: PageName | undefined): void {
  const setName = use(PageNameContext);
  useLayoutEffect(() => {
    setName(name);
    return () => setName(undefined);
  }, [name, setName]);
}
