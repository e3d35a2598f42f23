/** What a finger and an eye meet on a panel: sizes and places as they are laid out. */

const TARGETS =
  'button:not([data-disabled], :disabled), a[href], input:not([type="radio"], [type="checkbox"]), textarea, select, label:has(input), summary, [data-skbtn]';

const visible = (element: Element): boolean => {
  const { width, height } = element.getBoundingClientRect();
  return (
    width > 1 &&
    height > 1 &&
    element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
    !element.closest('[class*="hidden"], [class*="said"]')
  );
};

/** What of an element is within the page of rows that is shown. */
export function onPage(element: Element): boolean {
  const window = element.closest('[data-several]');
  if (!window) return true;
  const area = window.getBoundingClientRect();
  const { top, bottom } = element.getBoundingClientRect();
  return top >= area.top - 1 && bottom <= area.bottom + 1;
}

/** The target of a row of choices is the whole row: a box drawn over it by `::after`. */
function targetBox(element: Element): DOMRect {
  const row = element.matches('label') ? element.parentElement : null;
  return (row ?? element).getBoundingClientRect();
}

export interface Target {
  readonly name: string;
  readonly width: number;
  readonly height: number;
}

/** Everything on the screen that can be pressed. */
export function targets(root: ParentNode = document): readonly Target[] {
  return Array.from(root.querySelectorAll(TARGETS))
    .filter((element) => visible(element) && onPage(element))
    .map((element) => {
      const { width, height } = targetBox(element);
      return {
        name: (element.textContent || element.id || element.tagName).trim().slice(0, 40),
        width,
        height,
      };
    });
}

/** Targets that are smaller than a finger, with their sizes. */
export const tooSmall = (least = 60): readonly string[] =>
  targets()
    .filter(({ width, height }) => width < least - 0.5 || height < least - 0.5)
    .map(({ name, width, height }) => `${name}: ${Math.round(width)} x ${Math.round(height)}`);

/** Words and controls that reach out of the panel, or out of the frame's areas. */
export function outside(): readonly string[] {
  return Array.from(
    document.querySelectorAll('[data-kiosk-frame] :is(h1, h2, p, span, label, button, input, textarea)'),
  )
    .filter((element) => visible(element) && onPage(element) && element.textContent !== undefined)
    .flatMap((element) => {
      const { left, right, top, bottom } = element.getBoundingClientRect();
      const out = left < -1 || right > innerWidth + 1 || top < -1 || bottom > innerHeight + 1;
      return out
        ? [
            `${(element.textContent || element.id).slice(0, 40)}: ${[left, right, top, bottom].map(Math.round).join(' ')}`,
          ]
        : [];
    });
}

/** Buttons and labels whose words have no room, and a question that has none in its area. */
export function cutOff(): readonly string[] {
  return Array.from(
    document.querySelectorAll('[data-kiosk-frame] :is(button, label, [data-spoken-question])'),
  )
    .filter((element) => visible(element) && onPage(element))
    .filter(
      (element) =>
        element.scrollWidth > element.clientWidth + 2 || element.scrollHeight > element.clientHeight + 2,
    )
    .filter((element) => getComputedStyle(element).display !== 'inline')
    .map((element) => (element.textContent ?? '').slice(0, 40));
}

export const scrolls = (): boolean => {
  const { documentElement: root, body } = document;
  return root.scrollHeight > root.clientHeight || root.scrollWidth > root.clientWidth || body.scrollTop > 0;
};

/** Parts of the frame that would have to be scrolled to be read as a whole. */
export const scrollsWithin = (): readonly string[] =>
  Array.from(document.querySelectorAll('[data-kiosk-frame] *'))
    .filter((element) => visible(element) && ['auto', 'scroll'].includes(getComputedStyle(element).overflowY))
    .filter(({ scrollHeight, clientHeight }) => scrollHeight > clientHeight + 2)
    .map(
      ({ textContent, scrollHeight, clientHeight }) =>
        `${(textContent ?? '').slice(0, 40)}: ${scrollHeight} in ${clientHeight}`,
    );
