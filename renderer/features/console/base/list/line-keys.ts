import type { KeyboardEvent } from 'react';

const moves: Readonly<Record<string, (index: number, last: number) => number>> = {
  ArrowDown: (index, last) => Math.min(index + 1, last),
  ArrowUp: (index) => Math.max(index - 1, 0),
  j: (index, last) => Math.min(index + 1, last),
  k: (index) => Math.max(index - 1, 0),
  Home: () => 0,
  End: (_, last) => last,
};

/**
 * A line's link moves the focus to the lines around it. Letters work there only (WCAG 2.1.4): elsewhere they
 * would take a key from somebody who speaks or types.
 */
export function moveBetweenLines(event: KeyboardEvent<HTMLElement>): void {
  const move = moves[event.key];
  if (!move || event.altKey || event.ctrlKey || event.metaKey) return;
  const lines =
    event.currentTarget.closest('[data-lines]')?.querySelectorAll<HTMLElement>('[data-line] a') ?? [];
  const links = [...lines];
  const index = links.indexOf(event.currentTarget);
  if (index < 0) return;
  event.preventDefault();
  links[move(index, links.length - 1)]?.focus();
}
