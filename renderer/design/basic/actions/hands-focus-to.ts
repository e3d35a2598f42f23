/**
 * For a `ref`: when an element goes while it has the focus, the element with this id takes it, so that Tab and screen readers go on from there and not from the
 * start of the page. Make it once, outside of components: another function is another ref.
 */
export const handsFocusTo = (id: string) => (element: HTMLElement | null) => () => {
  if (element !== null && element === document.activeElement)
    document.getElementById(id)?.focus({ preventScroll: true });
};
