import { describe, expect, test } from 'vitest';
import type { Brand } from '../../sync/domain/vendor/brand.ts';
import { contrast } from './contrast.ts';
import { themeStylesheet } from './index.ts';
import { colourNames } from './palette.ts';
import { platformBrand } from './platform-brand.ts';

const willow: Brand = {
  ...platformBrand,
  colors: { primary: '#6d2e52', secondary: '#7f9174', background: '#fbf6f1' },
  typeface: 'ysabeau',
  shape: 'round',
  motion: 'calm',
  layout: { progress: 'sprig', choice: 'drawn' },
};
const lantern: Brand = {
  ...platformBrand,
  colors: { primary: '#2a2f63', secondary: '#f0a94b', background: '#12142b' },
  scheme: 'dark',
  typeface: 'nunito',
  motion: 'calm',
  layout: { progress: 'horizon', choice: 'quiet' },
};

const mainStreet: Brand = {
  ...platformBrand,
  colors: { primary: '#cf3419', secondary: '#1f7a6c', background: '#fdf4e3' },
  typeface: 'aleo',
  shape: 'stout',
  layout: { progress: 'ticket', choice: 'bold' },
};

const northgate: Brand = {
  ...platformBrand,
  colors: { primary: '#1c2229', secondary: '#8f6b2c', background: '#f2ecdf' },
  typeface: 'bodoni',
  shape: 'fine',
  layout: { progress: 'chapters', choice: 'ruled' },
};
const harbour: Brand = {
  ...platformBrand,
  colors: { primary: '#00618a', secondary: '#0b0c0c', background: '#ffffff' },
  typeface: 'public-sans',
  shape: 'block',
  layout: { progress: 'count', choice: 'large' },
};
const all = [willow, lantern, mainStreet, northgate, harbour];

/** Names of the tokens that a block of the stylesheet sets. */
function tokensOf(css: string, selector: string): Map<string, string> {
  const start = css.indexOf(`${selector} {`);
  const block = css.slice(start, css.indexOf('}', start));
  return new Map(
    [...block.matchAll(/--([a-z-0-9]+): ([^;]+);/g)].map((match) => [match[1] ?? '', match[2] ?? '']),
  );
}

describe('a theme’s stylesheet', () => {
  test('the same brand gives the same bytes', () => {
    expect(themeStylesheet(willow).css).toBe(themeStylesheet(structuredClone(willow)).css);
  });

  test('the page opens in the vendor’s own scheme', () => {
    expect(tokensOf(themeStylesheet(willow).css, ':root').get('paper')).toBe('#fbf6f1');
    expect(tokensOf(themeStylesheet(lantern).css, ':root').get('paper')).toBe('#12142b');
  });

  test('a device that asks for dark gets dark from a light vendor, unless the patient chose (promise 3)', () => {
    const { css } = themeStylesheet(willow);
    expect(css).toMatch(/@media \(prefers-color-scheme: dark\) \{\n {2}:root:not\(\[data-scheme\]\) \{/);
  });

  test('every vendor’s step takes as long, and reduced motion none', () => {
    for (const brand of all) {
      const { css } = themeStylesheet(brand);
      expect(tokensOf(css, ':root').get('motion-step')).toBe('220ms');
      expect(tokensOf(css, ':root').get('motion-state')).toBe('120ms');
      expect(css).toMatch(
        /prefers-reduced-motion: reduce\) \{\s+:root \{\s+--motion-state: 0s;\s+--motion-step: 0s;/,
      );
    }
  });

  test('a dark vendor stays dark where the device reports light', () => {
    expect(themeStylesheet(lantern).css).not.toContain('prefers-color-scheme: light');
  });

  test('every scheme sets every color (promise 4)', () => {
    for (const brand of [...all, platformBrand]) {
      const { css } = themeStylesheet(brand);
      for (const selector of [
        ':root',
        ':root[data-scheme="light"]',
        ':root[data-scheme="dark"]',
        ':root[data-contrast="more"]',
        ':root:root:root',
      ]) {
        expect([...tokensOf(css, selector).keys()]).toEqual(expect.arrayContaining([...colourNames]));
      }
    }
  });

  test('every vendor sets the same tokens as the platform (promise 4)', () => {
    const names = (brand: Brand) => [...tokensOf(themeStylesheet(brand).css, ':root').keys()].sort();
    for (const brand of all) expect(names(brand)).toEqual(names(platformBrand));
  });

  test('the color of the browser’s bar is the paper of each scheme', () => {
    const { themeColor } = themeStylesheet(lantern);
    expect(themeColor.dark).toBe('#12142b');
    expect(contrast(themeColor.light, '#000000')).toBeGreaterThan(15);
  });

  test('in grey, the vendors still differ in type, shape and line', () => {
    const sheets = all.map((brand) => tokensOf(themeStylesheet(brand).css, ':root'));
    const seen = [
      'font-body',
      'font-heading',
      'display-weight',
      'text-xxl',
      'button-radius',
      'control-line',
      'brand-rule',
      'head-paper',
      'portrait-radius',
      'space-section',
      'row-height',
      'mark-size',
      'mark-sign',
      'segment-now-mask',
      'segment-done-mask',
      'way-sign',
      'way-column',
    ];
    for (const [at, one] of sheets.entries())
      for (const other of sheets.slice(at + 1)) {
        const alike = seen.filter((token) => one.get(token) === other.get(token));
        expect(alike.length, alike.join()).toBeLessThanOrEqual(3);
      }
    for (const token of ['font-body', 'display-weight', 'text-xxl', 'brand-rule', 'row-height', 'mark-size'])
      expect(new Set(sheets.map((tokens) => tokens.get(token))).size, token).toBe(sheets.length);
  });

  test('a brand that names one composition is plain in the others', () => {
    const of = (layout: Brand['layout']) =>
      tokensOf(themeStylesheet({ ...platformBrand, layout }).css, ':root');
    const plain = of(undefined);
    const drawn = of({ choice: 'drawn' });
    expect(of({})).toEqual(plain);
    expect(drawn.get('mark-sign')).not.toBe(plain.get('mark-sign'));
    expect(drawn.get('segment-mask')).toBe(plain.get('segment-mask'));
  });

  test('in Arabic, a heavy brand stays heavy, and a light one is heavy enough to be read', () => {
    const display = (brand: Brand) =>
      tokensOf(themeStylesheet(brand).css, ':root:lang(ar)').get('display-weight');
    expect(display(mainStreet)).toBe('800');
    expect(display(willow)).toBe('500');
  });

  test('the platform’s own theme in the renderer is the one computed here', async () => {
    const { css } = themeStylesheet(platformBrand);
    const file = `/* Computed by build/theme from platform-brand.ts. A vendor's theme is outside of any layer, and so goes before it. */\n@layer platform {\n${css.replaceAll(/^(?=.)/gm, '  ')}}\n`;
    await expect(file).toMatchFileSnapshot('../../renderer/design/platform-theme.css');
  });
});
