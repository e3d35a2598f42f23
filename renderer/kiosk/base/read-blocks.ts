import type { Block } from './paging.ts';

/** Kept whole: a row of choices with its description, a field with its label, a line of text, a picture. */
const WHOLE = [
  'li, p, dl, table, label, button, input, textarea, select, canvas, img, h1, h2, h3, h4, [data-whole]',
  ':has(> label)',
].join(',');
const SEEN_WHOLE =
  'input:not([type="checkbox"], [type="radio"]), textarea, select, canvas, img, svg[role="img"]';
const HEADINGS = 'label, legend, h1, h2, h3, h4';
const GROUPS = '[role="radiogroup"], [role="group"], [role="list"], ul, ol';

/** The blocks within an element as they stand on the screen, in CSS pixels from its top. What has no height isn't there. */
export function readBlocks(root: HTMLElement): readonly Block[] {
  return within(root, root.getBoundingClientRect().top);
}

function within(parent: HTMLElement, origin: number): readonly Block[] {
  const found: Block[] = [];
  const group = parent.querySelector(`:scope > :is(${GROUPS})`);
  let beforeGroup = group !== null;
  for (const element of parent.children) {
    if (element === group) beforeGroup = false;
    if (!(element instanceof HTMLElement)) continue;
    const style = getComputedStyle(element);
    if (style.display === 'contents') {
      found.push(...within(element, origin));
      continue;
    }
    const { top, bottom } = element.getBoundingClientRect();
    if (bottom - top < 2 || style.position === 'absolute' || style.position === 'fixed') continue;
    found.push({
      top: top - origin,
      bottom: bottom - origin,
      parts: canBeParted(element, style) ? within(element, origin) : [],
      // Label, hint and error of a group of choices belong to its first row.
      leads: beforeGroup || element.matches(HEADINGS),
      reads: !element.matches(SEEN_WHOLE) && element.querySelector(SEEN_WHOLE) === null,
    });
  }
  return linesOf(found);
}

function canBeParted(element: HTMLElement, { display, flexDirection }: CSSStyleDeclaration): boolean {
  if (element.matches(WHOLE) || display === 'inline') return false;
  return !(display.includes('flex') && flexDirection.startsWith('row'));
}

/** What is beside each other belongs together: a page can't end between the two. */
function linesOf(blocks: readonly Block[]): readonly Block[] {
  const lines: Block[] = [];
  for (const block of blocks) {
    const last = lines.at(-1);
    if (last && block.top < last.bottom - 2)
      lines[lines.length - 1] = {
        ...last,
        bottom: Math.max(last.bottom, block.bottom),
        parts: [],
        reads: last.reads && block.reads,
      };
    else lines.push(block);
  }
  return lines;
}
