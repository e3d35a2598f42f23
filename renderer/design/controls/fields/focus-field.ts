const inputs = 'input, textarea, select, button, [tabindex]';

/** Pixels that positions are rounded by. */
const SLACK = 1;

/** From the field's label or error to the control that takes the focus, clear of bars that are pinned over the page. */
function isInSight(field: HTMLElement, target: HTMLElement, page: Document): boolean {
  const words = ['label', 'error'].flatMap((part) => page.getElementById(`${field.id}-${part}`) ?? []);
  const { scrollPaddingBlockStart, scrollPaddingBlockEnd } = getComputedStyle(page.documentElement);
  const top = Math.min(...[field, ...words].map((part) => part.getBoundingClientRect().top));
  const bottom = target.getBoundingClientRect().bottom;
  const height = page.defaultView?.visualViewport?.height ?? page.documentElement.clientHeight;
  return (
    top >= (Number.parseFloat(scrollPaddingBlockStart) || 0) - SLACK &&
    bottom <= height - (Number.parseFloat(scrollPaddingBlockEnd) || 0) + SLACK
  );
}

/**
 * Moves the focus to the control with this `id`; for a group to its chosen option, or its first invalid or first field.
 * @returns whether there was such a control.
 */
export function focusField(id: string, page: Document = document): boolean {
  const field = page.getElementById(id);
  if (!field) return false;
  const target = field.matches(inputs)
    ? field
    : (field.querySelector<HTMLElement>('input:checked') ?? field.querySelector<HTMLElement>(inputs));
  if (!target) return false;
  // Whole controls in sight, the error above them included; the browser would only show the input. What is in sight doesn't jump.
  // At once: a smooth scroll is broken off where the focus is cleared of pinned bars, and the error stays behind them.
  if (!isInSight(field, target, page)) field.scrollIntoView({ block: 'center', behavior: 'instant' });
  target.focus({ preventScroll: true });
  return true;
}

/** Once its errors are shown: the first field of a form that has one takes the focus, wherever the form was scrolled to. */
export function focusFirstInvalid(form: HTMLElement): void {
  requestAnimationFrame(() => {
    const invalid = form.querySelector<HTMLElement>('[aria-invalid="true"]');
    const target = invalid?.matches(inputs) ? invalid : invalid?.querySelector<HTMLElement>(inputs);
    target?.scrollIntoView({ block: 'center', behavior: 'instant' });
    target?.focus({ preventScroll: true });
  });
}
