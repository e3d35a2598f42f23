import { type RefObject, useEffect, useState } from 'react';

/** Of what can be seen, at most this much is for bars: with large text, in landscape or above a keyboard they go with the page instead. */
const MAX_FOR_BARS = 0.45;
/** Pixels between a bar and the control that has the focus. */
const GAP = 12;
const CONTROLS = 'input, textarea, select, button, a, [tabindex="0"]';

/** How far to scroll so that a box is between two edges; its start counts more where it is taller than they are apart. */
export function scrollToClear(
  box: { readonly top: number; readonly bottom: number },
  edges: { readonly top: number; readonly bottom: number },
): number {
  const below = Math.max(0, box.bottom - edges.bottom);
  return box.top - below < edges.top ? box.top - edges.top : below;
}

/**
 * Keeps whatever has the focus clear of the bars that are pinned above and below it (WCAG 2.2, 2.4.11), also while a keyboard covers
 * part of the page.
 * @param inset pixels that the keyboard covers; the bar below is pinned above them.
 * @returns whether there is room to pin the bars at all.
 */
export function useClearOfBars(
  above: RefObject<HTMLElement | null>,
  below: RefObject<HTMLElement | null>,
  inset: number,
): boolean {
  const [fits, setFits] = useState(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: bars that are pinned, or no longer, cover something else, at the same size
  useEffect(() => {
    const { style } = document.documentElement;
    const viewport = window.visualViewport;
    const heightOf = (bar: HTMLElement | null) =>
      bar && getComputedStyle(bar).position === 'sticky' ? bar.offsetHeight : 0;
    const clear = () => {
      const focused = document.activeElement;
      if (!focused?.matches(CONTROLS) || !focused.closest('main')) return;
      if (below.current?.contains(focused) || above.current?.contains(focused)) return;
      const shown = viewport ? viewport.offsetTop + viewport.height : innerHeight;
      const by = scrollToClear(focused.getBoundingClientRect(), {
        top: heightOf(above.current) + GAP,
        bottom: shown - heightOf(below.current) - GAP,
      });
      if (Math.abs(by) > 1) scrollBy({ top: by, behavior: 'instant' });
    };
    const measure = () => {
      const bars = (above.current?.offsetHeight ?? 0) + (below.current?.offsetHeight ?? 0);
      setFits(bars <= (viewport?.height ?? innerHeight) * MAX_FOR_BARS);
      // What the browser scrolls by itself (Tab, a link, find in page) stops there, too.
      style.scrollPaddingBlockStart = `${heightOf(above.current) + GAP}px`;
      style.scrollPaddingBlockEnd = `${heightOf(below.current) + inset + GAP}px`;
      clear();
    };
    // The browser scrolls first.
    const later = () => requestAnimationFrame(clear);
    const observer = new ResizeObserver(measure);
    if (above.current) observer.observe(above.current);
    if (below.current) observer.observe(below.current);
    measure();
    document.addEventListener('focusin', later);
    viewport?.addEventListener('resize', measure);
    return () => {
      observer.disconnect();
      document.removeEventListener('focusin', later);
      viewport?.removeEventListener('resize', measure);
      style.scrollPaddingBlockStart = '';
      style.scrollPaddingBlockEnd = '';
    };
  }, [above, below, inset, fits]);
  return fits;
}
