import { type RefObject, useEffect } from 'react';
import { isForPage } from '../base/page-keys.ts';

/** A J leads into the list from the page itself, where nothing that takes keys has the focus. */
export function useFirstLine(list: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const enter = (event: KeyboardEvent) => {
      const { activeElement } = document;
      const isOnPage = !activeElement || activeElement.matches('body, main, h1');
      if (event.key !== 'j' || !isOnPage || !isForPage(event)) return;
      list.current?.querySelector<HTMLElement>('[data-line] a')?.focus();
    };
    document.addEventListener('keydown', enter);
    return () => document.removeEventListener('keydown', enter);
  }, [list]);
}
