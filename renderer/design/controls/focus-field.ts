const inputs = 'input, textarea, select, button, [tabindex]';

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
  // Whole controls in sight, the error above them included; the browser would only show the input.
  field.scrollIntoView({ block: 'center' });
  target.focus({ preventScroll: true });
  return true;
}
