import { createContext, use, useLayoutEffect } from 'react';
import type { MessageKey } from '../../i18n/index.ts';

export type PageName = MessageKey<'shell'>;

/** Sets the name that goes before the route's own; undefined takes it back. */
export const PageNameContext = createContext<(name: PageName | undefined) => void>(() => undefined);

/** For a screen that stands in for a route's own: not found, broken. */
export function usePageName(name: PageName): void {
  const setName = use(PageNameContext);
  useLayoutEffect(() => {
    setName(name);
    return () => setName(undefined);
  }, [name, setName]);
}
