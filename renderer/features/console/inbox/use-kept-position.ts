import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

interface Anchor {
  readonly id: string;
  readonly top: number;
}

/** The line that somebody reads: the one in focus, else the first one in sight. */
function findAnchor(list: HTMLElement): Anchor | undefined {
  const lines = [...list.querySelectorAll<HTMLElement>('[data-line]')];
  const focused = lines.find((line) => line.contains(document.activeElement));
  const line = focused ?? lines.find((each) => each.getBoundingClientRect().top >= 0);
  return line?.dataset.line === undefined
    ? undefined
    : { id: line.dataset.line, top: line.getBoundingClientRect().top };
}

/**
 * Keeps the line that somebody reads where it is while lines come and go above it. Safari has no scroll anchoring, so that the
 * list opts out of the browsers' own (`overflow-anchor: none`) and does it here for all.
 */
export function useKeptPosition(list: RefObject<HTMLElement | null>, content: unknown): void {
  const anchor = useRef<Anchor | undefined>(undefined);
  useEffect(() => {
    const note = () => {
      anchor.current = window.scrollY > 0 && list.current ? findAnchor(list.current) : undefined;
    };
    window.addEventListener('scroll', note, { passive: true });
    return () => window.removeEventListener('scroll', note);
  }, [list]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect has to run after each change of the lines
  useLayoutEffect(() => {
    const element = list.current;
    const kept = anchor.current;
    if (!element) return;
    const line = kept && element.querySelector<HTMLElement>(`[data-line="${CSS.escape(kept.id)}"]`);
    const moved = line && kept ? line.getBoundingClientRect().top - kept.top : 0;
    if (moved !== 0) window.scrollBy({ top: moved, behavior: 'instant' });
    anchor.current = window.scrollY > 0 ? findAnchor(element) : undefined;
  }, [content, list]);
}
