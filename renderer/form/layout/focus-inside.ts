/** Moves the focus to the first field inside of an element, or to the element where it has none. */
export function focusInside(id: string): void {
  const outer = document.getElementById(id);
  const field = outer?.querySelector<HTMLElement>('input:not([type="hidden"]), textarea, select') ?? outer;
  // At once: a smooth scroll is broken off by the focus.
  field?.scrollIntoView({ block: 'center', behavior: 'instant' });
  field?.focus({ preventScroll: true });
}
