/** Which rows make up a page: whole rows where they have room, and no heading left behind at the foot of one. Pure. */

export interface Block {
  /** CSS pixels from the top of the content, top and bottom edge. */
  readonly top: number;
  readonly bottom: number;
  /** What may be parted where the block as a whole has no room. Empty: it stays whole. */
  readonly parts: readonly Block[];
  /** Names what comes after it: stays with that. */
  readonly leads: boolean;
  /** Nothing but text, or pressed as a whole: where it is higher than a page it is read on several. A field stays on one. */
  readonly reads: boolean;
}

export interface Page {
  readonly top: number;
  readonly bottom: number;
}

/** A page filled less than this takes the first parts of the block that doesn't fit; a fuller one ends before it. */
const FILLED = 0.7;
/** Of a page, that the next one shows again where a long text goes on: more than a line, so that each line is whole on one of them. */
const AGAIN = 0.2;

/**
 * Fills pages of a height with blocks from the top on.
 * @returns at least one page. What is taller than a page by itself, and can't be parted, has pages of its own if it is read, and otherwise one
 * that is higher than the room.
 */
export function paginate(blocks: readonly Block[], height: number): readonly Page[] {
  const pages: Page[] = [];
  let start = blocks[0]?.top ?? 0;
  let end = start;
  /** Headings at the end of the page so far, and where the page would end without them. */
  let lead: { readonly top: number; readonly endBefore: number } | undefined;

  const take = (block: Block) => {
    lead = block.leads ? (lead ?? { top: block.top, endBefore: end }) : undefined;
    end = block.bottom;
  };
  const turnAt = (block: Block) => {
    // Its heading goes along, where the two have room together.
    const along = lead && lead.top > start && block.bottom - lead.top <= height ? lead : undefined;
    pages.push({ top: start, bottom: along?.endBefore ?? end });
    start = along?.top ?? block.top;
  };
  const place = (block: Block) => {
    if (block.bottom - start <= height) return take(block);
    const whole = block.parts.length === 0;
    const rather = block.bottom - block.top <= height && block.top - start >= height * FILLED;
    if (!whole && !rather) return block.parts.forEach(place);
    if (block.top > start) turnAt(block);
    const step = Math.ceil(height * (1 - AGAIN));
    for (; block.reads && step > 0 && block.bottom - start > height; start += step)
      pages.push({ top: start, bottom: start + height });
    take(block);
  };
  blocks.forEach(place);
  return [...pages, { top: start, bottom: end }];
}

/** The page that shows a place. */
export function pageAt(pages: readonly Page[], top: number): number {
  const found = pages.findLastIndex((page) => page.top <= top + 1);
  return Math.max(0, found);
}
