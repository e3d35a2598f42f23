import type { Brand } from '../../sync/domain/vendor/brand.ts';
import { layoutTokens } from './layouts.ts';
import { type Contrast, colourNames, createPalette, type Palette, type Scheme } from './palette.ts';
import { shapeTokens } from './shapes.ts';
import { arabicTokens, typeTokens } from './typefaces.ts';

export interface ThemeStylesheet {
  readonly css: string;
  /** The paper of each scheme: what the browser's own bar is painted in. */
  readonly themeColor: { readonly light: string; readonly dark: string };
}

const motions: Readonly<Record<Brand['motion'], Readonly<Record<string, string>>>> = {
  brisk: { 'motion-state': '120ms', 'motion-step': '220ms', ease: 'cubic-bezier(0.2, 0, 0, 1)' },
  // As quick; it sets out more softly.
  calm: { 'motion-state': '120ms', 'motion-step': '220ms', ease: 'cubic-bezier(0.4, 0, 0.1, 1)' },
};

const fixed: Readonly<Record<string, string>> = {
  'space-1': '0.25rem',
  'space-2': '0.5rem',
  'space-3': '0.75rem',
  'space-4': '1rem',
  'space-5': '1.5rem',
  'space-6': '2.5rem',
  'space-7': '4rem',
  target: '3rem',
  column: '37.5rem',
  'page-width': '78rem',
  // The notch of a phone on its side counts as margin.
  gutter: 'max(clamp(1rem, 5vw, 2.5rem), env(safe-area-inset-left), env(safe-area-inset-right))',
  line: '1px solid var(--rule)',
  'brand-ink': 'var(--accent-ink)',
};

const indent = (text: string) => text.replaceAll(/^(?=.)/gm, '  ');
const rule = (selector: string, declarations: readonly string[]) =>
  `${selector} {\n${indent(declarations.join('\n'))}\n}`;
const within = (query: string, css: string) => `@media ${query} {\n${indent(css)}\n}`;
const tokens = (values: Readonly<Record<string, string>>) =>
  Object.entries(values).map(([name, value]) => `--${name}: ${value};`);

function declare(palette: Palette, scheme: Scheme, contrast: Contrast): string[] {
  return [
    `color-scheme: ${scheme};`,
    ...colourNames.map((name) => `--${name}: ${palette[name]};`),
    `--veil: ${scheme === 'light' ? `color-mix(in srgb, ${palette.ink} 45%, transparent)` : 'rgb(0 0 0 / 62%)'};`,
    `--lift: ${contrast === 'more' ? 'none' : scheme === 'light' ? `0 6px 24px -8px color-mix(in srgb, ${palette.ink} 28%, transparent)` : '0 6px 24px -6px rgb(0 0 0 / 60%)'};`,
  ];
}

/** Hairlines stay hairlines in ink. */
const forPrint = (lines: readonly string[]) =>
  lines.map((line) => (line.startsWith('--rule: ') ? '--rule: #999999;' : line));

/**
 * A vendor's theme. The page opens in the vendor's own scheme. A device that asks for dark gets dark; one that reports light
 * keeps a dark vendor dark, because browsers report light where nobody has chosen anything. What the patient chooses
 * (`data-scheme`, `data-contrast` on the root) goes before all of it. Pure: the same brand gives the same bytes.
 */
export function themeStylesheet(brand: Brand): ThemeStylesheet {
  const own = brand.scheme;
  const free = ':root:not([data-scheme])';
  const plain = ':not([data-contrast="standard"])';
  // A palette is found by hundreds of trials, and is asked for under each of these conditions.
  const palettes = new Map<string, Palette>();
  const paletteOf = (scheme: Scheme, contrast: Contrast = 'standard') => {
    const name = `${scheme} ${contrast}`;
    const palette = palettes.get(name) ?? createPalette(brand.colors, scheme, contrast);
    palettes.set(name, palette);
    return palette;
  };
  const colours = (scheme: Scheme, contrast: Contrast = 'standard') =>
    declare(paletteOf(scheme, contrast), scheme, contrast);
  const ownColours = colours(own);
  const shared = {
    ...fixed,
    ...typeTokens(brand.typeface),
    ...shapeTokens(brand.shape),
    ...layoutTokens(brand.layout),
    ...motions[brand.motion],
  };
  const chosen = (scheme: Scheme) => `:root[data-scheme="${scheme}"]`;

  const css = [
    rule(':root', [...ownColours, ...tokens(shared)]),
    ...(own === 'light' ? [within('(prefers-color-scheme: dark)', rule(free, colours('dark')))] : []),
    rule(chosen('light'), colours('light')),
    rule(chosen('dark'), colours('dark')),
    within(
      '(prefers-contrast: more)',
      [
        rule(`:root${plain}`, colours(own, 'more')),
        ...(own === 'light'
          ? [within('(prefers-color-scheme: dark)', rule(`${free}${plain}`, colours('dark', 'more')))]
          : []),
        rule(`${chosen('light')}${plain}`, colours('light', 'more')),
        rule(`${chosen('dark')}${plain}`, colours('dark', 'more')),
      ].join('\n'),
    ),
    rule(':root[data-contrast="more"]', colours(own, 'more')),
    ...(own === 'light'
      ? [
          within(
            '(prefers-color-scheme: dark)',
            rule(`${free}[data-contrast="more"]`, colours('dark', 'more')),
          ),
        ]
      : []),
    rule(`${chosen('light')}[data-contrast="more"]`, colours('light', 'more')),
    rule(`${chosen('dark')}[data-contrast="more"]`, colours('dark', 'more')),
    rule(':root:lang(ar)', tokens(arabicTokens(brand.typeface))),
    within('(prefers-reduced-motion: reduce)', rule(':root', ['--motion-state: 0s;', '--motion-step: 0s;'])),
    // Paper is white, whatever the screen was.
    within('print', rule(':root:root:root', forPrint(colours('light', 'more')))),
  ].join('\n');

  return {
    css: `${css}\n`,
    themeColor: {
      light: paletteOf('light').paper,
      dark: paletteOf('dark').paper,
    },
  };
}
