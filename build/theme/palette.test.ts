import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { contrast, toHex, toLch } from './contrast.ts';
import { createPalette, leastRatio, type Palette, pairs } from './palette.ts';

const channel = fc.integer({ min: 0, max: 255 }).map((value) => value.toString(16).padStart(2, '0'));
const colour = fc.tuple(channel, channel, channel).map((channels) => `#${channels.join('')}`);
/** Random colors are mostly loud; brands are also pale, grey, black and white. */
const brandColour = fc.oneof(
  colour,
  fc.constantFrom('#000000', '#ffffff', '#808080', '#ffff00', '#0000ff', '#00ff00', '#777777'),
  channel.map((grey) => `#${grey}${grey}${grey}`),
);
const colors = fc.record({ primary: brandColour, secondary: brandColour, background: brandColour });

const willow = { primary: '#6d2e52', secondary: '#7f9174', background: '#fbf6f1' };
const lantern = { primary: '#2a2f63', secondary: '#f0a94b', background: '#12142b' };

function failures(palette: Palette, wanted: 'standard' | 'more'): string[] {
  return pairs
    .filter(({ colour: name, on, kind }) => contrast(palette[name], palette[on]) < leastRatio[wanted][kind])
    .map(
      ({ colour: name, on }) =>
        `${name} ${palette[name]} on ${on} ${palette[on]}: ${contrast(palette[name], palette[on]).toFixed(2)}`,
    );
}

describe('a palette computed from a brand', () => {
  for (const scheme of ['light', 'dark'] as const) {
    for (const wanted of ['standard', 'more'] as const) {
      test(`every pair passes for any colors - ${scheme}, ${wanted} contrast (promise 1)`, () => {
        fc.assert(
          fc.property(colors, (brand) => {
            expect(failures(createPalette(brand, scheme, wanted), wanted)).toEqual([]);
          }),
          { numRuns: process.env.FULL === '1' ? 100 : 20 },
        );
      });
    }
  }

  test('the same colors give the same palette', () => {
    expect(createPalette(willow, 'light')).toEqual(createPalette({ ...willow }, 'light'));
  });

  test('a background that suits the scheme is kept as it is', () => {
    expect(createPalette(willow, 'light').paper).toBe('#fbf6f1');
    expect(createPalette(lantern, 'dark').paper).toBe('#12142b');
  });

  test('a primary color that is readable as it stands is kept as it is', () => {
    expect(createPalette(willow, 'light').accent).toBe('#6d2e52');
  });

  test('the livelier second color leads where the first is as dark as the night around it', () => {
    expect(createPalette(lantern, 'dark').accent).toBe('#f0a94b');
    expect(createPalette(lantern, 'light').accent).toBe('#2a2f63');
  });

  test('a color out of a screen’s reach keeps its lightness and hue', () => {
    const hex = toHex({ l: 0.7, c: 0.4, h: 150 });
    const back = toLch(hex);
    expect(back.l).toBeCloseTo(0.7, 1);
    expect(Math.abs(back.h - 150)).toBeLessThan(3);
  });
});
