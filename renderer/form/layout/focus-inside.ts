/** Moves the focus to the first field inside of an element, or to the element where it has none. */
export function focusInside(id: string): void {
  const outer = document.getElementById(id);
  const field = outer?.querySelector<HTMLElement>('input:not([type="hidden"]), textarea, select') ?? outer;
  field?.scrollIntoView({ block: 'center' });
  field?.focus({ preventScroll: true });
}
