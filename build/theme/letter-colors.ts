/** What letters need of a brand's palette: mail programs know no custom properties, and the server has no theme to ask. */
import type { Brand } from '../../sync/domain/vendor/brand.ts';
import type { LetterColors } from '../../sync/domain/vendor/published-pack.ts';
import { createPalette, type Scheme } from './palette.ts';

function colorsOf(brand: Brand, scheme: Scheme): LetterColors[Scheme] {
  const palette = createPalette(brand.colors, scheme);
  return {
    paper: palette.paper,
    sheet: palette['paper-raised'],
    ink: palette.ink,
    softInk: palette['ink-soft'],
    heading: palette['heading-brand'],
    accent: palette.accent,
    onAccent: palette['on-accent'],
    second: palette.second,
    tint: palette.tint,
    rule: palette.rule,
  };
}

export const letterColors = (brand: Brand): LetterColors => ({
  light: colorsOf(brand, 'light'),
  dark: colorsOf(brand, 'dark'),
});
