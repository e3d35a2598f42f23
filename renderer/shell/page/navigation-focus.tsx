import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';

/**
 * Moves the focus to the new screen's heading on each change of address, so that a screen reader reads it and Tab goes on from
 * there. Not on the first page: there the browser's own start is right.
 */
export function NavigationFocus() {
  const router = useRouter();
  useEffect(() => {
    let stopWaiting = () => {};
    const unsubscribe = router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
      if (!fromLocation || !pathChanged) return;
      stopWaiting();
      stopWaiting = whenHeadingAppears(focusHeading);
    });
    return () => {
      unsubscribe();
      stopWaiting();
    };
  }, [router]);
  return null;
}

const findHeading = () => document.querySelector<HTMLElement>('main h1');

/** A screen that still loads has no heading yet. */
function whenHeadingAppears(run: (heading: HTMLElement) => void): () => void {
  const heading = findHeading();
  if (heading) {
    run(heading);
    return () => {};
  }
  const observer = new MutationObserver(() => {
    const late = findHeading();
    if (!late) return;
    observer.disconnect();
    run(late);
  });
  observer.observe(document.body, { childList: true, subtree: true });
  return () => observer.disconnect();
}

function focusHeading(heading: HTMLElement): void {
  if (heading.contains(document.activeElement)) return;
  if (!heading.hasAttribute('tabindex')) heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}
