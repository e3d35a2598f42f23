/** What is said of an element: its name, what it is, its state. The names of things are those that screen readers use. */

import type { Translate } from '../../i18n/areas.ts';

type Words = Translate<'frame'>;

const textOf = (element: Element | null | undefined): string => {
  if (!element) return '';
  const parts: string[] = [];
  const walk = (node: Node) => {
    if (node instanceof Text) parts.push(node.data);
    else if (node instanceof Element && !node.matches('[aria-hidden="true"], [hidden], script, style')) {
      node.childNodes.forEach(walk);
      if (getComputedStyle(node).display !== 'inline') parts.push(' ');
    }
  };
  walk(element);
  return parts.join('').replace(/\s+/g, ' ').trim();
};

const referred = (element: Element, attribute: string): string =>
  (element.getAttribute(attribute) ?? '')
    .split(/\s+/)
    .filter((id) => id !== '')
    .map((id) => textOf(document.getElementById(id)))
    .filter((text) => text !== '')
    .join('. ');

const isField = (element: Element): element is HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement =>
  element instanceof HTMLInputElement ||
  element instanceof HTMLTextAreaElement ||
  element instanceof HTMLSelectElement;

/** The accessible name, by the steps of "Accessible Name and Description Computation" that this product's components use. */
export function nameOf(element: Element): string {
  const named = referred(element, 'aria-labelledby') || (element.getAttribute('aria-label') ?? '');
  if (named !== '') return named;
  if (isField(element)) {
    const labels = Array.from(element.labels ?? [])
      .map((label) => textOf(label))
      .join(' ');
    return labels || (element.getAttribute('placeholder') ?? '');
  }
  return textOf(element);
}

function fieldWords(element: HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement, t: Words): string[] {
  if (element instanceof HTMLSelectElement)
    return [t('spoken.list'), element.selectedOptions[0]?.textContent.trim() || t('spoken.empty')];
  if (element instanceof HTMLInputElement && element.type === 'range')
    return [t('spoken.slider'), element.getAttribute('aria-valuetext') ?? element.value];
  if (element instanceof HTMLInputElement && element.type === 'radio')
    return [
      t('spoken.choice'),
      t(element.checked ? 'spoken.chosen' : 'spoken.notChosen'),
      positionOf(element, t),
    ];
  if (element instanceof HTMLInputElement && element.type === 'checkbox')
    return [t('spoken.box'), t(element.checked ? 'spoken.ticked' : 'spoken.notTicked')];
  if (element.value === '') return [t('spoken.field'), t('spoken.empty')];
  // What nobody may read on the screen nobody may hear either.
  if (element.type === 'password')
    return [t('spoken.field'), t('spoken.hidden', { count: element.value.length })];
  return [t('spoken.field'), element.value];
}

function positionOf(radio: HTMLInputElement, t: Words): string {
  const group = radio.closest('[role="radiogroup"], fieldset');
  const all = Array.from(group?.querySelectorAll<HTMLInputElement>('input[type="radio"]') ?? []);
  return all.length > 1 ? t('spoken.position', { position: all.indexOf(radio) + 1, total: all.length }) : '';
}

function stateWords(element: Element, t: Words): string[] {
  const words: string[] = [];
  if (element.matches('button, [role="button"]')) words.push(t('spoken.button'));
  const expanded = element.getAttribute('aria-expanded');
  if (expanded !== null) words.push(t(expanded === 'true' ? 'spoken.open' : 'spoken.closed'));
  if (element.getAttribute('aria-pressed') === 'true') words.push(t('spoken.on'));
  return words;
}

/** What is said when an element takes the focus or is touched. */
export function describe(element: Element, t: Words): string {
  const field = isField(element);
  // What a group asks is said with whichever of its members comes first.
  const group = element.matches('[type="radio"]')
    ? undefined
    : element.closest('[role="group"][aria-labelledby]');
  return sentence([
    group ? nameOf(group) : '',
    nameOf(element),
    ...(field ? fieldWords(element, t) : stateWords(element, t)),
    field ? referred(element, 'aria-describedby') : '',
  ]);
}

/** A whole part of the screen, block by block. */
export const readOut = (element: Element | null): string => textOf(element);

/** Joined so that a voice pauses between the parts. */
export function sentence(parts: readonly string[]): string {
  return parts
    .filter((part) => part !== '')
    .map((part) => (/[.!?:؟،…]$/.test(part) ? part : `${part}.`))
    .join(' ');
}
