const STOPS =
  ':is(a[href], button, input, select, textarea, summary, [tabindex]):not(:disabled, [tabindex^="-"], [inert] *)';

/** What is read of a key press. */
interface TabPress {
  readonly key: string;
  readonly shiftKey: boolean;
  preventDefault(): void;
}

/** Leads Tab from the last stop within the element to its first, and back: the browser's own dialog lets it out to the address bar. */
export function keepTabWithin(element: HTMLElement, press: TabPress): void {
  if (press.key !== 'Tab') return;
  const stops = [...element.querySelectorAll<HTMLElement>(STOPS)].filter(
    (stop) => stop.getClientRects().length > 0,
  );
  const [first, last] = [stops.at(0), stops.at(-1)];
  const { activeElement } = document;
  const leaves = press.shiftKey
    ? activeElement === first || activeElement === element
    : activeElement === last || last === undefined;
  if (!leaves) return;
  press.preventDefault();
  (press.shiftKey ? last : first)?.focus();
}
