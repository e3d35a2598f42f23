/** How a vendor's letters look: its typeface as far as mail programs have it, its shapes and its own way to begin. */
import type { Language } from '../../../../domain/languages.ts';
import { traitsOf } from '../../../../domain/languages.ts';
import type { LetterPack } from './letter.ts';

type Brand = LetterPack['brand'];

export interface Look {
  readonly fonts: string;
  readonly heading: { readonly size: number; readonly weight: number; readonly tracking: string };
  readonly name: { readonly size: number; readonly weight: number };
  /** Of the sheet and of panels in it, in px. */
  readonly radius: { readonly sheet: number; readonly panel: number };
  readonly border: number;
  /** Colors of a panel and of a code in it. */
  readonly panel: 'tint' | 'paper';
  readonly digits: 'heading' | 'accent';
  /** `awning`: a shop's sign with its awning; `horizon`: a line of light; `plain`: the name alone. */
  readonly head: 'plain' | 'horizon' | 'awning';
}

/** Kin of each typeface that phones and desktops have: letters load nothing. */
const fonts: Readonly<Record<Brand['typeface'], string>> = {
  ysabeau: "Optima, Candara, 'Gill Sans', 'Gill Sans MT', 'Segoe UI', Roboto, sans-serif",
  rubik: "'SF Pro Rounded', 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif",
  nunito: "'Avenir Next', Avenir, 'SF Pro Rounded', 'Segoe UI', Roboto, sans-serif",
  instrument: "-apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif",
  bodoni: "'Iowan Old Style', 'Palatino Linotype', Palatino, Georgia, 'Times New Roman', serif",
  'public-sans': "'Helvetica Neue', Helvetica, Arial, 'Segoe UI', Roboto, sans-serif",
  aleo: "Rockwell, 'Rockwell Nova', 'Roboto Slab', 'American Typewriter', Georgia, serif",
};
const ARABIC_FONTS = "'SF Arabic', 'Geeza Pro', 'Segoe UI', 'Noto Sans Arabic', Tahoma, Arial, sans-serif";

/** `horizon`'s digits are the light in its night: large, so that 3:1 is enough (WCAG 1.4.3). */
const shapes: Readonly<
  Record<Brand['shape'], Pick<Look, 'radius' | 'border' | 'panel' | 'digits' | 'head'>>
> = {
  square: { radius: { sheet: 0, panel: 0 }, border: 1, panel: 'tint', digits: 'heading', head: 'plain' },
  soft: { radius: { sheet: 10, panel: 8 }, border: 1, panel: 'paper', digits: 'accent', head: 'horizon' },
  round: { radius: { sheet: 24, panel: 16 }, border: 1, panel: 'tint', digits: 'heading', head: 'plain' },
  fine: { radius: { sheet: 0, panel: 0 }, border: 1, panel: 'paper', digits: 'heading', head: 'plain' },
  block: { radius: { sheet: 0, panel: 0 }, border: 2, panel: 'tint', digits: 'heading', head: 'plain' },
  stout: { radius: { sheet: 6, panel: 6 }, border: 2, panel: 'tint', digits: 'heading', head: 'awning' },
};

const headings: Readonly<Record<Brand['typeface'], Pick<Look, 'heading' | 'name'>>> = {
  ysabeau: { heading: { size: 30, weight: 400, tracking: '-0.2px' }, name: { size: 22, weight: 500 } },
  rubik: { heading: { size: 26, weight: 500, tracking: '-0.2px' }, name: { size: 18, weight: 500 } },
  nunito: { heading: { size: 26, weight: 600, tracking: '-0.2px' }, name: { size: 19, weight: 700 } },
  instrument: { heading: { size: 26, weight: 600, tracking: '-0.4px' }, name: { size: 19, weight: 600 } },
  bodoni: { heading: { size: 30, weight: 400, tracking: '-0.3px' }, name: { size: 24, weight: 400 } },
  'public-sans': { heading: { size: 28, weight: 700, tracking: '-0.4px' }, name: { size: 20, weight: 700 } },
  aleo: { heading: { size: 28, weight: 800, tracking: '-0.3px' }, name: { size: 24, weight: 800 } },
};

export function lookOf({ typeface, shape }: Brand, language: Language): Look {
  const isArabic = traitsOf(language).script === 'arabic';
  const type = headings[typeface];
  return {
    ...shapes[shape],
    ...type,
    // Arabic letters join: no tracking.
    heading: isArabic
      ? { ...type.heading, weight: Math.max(500, type.heading.weight), tracking: '0' }
      : type.heading,
    fonts: isArabic ? ARABIC_FONTS : fonts[typeface],
  };
}
