/**
 * What an author may decide of how a text looks. Colors keep their hue and take the lightness that can be read on this page's
 * paper; sizes and boxes are the design's.
 */
import type { CSSProperties } from 'react';

export interface RichStyle {
  readonly style: CSSProperties | undefined;
  /** The color is in `--author-color`. */
  readonly coloured: boolean;
  /** `display: none`: the author's way to leave a label to screen readers. */
  readonly hidden: boolean;
}

const COLOUR = /^(#[0-9a-f]{3,8}|[a-z]+|(rgb|hsl)a?\([\d\s.,%/]+\))$/i;
const ALIGNMENTS: Readonly<Record<string, CSSProperties['textAlign']>> = {
  left: 'start',
  start: 'start',
  right: 'end',
  end: 'end',
  center: 'center',
};

/** @param css declarations, as in a style attribute; whatever isn't known is left out */
export function readStyle(css: string | undefined): RichStyle {
  const style: Record<string, string | number> = {};
  let coloured = false;
  let hidden = false;
  for (const declaration of (css ?? '').split(';')) {
    const colon = declaration.indexOf(':');
    const name = declaration.slice(0, colon).trim().toLowerCase();
    const value = declaration
      .slice(colon + 1)
      .replace(/!important/i, '')
      .trim();
    const word = value.toLowerCase();
    if (name === 'font-weight' && /^(bold|bolder|[6-9]00)$/.test(word))
      style.fontWeight = 'var(--weight-strong)';
    else if (name === 'font-weight' && /^(normal|lighter|[1-5]00)$/.test(word))
      style.fontWeight = 'var(--weight-body)';
    else if (name === 'font-style' && /^(italic|oblique|normal)$/.test(word)) style.fontStyle = word;
    else if (name.startsWith('text-decoration') && /^(underline|line-through)$/.test(word))
      style.textDecoration = word;
    else if (name === 'text-transform' && /^(uppercase|capitalize|none)$/.test(word))
      style.textTransform = word;
    else if (name === 'text-align' && Object.hasOwn(ALIGNMENTS, word))
      style.textAlign = ALIGNMENTS[word] ?? '';
    else if (name === 'font-size' && /^\d+(\.\d+)?%$/.test(word))
      style.fontSize = `${Math.min(150, Math.max(100, Number.parseFloat(word)))}%`;
    else if (name === 'display' && word === 'none') hidden = true;
    else if (name === 'color' && COLOUR.test(value)) {
      style['--author-color'] = value;
      coloured = true;
    }
  }
  return { style: Object.keys(style).length > 0 ? style : undefined, coloured, hidden };
}
