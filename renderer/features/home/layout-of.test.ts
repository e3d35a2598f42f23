import { describe, expect, it } from 'vitest';
import { layoutOf } from './layout-of.ts';

describe('the composition of a home page', () => {
  it('is dusk - the brand is dark by default', () => {
    expect(layoutOf({ scheme: 'dark', shape: 'soft' })).toBe('dusk');
  });

  it('is a garden - the brand is light by default', () => {
    expect(layoutOf({ scheme: 'light', shape: 'round' })).toBe('garden');
  });

  it.each(['light', 'dark'] as const)('is a counter - the brand has thick outlines, and is %s', (scheme) => {
    expect(layoutOf({ scheme, shape: 'stout' })).toBe('counter');
  });

  it.each([
    ['fine', 'opener'],
    ['block', 'service'],
  ] as const)('is chosen by a shape that has a page of its own - %s', (shape, layout) => {
    expect(layoutOf({ scheme: 'light', shape })).toBe(layout);
  });
});
