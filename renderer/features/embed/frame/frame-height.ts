/** How tall the form is, told to the page around it: only real changes, so that a page that grows with the frame can't make it grow for ever. */
import { MAX_HEIGHT } from './embed-messages.ts';

/** Rounding alone is no change. */
const IGNORED_PX = 2;
const AT_MOST_EVERY_MS = 100;

export interface HeightClock {
  now(): number;
  later(run: () => void, ms: number): void;
}

/** @returns takes each height that was measured, in px, and tells those that are worth it: ten a second at most, the last of them always. */
export function createHeightTeller(
  notify: (height: number) => void,
  { now, later }: HeightClock,
): (measured: number) => void {
  let told = 0;
  let wanted = 0;
  let toldAt = Number.NEGATIVE_INFINITY;
  let isPlanned = false;
  const settle = () => {
    isPlanned = false;
    if (Math.abs(wanted - told) < IGNORED_PX) return;
    told = wanted;
    toldAt = now();
    notify(told);
  };
  return (measured) => {
    wanted = Math.min(Math.ceil(measured), MAX_HEIGHT);
    if (isPlanned) return;
    const wait = toldAt + AT_MOST_EVERY_MS - now();
    if (wait <= 0) return settle();
    isPlanned = true;
    later(settle, wait);
  };
}

/** @param wrapper whose own height doesn't follow the window's */
export function watchHeight(wrapper: Element, notify: (height: number) => void): () => void {
  const take = createHeightTeller(notify, {
    now: () => performance.now(),
    later: (run, ms) => void setTimeout(run, ms),
  });
  const observer = new ResizeObserver(() => take(wrapper.getBoundingClientRect().height));
  observer.observe(wrapper);
  return () => observer.disconnect();
}
