/**
 * From any three colors of a brand to every color of its pages. Contrast is not chosen but computed: each color keeps the
 * brand's hue and is moved in lightness until it passes on every ground on which it is used ({@link pairs}).
 */
import type { Brand } from '../../sync/domain/vendor/brand.ts';
import { blend, contrast, type Hex, type Lch, leastContrast, readable, toHex, toLch } from './contrast.ts';

export type Scheme = 'light' | 'dark';
export type Contrast = 'standard' | 'more';

export const colourNames = [
  'paper',
  'paper-raised',
  'ink',
  'ink-soft',
  'heading-brand',
  'rule',
  'rule-strong',
  'control-edge',
  'accent',
  'accent-hover',
  'on-accent',
  'accent-ink',
  'tint',
  'second',
  'on-second',
  'second-ink',
  'second-tint',
  'focus',
  'segment',
  'skeleton',
  'danger-ink',
  'danger-tint',
  'warning-ink',
  'safety-ink',
  'safety-tint',
  'success-ink',
  'success-tint',
] as const;
export type ColourName = (typeof colourNames)[number];
export type Palette = Readonly<Record<ColourName, Hex>>;

/** What is on what. `ink`: long text; `text`: any text; `graphic`: edges, marks and fills that must be told apart. */
export interface Pair {
  readonly colour: ColourName;
  readonly on: ColourName;
  readonly kind: 'ink' | 'text' | 'graphic';
}

const grounds = ['paper', 'paper-raised', 'tint', 'second-tint'] as const;
const on = (kind: Pair['kind'], colour: ColourName, places: readonly ColourName[]): Pair[] =>
  places.map((place) => ({ colour, on: place, kind }));

export const pairs: readonly Pair[] = [
  ...on('ink', 'ink', ['paper', 'paper-raised']),
  ...on('text', 'ink', ['tint', 'second-tint', 'danger-tint', 'safety-tint', 'success-tint']),
  ...on('text', 'ink-soft', grounds),
  ...on('text', 'heading-brand', grounds),
  ...on('text', 'accent-ink', grounds),
  ...on('text', 'second-ink', grounds),
  ...on('text', 'on-accent', ['accent', 'accent-hover']),
  ...on('text', 'on-second', ['second']),
  // Inverted: the chosen segment of a switch, the skip link.
  ...on('text', 'paper', ['ink']),
  ...on('text', 'danger-ink', [...grounds, 'danger-tint']),
  ...on('text', 'warning-ink', grounds),
  ...on('text', 'safety-ink', [...grounds, 'safety-tint']),
  ...on('text', 'success-ink', [...grounds, 'success-tint']),
  ...on('graphic', 'accent', ['paper', 'paper-raised']),
  ...on('graphic', 'accent-hover', ['paper', 'paper-raised']),
  ...on('graphic', 'second', ['paper', 'paper-raised']),
  ...on('graphic', 'control-edge', grounds),
  ...on('graphic', 'focus', grounds),
];

/** WCAG 2.2: 1.4.3 and 1.4.11 (AA); for those who ask for more contrast, 1.4.6 (AAA) for text. */
export const leastRatio: Readonly<Record<Contrast, Readonly<Record<Pair['kind'], number>>>> = {
  standard: { ink: 10, text: 4.5, graphic: 3 },
  more: { ink: 14, text: 7, graphic: 4.5 },
};

/** Hues of what means the same with every vendor. Safety is a calm blue: nobody in a crisis needs an alarm. */
const meaning = {
  danger: { c: 0.15, h: 28 },
  warning: { c: 0.1, h: 70 },
  safety: { c: 0.075, h: 242 },
  success: { c: 0.09, h: 155 },
} as const;

export function createPalette(
  colors: Brand['colors'],
  scheme: Scheme,
  contrastWanted: Contrast = 'standard',
): Palette {
  const light = scheme === 'light';
  const more = contrastWanted === 'more';
  const away = light ? 'darker' : 'lighter';
  const least = leastRatio[contrastWanted];
  const primary = toLch(colors.primary);
  const secondary = toLch(colors.secondary);

  const paper = paperOf(colors, light, more);
  const paperLch = toLch(paper);
  const raised = more
    ? paper
    : toHex({
        ...paperLch,
        l: light ? Math.min(1, paperLch.l + 0.018) : paperLch.l + 0.04,
        c: paperLch.c * (light ? 0.6 : 1),
      });
  const [lead, support] = leading(primary, secondary, paper, light);
  const accentSource = atNight(lead, paper, light);
  const secondSource = atNight(support, paper, light);

  const fill = (source: Lch, ratio: number) => readable(source, [paper, raised], ratio, away);
  const accent = fill(accentSource, more ? 7 : light ? 3.2 : 6);
  const second = fill(secondSource, more ? 7 : light ? 3.1 : 4.5);
  const tint = blend(paper, accent, more ? 0.05 : light ? 0.075 : 0.12);
  const secondTint = blend(paper, second, more ? 0.05 : light ? 0.13 : 0.14);
  const surfaces = [paper, raised, tint, secondTint];

  const textOf = (source: Lch, ratio: number) =>
    readable(source, surfaces, Math.max(ratio, least.text), away);
  const inkWanted: Lch = light
    ? { l: more ? 0.12 : 0.25, c: Math.min(0.035, primary.c * 0.35), h: primary.h }
    : { l: 0.955, c: Math.min(0.018, paperLch.c), h: secondary.h };
  const ink = readable(inkWanted, surfaces, least.ink, away);
  const accentInk = textOf(accentSource, more ? 7 : 5);

  const meant = ({ c, h }: { readonly c: number; readonly h: number }) => {
    const wash = blend(paper, toHex({ l: light ? 0.62 : 0.6, c, h }), more ? 0.06 : 0.11);
    return {
      wash,
      words: readable(
        { l: light ? 0.48 : 0.8, c: light ? c : c * 0.8, h },
        [...surfaces, wash],
        least.text,
        away,
      ),
    };
  };
  const danger = meant(meaning.danger);
  const warning = meant(meaning.warning);
  const safety = meant(meaning.safety);
  const success = meant(meaning.success);
  const onAccent = onFill(accent, light, accentSource, least.text);
  const hover = hovered(accent, onAccent, [paper, raised], least.graphic);

  return {
    paper,
    'paper-raised': raised,
    ink,
    'ink-soft': readable(
      { ...toLch(blend(ink, paper, light ? 0.34 : 0.28)) },
      surfaces,
      more ? 10 : 5.2,
      away,
    ),
    'heading-brand': textOf(
      {
        ...primary,
        l: light ? Math.min(primary.l, 0.42) : Math.max(primary.l, 0.86),
        c: light ? primary.c : primary.c * 0.32,
      },
      7,
    ),
    rule: more ? ink : blend(paper, ink, light ? 0.15 : 0.2),
    'rule-strong': more ? ink : blend(paper, ink, light ? 0.34 : 0.4),
    'control-edge': readable(toLch(blend(paper, ink, light ? 0.45 : 0.42)), surfaces, more ? 7 : 3.2, away),
    accent,
    'accent-hover': hover,
    'on-accent': onAccent,
    'accent-ink': accentInk,
    tint,
    second,
    'on-second': onFill(second, light, secondSource, least.text),
    'second-ink': textOf(secondSource, least.text),
    'second-tint': secondTint,
    focus: textOf(accentSource, 4.5),
    segment: more ? blend(paper, ink, 0.45) : blend(paper, ink, light ? 0.2 : 0.26),
    skeleton: blend(paper, ink, light ? 0.07 : 0.1),
    'danger-ink': danger.words,
    'danger-tint': danger.wash,
    'warning-ink': warning.words,
    'safety-ink': safety.words,
    'safety-tint': safety.wash,
    'success-ink': success.words,
    'success-tint': success.wash,
  };
}

/** The brand's background where it suits the scheme, else a paper of its hue. */
function paperOf({ background, primary }: Brand['colors'], light: boolean, more: boolean): Hex {
  if (more) return light ? '#ffffff' : '#000000';
  const given = toLch(background);
  if (light ? given.l >= 0.94 && given.c <= 0.04 : given.l <= 0.235) return background.toLowerCase();
  // The other scheme's paper takes the primary's hue: cream at that lightness would be olive.
  const suits = light ? given.l > 0.5 : given.l < 0.5;
  const { h } = suits ? given : toLch(primary);
  return light
    ? toHex({ l: 0.972, c: Math.min(0.011, given.c), h })
    : toHex({ l: 0.205, c: Math.min(0.03, Math.max(given.c, 0.012)), h });
}

/**
 * Which of the two colors leads. The primary; unless it would have to be changed to be seen on this paper while the secondary,
 * livelier, is as it is: at night an amber light leads, and the indigo is the night.
 */
function leading(primary: Lch, secondary: Lch, paper: Hex, light: boolean): readonly [Lch, Lch] {
  const stands = (colour: Lch) => contrast(toHex(colour), paper) >= 3;
  if (!light && !stands(primary) && stands(secondary) && secondary.c > primary.c)
    return [secondary, { ...primary, l: Math.max(primary.l, 0.6) }];
  return [primary, secondary];
}

/** A deep color that has to be lightened to be seen at night turns sweet: it gives up some chroma on the way. */
function atNight(colour: Lch, paper: Hex, light: boolean): Lch {
  return light || contrast(toHex(colour), paper) >= 3 ? colour : { ...colour, c: colour.c * 0.72 };
}

/** A shade further from its own text; the same where that would lose the fill on the paper. */
function hovered(accent: Hex, text: Hex, papers: readonly Hex[], ratio: number): Hex {
  const lch = toLch(accent);
  const shade = toHex({ ...lch, l: toLch(text).l > lch.l ? lch.l - 0.06 : lch.l + 0.05 });
  return leastContrast(shade, papers) >= ratio ? shade : accent;
}

/** Text on a fill: the scheme's own kind (white by day, nearly black by night) where it reads, else the other, else the extremes. */
function onFill(fill: Hex, light: boolean, { h }: Lch, ratio: number): Hex {
  const dark = toHex({ l: 0.17, c: 0.025, h });
  const candidates = light ? ['#ffffff', dark] : [dark, '#ffffff'];
  const best = contrast('#ffffff', fill) > contrast('#000000', fill) ? '#ffffff' : '#000000';
  return candidates.find((candidate) => contrast(candidate, fill) >= ratio) ?? best;
}
