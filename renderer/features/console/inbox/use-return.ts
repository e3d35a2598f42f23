import { type RefObject, useEffect } from 'react';

/**
 * Who comes back to the list goes on at the line that was opened, as far as it is still there. Until the lines are shown the focus
 * waits at the heading; a reader who has moved on is left where they are.
 */
export function useReturn(
  list: RefObject<HTMLElement | null>,
  opened: Map<'line', string>,
  isReady: boolean,
): void {
  useEffect(() => {
    const id = opened.get('line');
    if (!isReady || id === undefined) return;
    opened.delete('line');
    const { activeElement } = document;
    if (activeElement && activeElement !== document.body && !activeElement.matches('h1')) return;
    const line = list.current?.querySelector(`[data-line="${CSS.escape(id)}"]`);
    line?.scrollIntoView({ block: 'center' });
    line?.querySelector('a')?.focus({ preventScroll: true });
  }, [list, opened, isReady]);
}
